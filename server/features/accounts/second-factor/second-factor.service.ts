import type { NewPasskey, Proof } from '#contract/accounts/second-factor.ts'
import { maxPasskeys } from '#contract/accounts/security.ts'
import { mayManage } from '#contract/accounts/users.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Browser } from '../../../platform/http/browser.ts'
import { knownBrowserId } from '../../../platform/http/known-browser.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { listFactors } from '../../../platform/http/second-factor.ts'
import { newId } from '../../../platform/ids.ts'
import { type AuditAction, audit } from '../../audit/audit.ts'
import { requirePassword } from '../account/require-password.ts'
import { getProviderOfLogin } from '../identity-providers/identity-providers.queries.ts'
import { countAttempt } from '../sign-in/attempts.ts'
import { getCredentials } from '../sign-in/auth.queries.ts'
import { refund } from '../sign-in/rate-limits.ts'
import { getUserRow } from '../users/users.queries.ts'
import { acceptProof, wrongProof } from './sign-in-with-second-factor.service.ts'
import {
  storeChallenge,
  claimChallenge,
  deleteFactors,
  deleteRecoveryCodesAndTrust,
  listPasskeys,
  lockFactors,
} from './factors.queries.ts'
import { creationOptions, requestOptions, getSite, verifyNewPasskey } from './passkeys.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { sendSecurityNotice } from './security-notice.ts'
import { acceptTotpCode, createTotp } from './totp.ts'

type Needs = Pick<Deps, 'db' | 'keys' | 'queue' | 'installation'>
type SignedIn = Browser<Actor>

/** Records a change in the audit log and tells the user. */
async function record(
  tx: Db,
  deps: Needs,
  browser: SignedIn,
  {
    action,
    what,
    userId = browser.actor.userId,
  }: { action: AuditAction; what: string; userId?: string },
) {
  await audit(tx, browser.actor, { action, table: 'user', rowId: userId })
  await sendSecurityNotice(tx, deps, browser, { userId, what })
}

/** Adds a factor in one transaction. Returns recovery codes if it is the user's first. */
const addFactor = (
  deps: Needs,
  browser: SignedIn,
  change: { action: AuditAction; what: string; add: (tx: Db) => Promise<void> },
) =>
  inTransaction(deps.db, async (tx) => {
    const { userId } = browser.actor
    await lockFactors(tx, userId)
    const isFirst = (await listFactors(tx, userId)).length === 0
    await change.add(tx)
    await recordConfirmation(tx, browser.actor)
    await record(tx, deps, browser, change)
    return { recoveryCodes: isFirst ? await createRecoveryCodes(tx, deps.keys, userId) : null }
  })

/** Makes a change that needs the password, in one transaction. */
async function withPassword<T>(
  deps: Needs,
  browser: SignedIn,
  currentPassword: string,
  change: (tx: Db) => Promise<T>,
) {
  const { counted } = await requirePassword(deps, browser, currentPassword)
  return inTransaction(deps.db, async (tx) => {
    await refund(tx, counted)
    await lockFactors(tx, browser.actor.userId)
    return change(tx)
  })
}

const removeFactor = (
  deps: Needs,
  browser: SignedIn,
  currentPassword: string,
  change: { action: AuditAction; what: string; remove: (tx: Db) => Promise<bigint> },
) =>
  withPassword(deps, browser, currentPassword, async (tx) => {
    const { userId } = browser.actor
    if ((await change.remove(tx)) === 0n) throw notFound('second factor')()
    if (!(await listFactors(tx, userId)).length) await deleteRecoveryCodesAndTrust(tx, userId)
    await record(tx, deps, browser, change)
    return { ok: true as const }
  })

/** Before a factor is added. A login by an identity provider has no password to ask for. */
async function requirePasswordOfLogin(deps: Needs, browser: SignedIn, currentPassword: string) {
  if ((await getProviderOfLogin(deps.db, browser.actor.loginId)) !== null) return
  const { counted } = await requirePassword(deps, browser, currentPassword)
  await inTransaction(deps.db, (tx) => refund(tx, counted))
}

/** Throws invalid for a wrong password, conflict if the user has one already. */
export async function startTotp(deps: Needs, browser: SignedIn, currentPassword: string) {
  await requirePasswordOfLogin(deps, browser, currentPassword)
  const { userId } = browser.actor
  return inTransaction(deps.db, async (tx) => {
    await lockFactors(tx, userId)
    if ((await listFactors(tx, userId)).includes('totp'))
      throw new AppError('conflict', 'You already have an authenticator app. Remove it first.')
    const { email } = await getCredentials(tx, userId)
    const issuer = deps.installation.brandName
    return createTotp(tx, deps.keys, { userId, issuer, label: email })
  })
}

export function confirmTotp(deps: Needs, browser: SignedIn, code: string) {
  return addFactor(deps, browser, {
    action: 'authenticator-app-added',
    what: 'An authenticator app was added to your account',
    add: async (tx) => {
      const { userId } = browser.actor
      if (!(await acceptTotpCode(tx, deps.keys, { userId, code, isNew: true })))
        throw wrongProof({})
    },
  })
}

export const removeTotp = (deps: Needs, browser: SignedIn, currentPassword: string) =>
  removeFactor(deps, browser, currentPassword, {
    action: 'authenticator-app-removed',
    what: 'An authenticator app was removed from your account',
    remove: async (tx) =>
      (await tx.deleteFrom('totp').where('userId', '=', browser.actor.userId).executeTakeFirst())
        .numDeletedRows,
  })

/** Throws invalid for a wrong password. */
export async function startPasskey(deps: Needs, browser: SignedIn, currentPassword: string) {
  await requirePasswordOfLogin(deps, browser, currentPassword)
  const { actor, origin } = browser
  const site = getSite(origin)
  if ((await listPasskeys(deps.db, actor.userId)).length >= maxPasskeys)
    throw new AppError('conflict', `You already have ${maxPasskeys} passkeys. Remove one first.`)
  const { id: userId, email } = await getCredentials(deps.db, actor.userId)
  const { brandName } = deps.installation
  const options = await creationOptions(deps.db, site, { userId, email, brandName })
  await storeChallenge(deps.db, { table: 'login', id: actor.loginId }, options.challenge)
  return { ...options }
}

export async function addPasskey(
  deps: Needs,
  browser: SignedIn,
  { name, passkey }: { name: string; passkey: NewPasskey },
) {
  const { userId, loginId } = browser.actor
  const challenge = await claimChallenge(deps.db, { table: 'login', id: loginId })
  const site = getSite(browser.origin)
  const values = challenge && (await verifyNewPasskey(site, challenge, passkey))
  if (!values) throw wrongProof({ passkey })
  return addFactor(deps, browser, {
    action: 'passkey-added',
    what: 'A passkey was added to your account',
    add: async (tx) => {
      const added = await tx
        .insertInto('passkey')
        .values({ ...values, id: newId(), userId, name })
        .onConflict((it) => it.column('credentialId').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) throw new AppError('conflict', 'This passkey is already in use.')
    },
  })
}

export function renamePasskey(db: Db, actor: Actor, id: string, name: string) {
  return inTransaction(db, async (tx) => {
    const renamed = await tx
      .updateTable('passkey')
      .set({ name })
      .where('id', '=', id)
      .where('userId', '=', actor.userId)
      .returning(['id', 'name', 'createdAt', 'lastUsedAt'])
      .executeTakeFirst()
    if (!renamed) throw notFound('passkey')()
    await audit(tx, actor, { action: 'passkey-renamed', table: 'user', rowId: actor.userId })
    return renamed
  })
}

export const removePasskey = (
  deps: Needs,
  browser: SignedIn,
  id: string,
  currentPassword: string,
) =>
  removeFactor(deps, browser, currentPassword, {
    action: 'passkey-removed',
    what: 'A passkey was removed from your account',
    remove: async (tx) => {
      const deleting = tx.deleteFrom('passkey').where('id', '=', id)
      return (await deleting.where('userId', '=', browser.actor.userId).executeTakeFirst())
        .numDeletedRows
    },
  })

/** Throws conflict without a second factor. */
export const renewRecoveryCodes = (deps: Needs, browser: SignedIn, currentPassword: string) =>
  withPassword(deps, browser, currentPassword, async (tx) => {
    const { userId } = browser.actor
    if (!(await listFactors(tx, userId)).length)
      throw new AppError('conflict', 'Set up a second factor first.')
    const recoveryCodes = await createRecoveryCodes(tx, deps.keys, userId)
    const action = 'recovery-codes-renewed'
    await record(tx, deps, browser, { action, what: 'Your recovery codes were replaced' })
    return { recoveryCodes }
  })

export async function startConfirmation(deps: Needs, { actor, origin }: SignedIn) {
  const options = await requestOptions(deps.db, getSite(origin), actor.userId)
  await storeChallenge(deps.db, { table: 'login', id: actor.loginId }, options.challenge)
  return { ...options }
}

const recordConfirmation = (tx: Db, { loginId }: Actor) =>
  tx
    .updateTable('login')
    .set({ confirmedAt: new Date().toISOString() })
    .where('id', '=', loginId)
    .execute()

/** The login may make sensitive changes for some minutes. Throws invalid for a wrong code or passkey. */
export async function confirmSecondFactor(deps: Needs, browser: SignedIn, proof: Proof) {
  const { db, keys } = deps
  const { actor, address, origin } = browser
  const { userId, loginId } = actor
  const user = await getCredentials(db, userId)
  const counted = await countAttempt(deps, {
    purpose: 'second-factor',
    email: user.email,
    address,
    browserId: knownBrowserId(keys, browser, user),
  })
  const challenge = await claimChallenge(db, { table: 'login', id: loginId })
  const factor = await inTransaction(db, async (tx) => {
    const accepted = await acceptProof(tx, keys, { userId, proof, challenge, origin })
    if (!accepted) return undefined
    await refund(tx, counted)
    await recordConfirmation(tx, actor)
    return accepted
  })
  const about = { table: 'user', rowId: userId }
  if (!factor) {
    await audit(db, actor, { action: 'second-factor-refused', ...about })
    throw wrongProof(proof)
  }
  await audit(db, actor, { action: 'second-factor-confirmed', ...about, details: { factor } })
  return { ok: true as const }
}

/** For a user who has lost them. Throws not-allowed for a higher role, conflict without a second factor. */
export function resetSecondFactor(deps: Needs, browser: SignedIn, userId: string) {
  if (userId === browser.actor.userId)
    throw new AppError('conflict', 'You can remove your own under Sign-in and security.')
  return inTransaction(deps.db, async (tx) => {
    const user = await getUserRow(tx, userId)
    if (!mayManage(browser.actor, user))
      throw new AppError(
        'not-allowed',
        'Only system administrators can create or change system administrators.',
      )
    await lockFactors(tx, userId)
    if (!(await deleteFactors(tx, userId)))
      throw new AppError('conflict', 'This user has no second factor.')
    const what = 'Your second factor was removed by an administrator'
    await record(tx, deps, browser, { action: 'second-factor-reset', what, userId })
    return { ok: true as const }
  })
}
