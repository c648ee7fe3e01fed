import { type GivenSettings, mustBeOneActive } from '#contract/integrations/integrations.ts'
import { type IntegrationType, providerForm } from '#contract/integrations/providers/providers.ts'
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
import type { Settings } from '../../providers/provider.ts'
import { decryptSecrets } from '../../providers/secrets.ts'
import { Unavailable } from '../../platform/jobs/errors.ts'
import { findIntegration, readableSecrets } from './integration-row.ts'
import {
  updateSettings,
  deleteIntegrationRow,
  insertIntegration,
  type StoredIntegration,
  integrationsOfType,
  storedIntegration,
  setActive,
  deactivateType,
  requireNoStoredFiles,
} from './integrations.queries.ts'
import { parseSettings } from './parse-settings.ts'
import { isLocationChanged, requireAddable } from './provider-limits.ts'
import { requirePublicAddress } from './checks/require-public-address.ts'

type Needs = Pick<Deps, 'db' | 'keys'>
type NewIntegration = {
  type: IntegrationType
  provider: string
  isActive: boolean
  settings: GivenSettings
}
type IntegrationChange = {
  [Name in keyof NewIntegration]?: NewIntegration[Name] | undefined
} & VersionedRow

/** Throws invalid for wrong settings, and conflict if it exists already. */
export async function addIntegration({ db, keys }: Needs, actor: Actor, added: NewIntegration) {
  await requirePublicAddresses(added, added.settings)
  return inTransaction(db, async (tx) => {
    const integrationId = await createOnce(tx, actor, async (id) => {
      const { type, provider, isActive } = added
      const others = await lockType(tx, type)
      const form = providerForm(type, provider)
      if (!form) throw unknownProvider()
      const { settings, secrets } = parseSettings(form, added.settings, {
        settings: {},
        secrets: {},
      })
      requireAddable(form, others, provider)
      const replaced = isActive ? await deactivateType(tx, type) : undefined
      await insertIntegration(tx, {
        id,
        type,
        provider,
        isActive,
        settings,
        secrets: encryptSecrets(keys, id, secrets),
      })
      await auditIntegration(tx, actor, 'integration-added', { id, type, provider })
      if (isActive)
        await auditIntegration(tx, actor, 'integration-switched', {
          id,
          type,
          provider,
          ...replaced,
        })
    })
    return findIntegration({ db: tx, keys }, integrationId)
  })
}

/**
 * Replaces all settings. Throws invalid for wrong settings, stale if they have changed since they were read, and conflict
 * if no provider of the type would be active.
 */
export async function changeIntegration(
  { db, keys }: Needs,
  actor: Actor,
  change: IntegrationChange,
) {
  if (change.settings)
    await requirePublicAddresses(await storedIntegration(db, change.id), change.settings)
  return inTransaction(db, async (tx) => {
    const { id, version } = change
    const { before, form } = await lockIntegration(tx, id)
    if (version !== undefined && version !== before.version) {
      if (!isAlreadySaved(keys, change, before)) throw staleError('provider')
      return findIntegration({ db: tx, keys }, id)
    }
    requireSameProvider(before, change)
    if (before.isActive && change.isActive === false)
      throw new AppError('conflict', mustBeOneActive)
    if (change.settings) {
      if (!form) throw unknownProvider()
      const stored = readableSecrets(keys, before)
      const { settings, secrets } = parseSettings(form, change.settings, {
        settings: before.settings,
        secrets: stored ?? {},
      })
      if (isLocationChanged(form, before.settings, settings)) await requireNoStoredFiles(tx, id)
      // Unchanged secrets are not encrypted again, which would change the version.
      const isSame = stored && isEqual(stored, secrets)
      const isSaved = await updateSettings(tx, before, {
        settings,
        secrets: isSame ? before.secrets : encryptSecrets(keys, id, secrets),
      })
      if (!isSaved) throw staleError('provider')
      const names = changedNames(before.settings, settings, stored ?? {}, secrets)
      if (names)
        await auditIntegration(tx, actor, 'integration-changed', { ...before, changed: names })
    }
    if (change.isActive && !before.isActive) await activate({ db: tx, keys }, actor, id)
    return findIntegration({ db: tx, keys }, id)
  })
}

/** DNS lookups happen before anything is locked. */
async function requirePublicAddresses(
  { type, provider }: { type: IntegrationType; provider: string },
  given: GivenSettings,
) {
  const form = providerForm(type, provider)
  if (form) await requirePublicAddress(form, given)
}

/** Deactivates the other providers of the type. Throws conflict if settings are missing. */
export const switchIntegration = (
  { db, keys }: Needs,
  actor: Actor,
  { type, providerId: id }: { type: IntegrationType; providerId: string },
) =>
  inTransaction(db, async (tx) => {
    const before = (await lockType(tx, type)).find((it) => it.id === id)
    if (!before) throw notFound('provider')()
    if (!before.isActive) await activate({ db: tx, keys }, actor, id)
    return findIntegration({ db: tx, keys }, id)
  })

/** Throws conflict if it is active or in use. */
export const deleteIntegration = ({ db }: Needs, actor: Actor, id: string) =>
  inTransaction(db, async (tx) => {
    const { before, others } = await lockIntegration(tx, id)
    if (before.isActive)
      throw new AppError(
        'conflict',
        others.length
          ? 'This is the active provider of its type. Activate another one first.'
          : mustBeOneActive,
      )
    await deleteIntegrationRow(tx, id)
    await auditIntegration(tx, actor, 'integration-deleted', before)
    return { id }
  })

/** Settings with secrets, for the form. Throws conflict if secrets cannot be decrypted. */
export async function openIntegration({ db, keys }: Needs, actor: Actor, id: string) {
  const row = await storedIntegration(db, id)
  const settings = { ...row.settings, ...getSecrets(keys, row) }
  await auditIntegration(db, actor, 'integration-opened', row)
  return { settings, version: row.version }
}

export function getSecrets(keys: Keys, row: StoredIntegration) {
  try {
    return decryptSecrets(keys, row)
  } catch (error) {
    if (error instanceof Unavailable) throw new AppError('conflict', error.message)
    throw error
  }
}

/** Serializes changes of a type. Returns all its integrations. */
async function lockType(tx: Db, type: IntegrationType) {
  await lockUntilCommit(tx, `integrations of ${type}`)
  return integrationsOfType(tx, type)
}

async function lockIntegration(tx: Db, id: string) {
  const { type } = await storedIntegration(tx, id)
  const all = await lockType(tx, type)
  const before = all.find((it) => it.id === id)
  if (!before) throw notFound('provider')()
  const form = providerForm(type, before.provider)
  return { before, form, others: all.filter((it) => it !== before) }
}

async function activate({ db: tx, keys }: Needs, actor: Actor, id: string) {
  const { missing, isReadable, type, provider } = await findIntegration({ db: tx, keys }, id)
  const form = providerForm(type, provider)
  if (!form) throw unknownProvider()
  const why = !isReadable
    ? 'its secrets were encrypted with a different key'
    : missing.length
      ? `${missing.join(' and ')} must be set first`
      : undefined
  if (why) throw new AppError('conflict', `${form.label} cannot be activated: ${why}.`)
  const replaced = await deactivateType(tx, type)
  await setActive(tx, id)
  await auditIntegration(tx, actor, 'integration-switched', { id, type, provider, ...replaced })
}

const unknownProvider = () =>
  new AppError('invalid', 'Unknown provider for this type.', {
    provider: 'Unknown provider for this type',
  })

const isSameProvider = (before: StoredIntegration, { type, provider }: IntegrationChange) =>
  (type ?? before.type) === before.type && (provider ?? before.provider) === before.provider

function requireSameProvider(before: StoredIntegration, change: IntegrationChange) {
  if (!isSameProvider(before, change))
    throw new AppError('invalid', 'The provider cannot be changed. Add another one instead.', {
      provider: 'The provider cannot be changed',
    })
}

const encryptSecrets = (keys: Keys, id: string, secrets: Settings) =>
  Object.keys(secrets).length
    ? keys.encrypt('integration-secrets', id, JSON.stringify(secrets))
    : null

/** The response to the first request may have been lost. */
function isAlreadySaved(keys: Keys, change: IntegrationChange, before: StoredIntegration) {
  const { settings: given, isActive } = change
  const form = providerForm(before.type, before.provider)
  const stored = readableSecrets(keys, before)
  if (!given || !form || !stored) return false
  if ((isActive ?? before.isActive) !== before.isActive || !isSameProvider(before, change))
    return false
  try {
    const { settings, secrets } = parseSettings(form, given, {
      settings: before.settings,
      secrets: stored,
    })
    return !changedNames(before.settings, settings, stored, secrets)
  } catch {
    // The mask of a different secret.
    return false
  }
}

const isEqual = (one: Settings, other: Settings) => !changedNames(one, other, {}, {})

/** Names of changed settings, without values. */
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

type AuditedIntegration = Pick<StoredIntegration, 'id' | 'type' | 'provider'> & {
  changed?: string
  insteadOf?: string
}

const auditIntegration = (
  db: Db,
  actor: Actor,
  action: AuditAction,
  { id, type, provider, changed, insteadOf }: AuditedIntegration,
) =>
  audit(db, actor, {
    action,
    table: 'integration',
    rowId: id,
    details: { type, provider, ...(changed && { changed }), ...(insteadOf && { insteadOf }) },
  })
