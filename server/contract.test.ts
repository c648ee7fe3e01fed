import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './platform/http/docs/contract-exports.ts'
import { rowId, transcriptCharacters, verbatim } from '#contract/bounds.ts'
import { maxTextBytes, getPolicy, defaultBodyBytes } from '#contract/endpoint.ts'

const closed: ReadonlySet<string> = new Set(['enum', 'literal', 'boolean', 'null', 'undefined'])
const wrapping: ReadonlySet<string> = new Set([
  ...['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'readonly'],
])

const someId = '0198a0de-5a1c-7a3c-8b2d-333333333333'

/** Paths within a schema that accept values of unlimited size. */
function unbounded(schema: z.core.$ZodType, place: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (closed.has(def.type)) return []
  if (def.type === 'string') return unboundedText(schema as z.ZodString, place)
  if (def.type === 'array') return unboundedList(schema as z.ZodArray, place)
  if (def.type === 'number')
    return isBetween(schema as z.ZodNumber) ? [] : [`${place}: a number without bounds`]
  if (def.type === 'union')
    return def.options.flatMap((it, index) => unbounded(it, `${place}|${index}`))
  // The input counts; behind a transform it is unknown, so the output has to be bounded.
  if (def.type === 'pipe')
    return unbounded(def.in._zod.def.type === 'transform' ? def.out : def.in, place)
  if (def.type === 'object')
    return [
      ...(def.catchall && def.catchall._zod.def.type !== 'never'
        ? [`${place}: fields that it does not name`]
        : []),
      ...Object.entries(def.shape).flatMap(([key, it]) => unbounded(it, `${place}.${key}`)),
    ]
  if (wrapping.has(def.type) && 'innerType' in def) return unbounded(def.innerType, place)
  return [`${place}: ${def.type} has no bound`]
}

function unboundedText(schema: z.ZodString, place: string) {
  if (schema.format === 'uuid')
    return schema.parse(someId.toUpperCase()) === someId
      ? []
      : [`${place}: an id that no text is equal to`]
  const length = Math.max(schema.minLength ?? 0, 1)
  const holds = (text: string) => schema.safeParse(text.padStart(length, 'a')).success
  return [
    ...(schema.maxLength === null ? [`${place}: a text without a longest length`] : []),
    ...(holds('\0') || holds('\ud800') ? [`${place}: a text that cannot be kept`] : []),
  ]
}

/** Bounds within which numbers stay exact and can be converted to dates. */
const isBetween = ({ minValue, maxValue }: z.ZodNumber) =>
  Math.max(Math.abs(minValue ?? Infinity), Math.abs(maxValue ?? Infinity)) <= 8.64e12

function unboundedList(schema: z.ZodArray, place: string) {
  const { maxItems: maximum } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  if (maximum === undefined) return [`${place}: a list without a longest length`]
  let itemsRead = 0
  const long = new Proxy(Array.from({ length: maximum + 1 }), {
    get(target, key, self) {
      if (typeof key === 'string' && /^\d+$/.test(key)) itemsRead++
      return Reflect.get(target, key, self)
    },
  })
  const { success } = schema.safeParse(long)
  return [
    ...(success || itemsRead ? [`${place}: a list whose items are read before its length`] : []),
    ...unbounded(schema.element, `${place}[]`),
  ]
}

const parts = endpoints.flatMap(({ name, endpoint }) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema === undefined || schema === 'bytes' ? [] : [[`${name} ${part}`, schema] as const]
  }),
)

test('the contract has schemas', () => {
  expect(parts.length).toBeGreaterThan(40)
  expect(parts.map(([name]) => name)).toEqual(
    expect.arrayContaining(['createUser body', 'listAuditEntries query', 'getInvitation params']),
  )
})

test.each(parts)('%s is bounded everywhere', (name, schema) => {
  expect(unbounded(schema, name)).toEqual([])
})

test.each([
  ['a string', z.string()],
  ['a string with characters that cannot be stored', z.string().max(5)],
  ['a string format', z.email()],
  ['a case-sensitive uuid', z.uuid()],
  ['an array', z.array(rowId())],
  ['an array that checks items first', z.array(rowId()).refine((it) => it.length < 5)],
  ['items of an array', z.array(z.string()).max(5)],
  ['a preprocessed array', z.preprocess((it) => it, z.array(rowId()))],
  ['a number', z.number()],
  ['an integer', z.number().int()],
  ['a number with one bound', z.number().min(0)],
  ['a record', z.record(z.string().max(5), z.boolean())],
  ['an unknown value', z.unknown()],
  ['a loose object', z.looseObject({})],
  ['an object with a catchall', z.object({}).catchall(z.boolean())],
  ['a union', z.union([rowId(), z.string()])],
  ['an optional string', z.string().optional()],
  ['a nullable string', z.string().nullable().default(null)],
  ['a nested object', z.strictObject({ a: z.object({ b: z.string() }) })],
  ['the input of a pipe', z.string().pipe(z.uuid())],
  ['a preprocessed string', z.preprocess((it) => it, z.string())],
])('the check finds %s without a bound', (_name, schema) => {
  expect(unbounded(z.object({ it: schema }), 'body')).not.toEqual([])
})

/** Maximum bytes of JSON that a schema accepts, at three bytes per character. */
function maxBytesOf(schema: z.core.JSONSchema.BaseSchema): number {
  const { anyOf, enum: choices, properties, items, maxItems = 0, maxLength, format } = schema
  // Parts with a common limit, which is tested with that schema.
  if (typeof schema['x-most-bytes'] === 'number') return schema['x-most-bytes']
  if (anyOf) return Math.max(...anyOf.map(maxBytesOf))
  if (choices) return Math.max(...choices.map((it) => JSON.stringify(it).length))
  if (properties)
    return Object.entries(properties).reduce(
      (sum, [name, it]) => sum + name.length + 4 + maxBytesOf(it as z.core.JSONSchema.BaseSchema),
      2,
    )
  if (items) return 2 + maxItems * (1 + maxBytesOf(items as z.core.JSONSchema.BaseSchema))
  if (schema.type === 'string') return format === 'uuid' ? 38 : 2 + 3 * (maxLength ?? Infinity)
  return 24
}

const bodies = endpoints.flatMap(({ name, endpoint }) =>
  // Signed calls contain fields of the outside service and have a limit of their own.
  endpoint.body === undefined || endpoint.body === 'bytes' || getPolicy(endpoint).isSigned
    ? []
    : [[name, endpoint, endpoint.body] as const],
)
test.each(bodies)('the body limit of %s fits its schema', (_, endpoint, body) => {
  const maxBytes = maxBytesOf(z.toJSONSchema(body, { io: 'input' }))
  expect(maxBytes).toBeGreaterThan(20)
  expect(getPolicy(endpoint).bodyBytes).toBeGreaterThan(maxBytes)
  // Not far above either, because large bodies are expensive to reject.
  expect(getPolicy(endpoint).bodyBytes).toBeLessThan(maxBytes + 100_000)
})

test('the body limit of a transcript is above the default', () => {
  const long = z.toJSONSchema(z.object({ text: verbatim(transcriptCharacters) }))
  expect(maxBytesOf(long)).toBeGreaterThan(defaultBodyBytes)
  expect(maxBytesOf(long)).toBeLessThan(maxTextBytes(transcriptCharacters))
})

/** POST endpoints without an idempotency key, by the reason why a repeat does no harm. */
const repeatableByReason: Record<string, string[]> = {
  'emails are unique': ['register'],
  'a user has one coach profile, a session one recording, and its upload is resumed': [
    ...['createCoach', 'createUpload', 'uploadRecording'],
  ],
  'one at a time: a repeat is refused or returns the first': [
    ...['startTranscription', 'analyseSession', 'prepareSession', 'startTemplateCheck'],
    ...[
      'requestErasure',
      'requestPersonExport',
      'moveRecordings',
      'syncCrm',
      'sendAgain',
      'saveTemplateDraft',
      'elevenlabsCall',
    ],
  ],
  'sets a state, so a repeat has no further effect': [
    ...['activateTemplate', 'restoreTemplateVersion', 'switchIntegration', 'resetSetting'],
    ...[
      'setCoachStatus',
      'endCoaching',
      'assignCoachToMany',
      'decideConsents',
      'undoConsent',
      'addConsentText',
      'shareConversation',
    ],
    ...['answerQuestion', 'sendAnswers', 'declineQuestionnaire', 'acknowledgeSafetyMark'],
    ...['readMyNotices', 'changeMyPassword', 'endOtherLogins', 'signInWithSecondFactor'],
    ...['confirmSecondFactor', 'confirmTotp', 'removeTotp', 'addPasskey', 'renamePasskey'],
    ...['removePasskey', 'resetSecondFactor'],
    ...['completeAssignment', 'undoDefinitionDeletion', 'retryDefinitionDeletion'],
    ...[
      'cancelSession',
      'cancelMySession',
      'withdrawMyRequest',
      'chooseOfferedTime',
      'acceptRequest',
      'declineRequest',
      'offerTimes',
      'unsubscribe',
      'cancelAnalysis',
      'cancelTranscription',
      'finishUpload',
      'stopMovingRecordings',
    ],
    'shareInvite',
    ...['confirmErasure', 'cancelErasure', 'retryErasure', 'resendWebhookDelivery'],
    ...['login', 'logout', 'impersonate', 'stopImpersonation', 'resetPassword'],
    'confirmEmailChange',
  ],
  'a repeat is intended: the last one counts, and the order is reloaded': [
    ...['rotateInvite', 'requestPasswordReset', 'requestEmailChange', ...definitionMoves()],
    ...['continueSignIn', 'startSecondFactor', 'startConfirmation', 'startPasskey'],
  ],
  'a repeat is intended: each run is recorded': [
    ...['testIntegration', 'testBunny', 'testOpenAi', 'executeTemplate'],
    ...['tryTemplate', 'testWebhook', 'testIdentityProvider'],
  ],
  'its secret is only in the response: who did not get it needs another one': [
    ...['createApiToken', 'createWebhook', 'startTotp', 'renewRecoveryCodes'],
    'renewMyCalendarFeed',
  ],
  'stores nothing': ['createDirectLink', 'previewTemplate', 'getResetAccount'],
}

function definitionMoves() {
  return endpoints.flatMap(({ name, endpoint }) =>
    endpoint.path.endsWith('/{id}/move') ? [name] : [],
  )
}

test.each(endpoints)('the summary of $name uses the right articles', ({ endpoint }) => {
  expect(endpoint.summary).not.toMatch(/\ba [aeio]|\ban [^aehiou]/i)
})

test('every POST is idempotent, or listed with the reason why it needs no key', () => {
  const posted = endpoints.filter(({ endpoint }) => endpoint.method === 'POST')
  const without = posted.filter(({ endpoint }) => !endpoint.isIdempotent).map(({ name }) => name)
  expect(without.toSorted()).toEqual(Object.values(repeatableByReason).flat().toSorted())
  expect(posted.length - without.length).toBeGreaterThan(10)
})

test('idempotent endpoints are POST endpoints that need a login', () => {
  const once = endpoints.filter(({ endpoint }) => endpoint.isIdempotent)
  expect(once.filter(({ endpoint: { method } }) => method !== 'POST')).toEqual([])
  expect(
    once.filter(({ endpoint: { access } }) => access === 'public' || access === 'signed-webhook'),
  ).toEqual([])
})

const shown = new Set(endpoints.flatMap(({ endpoint: { shows = [] } }) => shows))
/** POST endpoints that change nothing. */
const harmless = ['createDirectLink', 'previewTemplate', 'getResetAccount']

test.each(endpoints)('$name declares what it shows or what it changes', ({ name, endpoint }) => {
  const { method, shows, changes } = endpoint
  if (method === 'GET' || method === 'HEAD') {
    expect(shows).not.toEqual([])
    expect(changes).toBeUndefined()
  } else {
    expect(shows).toBeUndefined()
    expect(changes === undefined || changes.length === 0).toBe(harmless.includes(name))
    expect(changes?.filter((noun) => !shown.has(noun))).toEqual([])
  }
})
