import { z } from 'zod'
import { line, rowId, verbatim, wholeNumber } from './bounds.ts'
import { bytesOfText, endpoint } from './endpoint.ts'
import { sortedBy } from './paging.ts'
import { type ProviderForms, secretCharacters, settingCharacters } from './providers/fields.ts'
import { integrationTypes, providersOf } from './providers/providers.ts'
import { changeOf, rowVersion } from './row-version.ts'

const access = ['system_admin'] as const

/** Sentences of the specification (part 2, sections 4 and 8). */
export const mustBeOneActive =
  'There must be one active provider per integration type. Add another provider first.'
export const noTestYet = 'Connection testing not yet implemented for this provider'
export const noSettingsToTest = 'No settings found for testing'

export const integrationType = z.enum(integrationTypes)

/** Every setting that any provider has, by its name: how many signs it may have. */
const characters = new Map<string, number>()
for (const type of integrationTypes)
  for (const { fields } of Object.values<ProviderForms[string]>(providersOf[type]))
    for (const [name, { isSecret }] of Object.entries(fields))
      characters.set(
        name,
        Math.max(characters.get(name) ?? 0, isSecret ? secretCharacters : settingCharacters),
      )

/** Settings as a form sends them; which of them a provider has, and what they may be, its own table says. */
const settings = z.strictObject(
  Object.fromEntries([...characters].map(([name, most]) => [name, verbatim(most).optional()])),
)
export type GivenSettings = z.output<typeof settings>
const bodyBytes = bytesOfText([...characters.values()].reduce((sum, most) => sum + most, 0))

const form = z.object({
  type: integrationType,
  provider: line(60).min(1, 'Provider is required'),
  isActive: z.boolean(),
  settings,
})

/** A configured provider (specification part 2, section 3), and how it has been doing. */
export const integration = z.object({
  id: rowId(),
  type: integrationType,
  provider: z.string(),
  isActive: z.boolean(),
  /** Secrets are masked. */
  settings: z.record(z.string(), z.string()),
  version: rowVersion,
  /** The labels of what has to be set before it can be used. */
  missing: z.array(z.string()),
  /** Whether this installation has the key that its secrets were encrypted with. */
  isReadable: z.boolean(),
  /** The last call that came to an end; null where there was none. `error` is what the service said. */
  lastCall: z
    .object({ at: z.string(), isSuccess: z.boolean(), error: z.string().nullable() })
    .nullable(),
  /** Of the last 24 hours. */
  lastDay: z.object({ calls: z.number().int(), failures: z.number().int() }),
})
export type Integration = z.infer<typeof integration>

export const listIntegrations = endpoint('GET /api/admin/integration-settings', {
  access,
  shows: ['integration'],
  // It tells of calls that nobody here makes.
  freshness: 'while-shown',
  summary: 'Every configured provider, with secrets masked, and how its last calls went',
  response: z.array(integration),
})

export const addIntegration = endpoint('POST /api/admin/integration-settings', {
  access,
  changes: ['integration'],
  once: true,
  summary: 'Configure a provider; one that is active takes the place of the active one of its type',
  bodyBytes,
  body: form.extend({
    isActive: form.shape.isActive.default(false),
    settings: form.shape.settings.default({}),
  }),
  refuses: ['conflict'],
  response: integration,
})

const params = z.object({ id: rowId() })

export const changeIntegration = endpoint('PUT /api/admin/integration-settings/{id}', {
  access,
  changes: ['integration'],
  summary: 'Change the settings of a provider, all of them; a masked secret stays as it is',
  bodyBytes,
  params,
  body: changeOf(form),
  refuses: ['conflict'],
  response: integration,
})

export const deleteIntegration = endpoint('DELETE /api/admin/integration-settings/{id}', {
  access,
  changes: ['integration'],
  summary: 'Remove a provider that is not active and keeps nothing any more',
  params,
  refuses: ['conflict'],
  response: z.object({ id: rowId() }),
})

export const openIntegration = endpoint('GET /api/admin/integration-settings/edit/{id}', {
  access,
  shows: ['integration'],
  // No copy of a secret is kept that nobody looks at.
  freshness: 'while-shown',
  summary: 'The settings of a provider with its secrets; each opening is in the audit log',
  params,
  refuses: ['conflict'],
  response: z.object({ settings: z.record(z.string(), z.string()), version: rowVersion }),
})

export const switchIntegration = endpoint(
  'POST /api/admin/integration-settings/{type}/switch/{providerId}',
  {
    access,
    changes: ['integration'],
    summary: 'Make a configured provider the active one of its type',
    params: z.object({ type: integrationType, providerId: rowId() }),
    refuses: ['conflict'],
    response: integration,
  },
)

/** What a service said, in a sentence. */
const tested = {
  response: z.object({ message: z.string() }),
  refuses: ['unprocessable'],
  keepsFailures: true,
} as const
/** A test is a real call. */
const testsPerMinute = 30

export const testIntegration = endpoint('POST /api/admin/integration-settings/{id}/test', {
  access,
  changes: ['integration'],
  limit: testsPerMinute,
  summary: 'Try a configured provider with the smallest real call, within 30 seconds',
  params,
  ...tested,
})

const unsaved = {
  access,
  changes: ['integration'],
  limit: testsPerMinute,
  bodyBytes,
  /** The settings; a masked secret stands for what is kept. */
  body: settings,
  ...tested,
} as const

export const testBunny = endpoint('POST /api/admin/test-bunny-connection', {
  ...unsaved,
  summary: 'Try settings of Bunny that need not be saved',
})
export const testOpenAi = endpoint('POST /api/admin/test-openai-connection', {
  ...unsaved,
  summary: 'Try settings of OpenAI that need not be saved',
})

/** `open`: it is under way, or the process that made it came to its end first. */
export const callOutcome = z.enum(['success', 'failure', 'open'])
export type CallOutcome = z.infer<typeof callOutcome>

/** One call to an outside service: never what was sent, nor the path. */
export const egressEntry = z.object({
  id: rowId(),
  createdAt: z.string(),
  provider: z.string(),
  host: z.string(),
  purpose: z.string(),
  /** Whose words or picture it held. */
  sessionId: rowId().nullable(),
  clientId: rowId().nullable(),
  clientName: z.string().nullable(),
  sessionDate: z.string().nullable(),
  bytesOut: z.number().int(),
  bytesIn: z.number().int(),
  /** As the service answered; null where it did not. */
  status: z.number().int().nullable(),
  outcome: callOutcome,
  /** What the service said. */
  error: z.string().nullable(),
  durationMs: z.number().int().nullable(),
})
export type EgressEntry = z.infer<typeof egressEntry>

export const listEgress = endpoint('GET /api/admin/egress', {
  access,
  shows: ['integration'],
  freshness: 'while-shown',
  summary: 'What left this installation: each call to an outside service, newest first',
  query: z.object({
    limit: wholeNumber(1, 200).default(50),
    cursor: line(500).optional(),
    sort: sortedBy('time'),
    provider: line(60).optional(),
    sessionId: rowId().optional(),
    outcome: callOutcome.optional(),
  }),
  response: z.array(egressEntry),
})
