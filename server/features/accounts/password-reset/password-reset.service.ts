import { setTimeout as sleep } from 'node:timers/promises'
import { resetLink, resetLinkMinutes } from '#contract/accounts/onboarding.ts'
import { getAccount } from '../account/get-account.ts'
import { proveEmail } from '../account/prove-email.ts'
import { countAttempt } from '../sign-in/attempts.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Browser } from '../../../platform/http/browser.ts'
import { rememberBrowser } from '../../../platform/http/known-browser.ts'
import { deleteLogins } from '../../../platform/http/login.ts'
import { newId } from '../../../platform/ids.ts'
import { sendMessage } from '../../messages/send-message.ts'
import { hashToken, newToken } from '../../../platform/keys/keys.ts'
import { findActiveUserByEmail } from '../sign-in/auth.queries.ts'
import { sendSecurityNotice } from '../second-factor/security-notice.ts'
import { hashNewPassword } from '../sign-in/passwords.ts'
import {
  deleteAccountLinks,
  insertResetLink,
  setPassword,
  findUserOfResetLink,
} from './password-reset.queries.ts'

type Needs = Pick<Deps, 'db' | 'installation' | 'providers' | 'queue' | 'keys'>

/** Minimum response time, longer than the work takes, so that it reveals nothing. */
export const minResponseMs = 400

/** Response and response time are the same for an unknown email. */
export async function sendResetLink(deps: Needs, email: string, { address, origin }: Browser) {
  const { db, providers } = deps
  const { adapter: messenger } = await providers.active('email_sms')
  const earliest = sleep(minResponseMs)
  await countAttempt(deps, { purpose: 'forgot-password', email, address })
  await inTransaction(db, async (tx) => {
    const user = await findActiveUserByEmail(tx, email)
    await audit(
      tx,
      { address },
      { action: 'password-reset-asked', ...(user && { table: 'user', rowId: user.id }) },
    )
    if (!user) return
    const { token, expiresAt } = await createResetLink(tx, user.id, resetLinkMinutes)
    await sendMessage(tx, deps, {
      kind: 'passwordReset',
      userId: user.id,
      values: { link: resetLink(origin, token), minutes: String(resetLinkMinutes) },
      expiresAt,
    })
  })
  await earliest
  return { delivery: messenger.channel ? ('message' as const) : ('ask' as const) }
}

/** Only the hash of the token is stored. */
export async function createResetLink(tx: Db, userId: string, minutes: number) {
  const token = newToken()
  const expiresAt = new Date(Date.now() + minutes * 60_000)
  await insertResetLink(tx, {
    id: newId(),
    userId,
    tokenHash: hashToken(token),
    expiresAt: expiresAt.toISOString(),
  })
  return { token, expiresAt }
}

/** Throws not-found for an invalid link. */
export async function getAccountOfLink(db: Db, token: string) {
  const userId = await findUserOfResetLink(db, hashToken(token), new Date())
  if (!userId) throw invalidLink()
  const { email } = await getAccount(db, { userId })
  return { email }
}

/**
 * Sets a new password and ends every login of the user. The browser becomes a known one, so that the user can sign in
 * although password guesses by others used up the limit. Throws not-found for an invalid link.
 */
export async function setPasswordByLink(
  deps: Omit<Needs, 'providers'>,
  { token, password }: { token: string; password: string },
  browser: Browser,
) {
  const { db } = deps
  const tokenHash = hashToken(token)
  const userId = await findUserOfResetLink(db, tokenHash, new Date())
  if (!userId) throw invalidLink()
  const passwordHash = await hashNewPassword(password, await getAccount(db, { userId }), {
    brandName: deps.installation.brandName,
    origin: browser.origin,
  })
  await inTransaction(db, async (tx) => {
    if (!(await setPassword(tx, { userId, tokenHash, passwordHash, now: new Date() })))
      throw invalidLink()
    await proveEmail(tx, userId, passwordHash)
    await deleteAccountLinks(tx, userId)
    await deleteLogins(tx, userId)
    await audit(
      tx,
      { userId, address: browser.address },
      { action: 'password-reset', table: 'user', rowId: userId },
    )
    await sendSecurityNotice(tx, deps, browser, { userId, what: 'Your password was changed' })
  })
  const known = rememberBrowser(deps.keys, browser, { id: userId, passwordHash })
  return { answer: { ok: true as const }, cookies: [known.cookie] }
}

const invalidLink = () =>
  new AppError('not-found', 'This link is no longer valid. Please ask for a new one.')
