import { z } from 'zod'
import { idOnly, line, rowId, verbatim, wholeNumber } from '../bounds.ts'
import { maxTextBytes, endpoint } from '../endpoint.ts'
import { sortedBy } from '../paging.ts'
import {
  type ProviderForms,
  maxSecretCharacters,
  maxSettingCharacters,
} from './providers/fields.ts'
import { integrationTypes, providersByType } from './providers/providers.ts'
import { changeBody, rowVersion } from '../row-version.ts'

const access = ['system_admin'] as const

/** Fixed sentences (docs/product.md, "Integrations"). */
export const mustBeOneActive =
  'There must be one active provider per integration type. Add another provider first.'
export const noTestYet = 'Connection testing not yet implemented for this provider'
export const noSettingsToTest = 'No settings found for testing'

export const integrationType = z.enum(integrationTypes)

/** Maximum length of each setting of any provider. */
const maxCharacters = new Map<string, number>()
for (const type of integrationTypes)
  for (const { fields } of Object.values<ProviderForms[string]>(providersByType[type]))
    for (const [name, { isSecret }] of Object.entries(fields))
      maxCharacters.set(
        name,
        Math.max(
          maxCharacters.get(name) ?? 0,
          isSecret ? maxSecretCharacters : maxSettingCharacters,
        ),
      )

/** Settings of any provider; the form of each provider has its own rules. */
const settings = z.strictObject(
  Object.fromEntries([...maxCharacters].map(([name, most]) => [name, verbatim(most).optional()])),
)
export type GivenSettings = z.output<typeof settings>
const bodyBytes = maxTextBytes([...maxCharacters.values()].reduce((sum, most) => sum + most, 0))

const form = z.object({
  type: integrationType,
  provider: line(60).min(1, 'Provider is required'),
  isActive: z.boolean(),
  settings,
})

/** A configured provider. */
export const integration = z.object({
  id: rowId(),
  type: integrationType,
  provider: z.string(),
  isActive: z.boolean(),
  /** Secrets are masked. */
  settings: z.record(z.string(), z.string()),
  version: rowVersion,
  /** Labels of required settings without a value. */
  missing: z.array(z.string()),
  /** Whether its secrets can be decrypted. */
  isReadable: z.boolean(),
  /** The last finished call; null where there was none. `error` is from the service. */
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
  freshness: 'while-shown',
  summary: 'List configured providers, with masked secrets and the status of their last calls',
  response: z.array(integration),
})

export const addIntegration = endpoint('POST /api/admin/integration-settings', {
  isForPeopleOnly: true,
  access,
  changes: ['integration'],
  isIdempotent: true,
  summary: 'Add a provider; an active one replaces the active one of its type',
  bodyBytes,
  body: form.extend({
    isActive: form.shape.isActive.default(false),
    settings: form.shape.settings.default({}),
  }),
  errorCodes: ['conflict'],
  response: integration,
})

export const changeIntegration = endpoint('PUT /api/admin/integration-settings/{id}', {
  isForPeopleOnly: true,
  access,
  changes: ['integration'],
  summary: 'Replace the settings of a provider; a masked secret stays unchanged',
  bodyBytes,
  params: idOnly,
  body: changeBody(form),
  errorCodes: ['conflict'],
  response: integration,
})

export const deleteIntegration = endpoint('DELETE /api/admin/integration-settings/{id}', {
  isForPeopleOnly: true,
  access,
  changes: ['integration'],
  summary: 'Delete a provider that is neither active nor in use',
  params: idOnly,
  errorCodes: ['conflict'],
  response: idOnly,
})

export const openIntegration = endpoint('GET /api/admin/integration-settings/edit/{id}', {
  needsConfirmation: 'opened the secrets of a provider',
  access,
  shows: ['integration'],
  freshness: 'while-shown',
  isForPeopleOnly: true,
  summary: 'The settings of a provider including secrets; audited',
  params: idOnly,
  errorCodes: ['conflict'],
  response: z.object({ settings: z.record(z.string(), z.string()), version: rowVersion }),
})

export const switchIntegration = endpoint(
  'POST /api/admin/integration-settings/{type}/switch/{providerId}',
  {
    isForPeopleOnly: true,
    access,
    changes: ['integration'],
    summary: 'Activate a provider',
    params: z.object({ type: integrationType, providerId: rowId() }),
    errorCodes: ['conflict'],
    response: integration,
  },
)

const testResult = {
  response: z.object({ message: z.string() }),
  errorCodes: ['unprocessable'],
  keepsFailures: true,
} as const
const testsPerMinute = 30

export const testIntegration = endpoint('POST /api/admin/integration-settings/{id}/test', {
  isForPeopleOnly: true,
  access,
  changes: ['integration'],
  limit: testsPerMinute,
  summary: 'Test a provider with the smallest real call, within 30 seconds',
  params: idOnly,
  ...testResult,
})

const unsavedTest = {
  access,
  isForPeopleOnly: true,
  changes: ['integration'],
  limit: testsPerMinute,
  bodyBytes,
  /** A masked secret stands for the stored one. */
  body: settings,
  ...testResult,
} as const

export const testBunny = endpoint('POST /api/admin/test-bunny-connection', {
  ...unsavedTest,
  summary: 'Test unsaved settings of Bunny',
})
export const testOpenAi = endpoint('POST /api/admin/test-openai-connection', {
  ...unsavedTest,
  summary: 'Test unsaved settings of OpenAI',
})

/** `open`: in progress, or its process was killed. */
export const callOutcome = z.enum(['success', 'failure', 'open'])
export type CallOutcome = z.infer<typeof callOutcome>

/** One outbound call, without its content or path. */
export const egressEntry = z.object({
  id: rowId(),
  createdAt: z.string(),
  provider: z.string(),
  host: z.string(),
  purpose: z.string(),
  /** Whose data it contained. */
  sessionId: rowId().nullable(),
  clientId: rowId().nullable(),
  clientName: z.string().nullable(),
  sessionDate: z.string().nullable(),
  bytesOut: z.number().int(),
  bytesIn: z.number().int(),
  /** HTTP status; null without a response. */
  status: z.number().int().nullable(),
  outcome: callOutcome,
  /** From the service. */
  error: z.string().nullable(),
  durationMs: z.number().int().nullable(),
})
export type EgressEntry = z.infer<typeof egressEntry>

export const listEgress = endpoint('GET /api/admin/egress', {
  access,
  shows: ['integration'],
  freshness: 'while-shown',
  summary: 'List outbound calls, newest first',
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
