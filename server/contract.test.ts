import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './platform/http/docs/contract-exports.ts'
import { rowId, transcriptCharacters, verbatim } from '#contract/bounds.ts'
import { maxTextBytes, policyOf, defaultBodyBytes } from '#contract/endpoint.ts'

const closed: ReadonlySet<string> = new Set(['enum', 'literal', 'boolean', 'null', 'undefined'])
const wrapping: ReadonlySet<string> = new Set([
  ...['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'readonly'],
])

const someId = '0198a0de-5a1c-7a3c-8b2d-333333333333'

/** What a schema lets in without a bound, each with its place. */
function unbounded(schema: z.core.$ZodType, place: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (closed.has(def.type)) return []
  if (def.type === 'string') return unboundedText(schema as z.ZodString, place)
  if (def.type === 'array') return unboundedList(schema as z.ZodArray, place)
  if (def.type === 'number')
    return isBetween(schema as z.ZodNumber) ? [] : [`${place}: a number without bounds`]
  if (def.type === 'union')
    return def.options.flatMap((it, index) => unbounded(it, `${place}|${index}`))
  // What goes in is what counts; a schema that changes it first lets everything in, up to the next one.
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

/** Numbers that stay exact, and that a date can be made of. */
const isBetween = ({ minValue, maxValue }: z.ZodNumber) =>
  Math.max(Math.abs(minValue ?? Infinity), Math.abs(maxValue ?? Infinity)) <= 8.64e12

function unboundedList(schema: z.ZodArray, place: string) {
  const { maxItems: maximum } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  if (maximum === undefined) return [`${place}: a list without a longest length`]
  let looked = 0
  const long = new Proxy(Array.from({ length: maximum + 1 }), {
    get(target, key, self) {
      if (typeof key === 'string' && /^\d+$/.test(key)) looked++
      return Reflect.get(target, key, self)
    },
  })
  const { success } = schema.safeParse(long)
  return [
    ...(success || looked
      ? [`${place}: a list whose entries are looked at before its length`]
      : []),
    ...unbounded(schema.element, `${place}[]`),
  ]
}

const parts = endpoints.flatMap(({ name, endpoint }) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema === undefined || schema === 'bytes' ? [] : [[`${name} ${part}`, schema] as const]
  }),
)

test('the walk sees the contract', () => {
  expect(parts.length).toBeGreaterThan(40)
  expect(parts.map(([name]) => name)).toEqual(
    expect.arrayContaining(['createUser body', 'listAuditEntries query', 'getInvitation params']),
  )
})

test.each(parts)('%s has bounds everywhere', (name, schema) => {
  expect(unbounded(schema, name)).toEqual([])
})

test.each([
  ['a text', z.string()],
  ['a text that cannot be kept', z.string().max(5)],
  ['a format that may be long', z.email()],
  ['an id in letters of any size', z.uuid()],
  ['a list', z.array(rowId())],
  ['a list that is counted after its entries', z.array(rowId()).refine((it) => it.length < 5)],
  ['entries of a list', z.array(z.string()).max(5)],
  ['a list by another way', z.preprocess((it) => it, z.array(rowId()))],
  ['a number', z.number()],
  ['a whole number', z.number().int()],
  ['a number with one bound', z.number().min(0)],
  ['a record', z.record(z.string().max(5), z.boolean())],
  ['whatever else', z.unknown()],
  ['fields without a name', z.looseObject({})],
  ['fields without a name, of a kind', z.object({}).catchall(z.boolean())],
  ['a choice', z.union([rowId(), z.string()])],
  ['something optional', z.string().optional()],
  ['something that may be null', z.string().nullable().default(null)],
  ['something in something', z.strictObject({ a: z.object({ b: z.string() }) })],
  ['what goes into a pipe', z.string().pipe(z.uuid())],
  ['what is changed first', z.preprocess((it) => it, z.string())],
])('the walk finds %s without a bound', (_name, schema) => {
  expect(unbounded(z.object({ it: schema }), 'body')).not.toEqual([])
})

/** Bytes of the longest JSON that a schema lets in, with texts of three bytes for each sign. */
function mostBytes(schema: z.core.JSONSchema.BaseSchema): number {
  const { anyOf, enum: choices, properties, items, maxItems = 0, maxLength, format } = schema
  // Its parts share a bound that none of them has alone; that it holds is for the test of that schema to show.
  if (typeof schema['x-most-bytes'] === 'number') return schema['x-most-bytes']
  if (anyOf) return Math.max(...anyOf.map(mostBytes))
  if (choices) return Math.max(...choices.map((it) => JSON.stringify(it).length))
  if (properties)
    return Object.entries(properties).reduce(
      (sum, [name, it]) => sum + name.length + 4 + mostBytes(it as z.core.JSONSchema.BaseSchema),
      2,
    )
  if (items) return 2 + maxItems * (1 + mostBytes(items as z.core.JSONSchema.BaseSchema))
  if (schema.type === 'string') return format === 'uuid' ? 38 : 2 + 3 * (maxLength ?? Infinity)
  return 24
}

const bodies = endpoints.flatMap(({ name, endpoint }) =>
  // What others send has fields that are not ours to count: it has a bound of its own.
  endpoint.body === undefined || endpoint.body === 'bytes' || policyOf(endpoint).isSigned
    ? []
    : [[name, endpoint, endpoint.body] as const],
)
test.each(bodies)('%s takes every body that its schema lets in', (_, endpoint, body) => {
  const most = mostBytes(z.toJSONSchema(body, { io: 'input' }))
  expect(most).toBeGreaterThan(20)
  expect(policyOf(endpoint).bodyBytes).toBeGreaterThan(most)
  // And not far more: what is refused later costs the more the larger it is.
  expect(policyOf(endpoint).bodyBytes).toBeLessThan(most + 100_000)
})

test('a body as long as a transcript needs more than usual', () => {
  const long = z.toJSONSchema(z.object({ text: verbatim(transcriptCharacters) }))
  expect(mostBytes(long)).toBeGreaterThan(defaultBodyBytes)
  expect(mostBytes(long)).toBeLessThan(maxTextBytes(transcriptCharacters))
})

/** What is posted and makes nothing twice by itself. */
const madeOnceAnyway: Record<string, string[]> = {
  'the e-mail of an account is its own': ['register'],
  'a user has one profile as a coach, a session one recording, and its upload goes on where it was':
    [...['createCoach', 'createUpload', 'uploadRecording']],
  'one at a time, and a second one is refused or is the first': [
    ...['startTranscription', 'analyseSession', 'prepareSession', 'startTemplateCheck'],
    ...['moveRecordings', 'syncCrm', 'sendAgain', 'saveTemplateDraft', 'elevenlabsCall'],
  ],
  'it says how something is to be, and so it is after the second time too': [
    ...['activateTemplate', 'restoreTemplateVersion', 'switchIntegration', 'resetSetting'],
    ...['setCoachStatus', 'assignCoachToMany', 'refuseAnalysis', 'shareConversation'],
    ...['answerQuestion', 'sendAnswers', 'declineQuestionnaire', 'acknowledgeSafetyMark'],
    ...['readMyNotices', 'changeMyPassword'],
    ...['completeAssignment', 'undoDefinitionDeletion', 'retryDefinitionDeletion'],
    ...['cancelAnalysis', 'cancelTranscription', 'stopMovingRecordings'],
    ...['login', 'logout', 'impersonate', 'stopImpersonation', 'resetPassword'],
  ],
  'whoever asks again wants another one: the last one counts, and the order is read anew': [
    ...['rotateInvite', 'requestPasswordReset', ...definitionMoves()],
  ],
  'whoever tries or runs something again wants to see it run, and each run is in the log': [
    ...['testIntegration', 'testBunny', 'testOpenAi', 'replayExecution'],
    ...['executeTemplate', 'tryTemplate', 'testWebhook'],
  ],
  'its secret is only in the response: who did not get it needs another one': [
    ...['createApiToken', 'createWebhook'],
  ],
  'nothing is kept of it': ['createDirectLink', 'previewTemplate'],
}

function definitionMoves() {
  return endpoints.flatMap(({ name, endpoint }) =>
    endpoint.path.endsWith('/{id}/move') ? [name] : [],
  )
}

test.each(endpoints)('$name is told of in good English', ({ endpoint }) => {
  expect(endpoint.summary).not.toMatch(/\ba [aeio]|\ban [^aehiou]/i)
})

test('whatever makes something makes it once, or it is said why that is so without a key', () => {
  const posted = endpoints.filter(({ endpoint }) => endpoint.method === 'POST')
  const without = posted.filter(({ endpoint }) => !endpoint.isIdempotent).map(({ name }) => name)
  expect(without.toSorted()).toEqual(Object.values(madeOnceAnyway).flat().toSorted())
  expect(posted.length - without.length).toBeGreaterThan(10)
})

test('what is made once is so for somebody who is signed in, and is posted', () => {
  const once = endpoints.filter(({ endpoint }) => endpoint.isIdempotent)
  expect(once.filter(({ endpoint: { method } }) => method !== 'POST')).toEqual([])
  expect(
    once.filter(({ endpoint: { access } }) => access === 'public' || access === 'signed-webhook'),
  ).toEqual([])
})

const shown = new Set(endpoints.flatMap(({ endpoint: { shows = [] } }) => shows))
/** They give something out, and nothing is different afterwards. */
const harmless = ['createDirectLink', 'previewTemplate']

test.each(endpoints)('$name says what it shows or what it changes', ({ name, endpoint }) => {
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
