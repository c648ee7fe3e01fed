import { type GivenSettings, noSettingsToTest, noTestYet } from '#contract/integrations.ts'
import { type IntegrationType, providerForm } from '#contract/providers/providers.ts'
import { missingIn } from '#contract/providers/settings.ts'
import { audit } from '../../audit/audit.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import type { Trial } from '../../../providers/registry.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { readableSecrets } from '../integration-row.ts'
import { type Kept, keptOfType, keptRow } from '../integrations.queries.ts'
import { secretsOf } from '../integrations.service.ts'
import { sortedSettings } from '../kept-settings.ts'

type Needs = Pick<Deps, 'db' | 'keys' | 'providers'>
type Tried = Trial & { type: IntegrationType }

/** Milliseconds for all of a test. */
const withinMs = 30_000
/** Seconds after which to try again, where the service does not say. */
const usualWait = 30

/** Tries a configured provider. Throws unprocessable where it says no, and unavailable where it cannot be had. */
export async function testIntegration(deps: Needs, actor: Actor, id: string, ms = withinMs) {
  const row = await keptRow(deps.db, id)
  const settings = { ...row.settings, ...secretsOf(deps.keys, row) }
  const form = providerForm(row.type, row.provider)
  const missing = form ? missingIn(form, settings) : []
  if (missing.length)
    throw new AppError(
      'unprocessable',
      Object.keys(settings).length
        ? `${missing.join(' and ')} must be set first.`
        : noSettingsToTest,
    )
  return tried(deps, actor, { ...row, settings }, ms)
}

/** The same of settings that need not be saved; a mask stands for a secret that is. */
export async function testSettings(
  deps: Needs,
  actor: Actor,
  { type, provider, given }: { type: IntegrationType; provider: string; given: GivenSettings },
  ms = withinMs,
) {
  const form = providerForm(type, provider)
  if (!form || !Object.values(given).some((it) => it?.trim()))
    throw new AppError('unprocessable', noSettingsToTest)
  const saved = (await keptOfType(deps.db, type)).filter((it) => it.provider === provider)
  const { id, sorted } = matching(deps, saved, (stored) => sortedSettings(form, given, stored))
  const settings = { ...sorted.settings, ...sorted.secrets }
  return tried(deps, actor, { type, provider, settings, id }, ms)
}

/** The first of those saved, the active one before the others, whose secrets the masks stand for. */
function matching<T>(
  { keys }: Needs,
  saved: readonly Kept[],
  sort: (stored: Record<string, string>) => T,
) {
  for (const row of saved)
    try {
      return { id: row.id, sorted: sort(readableSecrets(keys, row) ?? {}) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  return { id: undefined, sorted: sort({}) }
}

async function tried(deps: Needs, actor: Actor, it: Tried, ms: number) {
  const outcome = await outcomeOf(deps, it, ms)
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

async function outcomeOf(
  { providers }: Needs,
  { type, ...trial }: Tried,
  ms: number,
): Promise<Outcome> {
  const signal = AbortSignal.timeout(ms)
  try {
    const adapter = providers.trial(type, trial)
    if (!adapter.test) return { failure: new AppError('unprocessable', noTestYet) }
    return { message: await abortable(adapter.test(signal), signal) }
  } catch (error) {
    return { failure: failureOf(error, signal) }
  }
}

function failureOf(error: unknown, { aborted }: AbortSignal) {
  if (error instanceof Rejected) return new AppError('unprocessable', error.message)
  if (!aborted && !(error instanceof Unavailable)) return error
  const failure = new AppError(
    'unavailable',
    error instanceof Unavailable ? error.message : 'The service did not respond in time.',
  )
  const waitMs = error instanceof Unavailable ? error.waitMs : undefined
  failure.retryAfter = waitMs === undefined ? usualWait : Math.max(1, Math.ceil(waitMs / 1000))
  return failure
}
