import { type GivenSettings, mustBeOneActive } from '#contract/integrations.ts'
import { type IntegrationType, providerForm } from '#contract/providers/providers.ts'
import { audit, type AuditAction } from '../audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockUntilCommit } from '../../platform/db/advisory-lock.ts'
import { type VersionedRow, staleError } from '../../platform/db/row-version.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { createOnce } from '../../platform/http/idempotency.ts'
import type { Actor } from '../../platform/http/mount.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import type { Settings } from '../../providers/adapter.ts'
import { secretsIn } from '../../providers/secrets.ts'
import { Unavailable } from '../../platform/jobs/errors.ts'
import { integrationOf, readableSecrets } from './integration-row.ts'
import {
  changeSettings,
  deleteRow,
  insertIntegration,
  type Kept,
  keptOfType,
  keptRow,
  putIn,
  putOut,
  requireNothingKept,
} from './integrations.queries.ts'
import { sortedSettings } from './kept-settings.ts'
import { isElsewhere, requireNew } from './places.ts'
import { requireOutside } from './checks/require-outside.ts'

type Needs = Pick<Deps, 'db' | 'keys'>
type Added = {
  type: IntegrationType
  provider: string
  isActive: boolean
  settings: GivenSettings
}
type Changed = { [Name in keyof Added]?: Added[Name] | undefined } & VersionedRow

/** Throws invalid for settings that are wrong, and conflict where the same is there already. */
export async function addIntegration({ db, keys }: Needs, actor: Actor, added: Added) {
  await requireOutsideOf(added, added.settings)
  return inTransaction(db, async (tx) => {
    const made = await createOnce(tx, actor, async (id) => {
      const { type, provider, isActive } = added
      const others = await holdType(tx, type)
      const form = providerForm(type, provider)
      if (!form) throw unknownProvider()
      const { settings, secrets } = sortedSettings(form, added.settings, {})
      requireNew(form, others, provider)
      const out = isActive ? await putOut(tx, type) : undefined
      await insertIntegration(tx, {
        ...{ id, type, provider, isActive, settings },
        secrets: sealed(keys, id, secrets),
      })
      await note(tx, actor, 'integration-added', { id, type, provider })
      if (isActive) await note(tx, actor, 'integration-switched', { id, type, provider, ...out })
    })
    return integrationOf({ db: tx, keys }, made)
  })
}

/**
 * Takes the settings as a whole. Throws invalid for settings that are wrong, stale where they were changed since they
 * were read, and conflict where none of the type would be active.
 */
export async function changeIntegration({ db, keys }: Needs, actor: Actor, change: Changed) {
  if (change.settings) await requireOutsideOf(await keptRow(db, change.id), change.settings)
  return inTransaction(db, async (tx) => {
    const { id, version } = change
    const { before, form } = await holdRow(tx, id)
    if (version !== undefined && version !== before.version) {
      if (!isSavedSo(keys, change, before)) throw staleError('provider')
      return integrationOf({ db: tx, keys }, id)
    }
    requireSame(before, change)
    if (before.isActive && change.isActive === false)
      throw new AppError('conflict', mustBeOneActive)
    if (change.settings) {
      if (!form) throw unknownProvider()
      const stored = readableSecrets(keys, before)
      const { settings, secrets } = sortedSettings(form, change.settings, stored ?? {})
      if (isElsewhere(form, before.settings, settings)) await requireNothingKept(tx, id)
      // What stays the same is not encrypted anew: it would be another version.
      const isSame = stored && isEqual(stored, secrets)
      const isSaved = await changeSettings(tx, before, {
        settings,
        secrets: isSame ? before.secrets : sealed(keys, id, secrets),
      })
      if (!isSaved) throw staleError('provider')
      const names = changedNames(before.settings, settings, stored ?? {}, secrets)
      if (names) await note(tx, actor, 'integration-changed', { ...before, changed: names })
    }
    if (change.isActive && !before.isActive) await activate({ db: tx, keys }, actor, id)
    return integrationOf({ db: tx, keys }, id)
  })
}

/** Names are looked up before anything is locked. */
async function requireOutsideOf(
  { type, provider }: { type: IntegrationType; provider: string },
  given: GivenSettings,
) {
  const form = providerForm(type, provider)
  if (form) await requireOutside(form, given)
}

/** Throws conflict where it could do nothing. The one that was active until now is put out. */
export const switchIntegration = (
  { db, keys }: Needs,
  actor: Actor,
  { type, providerId: id }: { type: IntegrationType; providerId: string },
) =>
  inTransaction(db, async (tx) => {
    const before = (await holdType(tx, type)).find((it) => it.id === id)
    if (!before) throw notFound('provider')()
    if (!before.isActive) await activate({ db: tx, keys }, actor, id)
    return integrationOf({ db: tx, keys }, id)
  })

/** Throws conflict where it is active, or something still hangs on it. */
export const deleteIntegration = ({ db }: Needs, actor: Actor, id: string) =>
  inTransaction(db, async (tx) => {
    const { before, others } = await holdRow(tx, id)
    if (before.isActive)
      throw new AppError(
        'conflict',
        others.length
          ? 'This is the active provider of its type. Activate another one first.'
          : mustBeOneActive,
      )
    await deleteRow(tx, id)
    await note(tx, actor, 'integration-deleted', before)
    return { id }
  })

/** Its settings with the secrets, for the form. Throws conflict where these cannot be read. */
export async function openIntegration({ db, keys }: Needs, actor: Actor, id: string) {
  const row = await keptRow(db, id)
  const settings = { ...row.settings, ...secretsOf(keys, row) }
  await note(db, actor, 'integration-opened', row)
  return { settings, version: row.version }
}

export function secretsOf(keys: Keys, row: Kept) {
  try {
    return secretsIn(keys, row)
  } catch (error) {
    if (error instanceof Unavailable) throw new AppError('conflict', error.message)
    throw error
  }
}

/** Of one type nobody looks at which is active while another changes it; answers all of it. */
async function holdType(tx: Db, type: IntegrationType) {
  await lockUntilCommit(tx, `integrations of ${type}`)
  return keptOfType(tx, type)
}

async function holdRow(tx: Db, id: string) {
  const { type } = await keptRow(tx, id)
  const all = await holdType(tx, type)
  const before = all.find((it) => it.id === id)
  if (!before) throw notFound('provider')()
  const form = providerForm(type, before.provider)
  return { before, form, others: all.filter((it) => it !== before) }
}

async function activate({ db: tx, keys }: Needs, actor: Actor, id: string) {
  const { missing, isReadable, type, provider } = await integrationOf({ db: tx, keys }, id)
  const form = providerForm(type, provider)
  if (!form) throw unknownProvider()
  const why = !isReadable
    ? 'its secrets cannot be read with the key of this installation'
    : missing.length
      ? `${missing.join(' and ')} must be set first`
      : undefined
  if (why) throw new AppError('conflict', `${form.label} cannot be activated: ${why}.`)
  const out = await putOut(tx, type)
  await putIn(tx, id)
  await note(tx, actor, 'integration-switched', { id, type, provider, ...out })
}

const unknownProvider = () =>
  new AppError('invalid', 'There is no such provider of this type.', {
    provider: 'There is no such provider of this type',
  })

const isOfSame = (before: Kept, { type, provider }: Changed) =>
  (type ?? before.type) === before.type && (provider ?? before.provider) === before.provider

function requireSame(before: Kept, change: Changed) {
  if (!isOfSame(before, change))
    throw new AppError('invalid', 'The provider stays the same. Add another one instead.', {
      provider: 'The provider stays the same',
    })
}

const sealed = (keys: Keys, id: string, secrets: Settings) =>
  Object.keys(secrets).length
    ? keys.encrypt('integration-secrets', id, JSON.stringify(secrets))
    : null

/** All that was sent stands there already: the answer to whoever saved it may have been lost. */
function isSavedSo(keys: Keys, change: Changed, before: Kept) {
  const { settings: given, isActive } = change
  const form = providerForm(before.type, before.provider)
  const stored = readableSecrets(keys, before)
  if (!given || !form || !stored) return false
  if ((isActive ?? before.isActive) !== before.isActive || !isOfSame(before, change)) return false
  try {
    const { settings, secrets } = sortedSettings(form, given, stored)
    return !changedNames(before.settings, settings, stored, secrets)
  } catch {
    // The mask of another secret.
    return false
  }
}

const isEqual = (one: Settings, other: Settings) => !changedNames(one, other, {}, {})

/** Which settings are not the same: their names, and never what they were. */
function changedNames(
  ...[settings, next, secrets, nextSecrets]: [Settings, Settings, Settings, Settings]
) {
  const [before, after] = [
    { ...settings, ...secrets },
    { ...next, ...nextSecrets },
  ]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => before[name] !== after[name]).join(' ')
}

type Noted = Pick<Kept, 'id' | 'type' | 'provider'> & { changed?: string; insteadOf?: string }

const note = (
  db: Db,
  actor: Actor,
  action: AuditAction,
  { id, type, provider, changed, insteadOf }: Noted,
) =>
  audit(db, actor, {
    action,
    table: 'integration',
    rowId: id,
    details: { type, provider, ...(changed && { changed }), ...(insteadOf && { insteadOf }) },
  })
