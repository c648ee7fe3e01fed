import {
  type GivenSettings,
  noSettingsToTest,
  noTestYet,
} from '#contract/integrations/integrations.ts'
import { type IntegrationType, providerForm } from '#contract/integrations/providers/providers.ts'
import { listMissingSettings } from '#contract/integrations/providers/settings.ts'
import { audit } from '../../audit/audit.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import type { Trial } from '../../../providers/registry.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { readableSecrets } from '../integration-row.ts'
import {
  type StoredIntegration,
  integrationsOfType,
  storedIntegration,
} from '../integrations.queries.ts'
import { getSecrets } from '../integrations.service.ts'
import { type ParsedSettings, parseSettings } from '../parse-settings.ts'

type Needs = Pick<Deps, 'db' | 'keys' | 'providers'>
type TestedProvider = Trial & { type: IntegrationType }

const timeoutMs = 30_000
/** Where the service does not send Retry-After. */
const defaultRetrySeconds = 30

/** Throws unprocessable if the service rejects the settings, and unavailable if it cannot be reached. */
export async function testIntegration(deps: Needs, actor: Actor, id: string, ms = timeoutMs) {
  const row = await storedIntegration(deps.db, id)
  const settings = { ...row.settings, ...getSecrets(deps.keys, row) }
  const form = providerForm(row.type, row.provider)
  const missing = form ? listMissingSettings(form, settings) : []
  if (missing.length)
    throw new AppError(
      'unprocessable',
      Object.keys(settings).length
        ? `${missing.join(' and ')} must be set first.`
        : noSettingsToTest,
    )
  return runTest(deps, actor, { ...row, settings }, ms)
}

/** Tests unsaved settings; a masked secret stands for a saved one. */
export async function testSettings(
  deps: Needs,
  actor: Actor,
  { type, provider, given }: { type: IntegrationType; provider: string; given: GivenSettings },
  ms = timeoutMs,
) {
  const form = providerForm(type, provider)
  if (!form || !Object.values(given).some((it) => it?.trim()))
    throw new AppError('unprocessable', noSettingsToTest)
  const saved = (await integrationsOfType(deps.db, type)).filter((it) => it.provider === provider)
  const { id, sorted } = withStoredSecrets(deps, saved, (before) =>
    parseSettings(form, given, before),
  )
  const settings = { ...sorted.settings, ...sorted.secrets }
  return runTest(deps, actor, { type, provider, settings, id }, ms)
}

/** Uses the secrets of the first saved integration that the masks match, the active one first. */
function withStoredSecrets<T>(
  { keys }: Needs,
  saved: readonly StoredIntegration[],
  parse: (before: ParsedSettings) => T,
) {
  for (const row of saved)
    try {
      return {
        id: row.id,
        sorted: parse({ settings: row.settings, secrets: readableSecrets(keys, row) ?? {} }),
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  return { id: undefined, sorted: parse({ settings: {}, secrets: {} }) }
}

async function runTest(deps: Needs, actor: Actor, it: TestedProvider, ms: number) {
  const outcome = await readOutcome(deps, it, ms)
  await audit(deps.db, actor, {
    action: 'integration-tested',
    table: 'integration',
    ...(it.id && { rowId: it.id }),
    details: { type: it.type, provider: it.provider, isSuccess: 'message' in outcome },
  })
  if ('message' in outcome) return outcome
  throw outcome.failure
}

type Outcome = { message: string } | { failure: unknown }

async function readOutcome(
  { providers }: Needs,
  { type, ...trial }: TestedProvider,
  ms: number,
): Promise<Outcome> {
  const signal = AbortSignal.timeout(ms)
  try {
    const adapter = providers.trial(type, trial)
    if (!adapter.test) return { failure: new AppError('unprocessable', noTestYet) }
    return { message: await abortable(adapter.test(signal), signal) }
  } catch (error) {
    return { failure: testError(error, signal) }
  }
}

function testError(error: unknown, { aborted }: AbortSignal) {
  if (error instanceof Rejected) return new AppError('unprocessable', error.message)
  if (!aborted && !(error instanceof Unavailable)) return error
  const failure = new AppError(
    'unavailable',
    error instanceof Unavailable ? error.message : 'The service did not respond in time.',
  )
  const waitMs = error instanceof Unavailable ? error.waitMs : undefined
  failure.retryAfter =
    waitMs === undefined ? defaultRetrySeconds : Math.max(1, Math.ceil(waitMs / 1000))
  return failure
}
