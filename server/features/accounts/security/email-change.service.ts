import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { emailLink, emailLinkHours, type newEmail } from '#contract/accounts/email-change.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Browser } from '../../../platform/http/browser.ts'
import { deleteLogins } from '../../../platform/http/login.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { hashToken, newToken } from '../../../platform/keys/keys.ts'
import { audit } from '../../audit/audit.ts'
import { withholdLinks } from '../../messages/messages.queries.ts'
import { sendMessage } from '../../messages/send-message.ts'
import { requirePassword } from '../account/require-password.ts'
import {
  findUserByEmail,
  getProviderOfLogin,
} from '../identity-providers/identity-providers.queries.ts'
import { deleteAccountLinks } from '../password-reset/password-reset.queries.ts'
import { minResponseMs } from '../password-reset/password-reset.service.ts'
import { sendSecurityNotice } from '../second-factor/security-notice.ts'
import { changeUser } from '../users/users.queries.ts'
import { withFreeEmail } from '../users/users.service.ts'
import { lockEmailChange, putEmailChange, deleteEmailChange } from './email-change.queries.ts'

type Needs = Pick<Deps, 'db' | 'installation' | 'providers' | 'queue' | 'keys'>

/** Whether an identity provider manages the email: the user signed in through it. */
export const isEmailManaged = async (db: Db, { loginId }: Actor) =>
  (await getProviderOfLogin(db, loginId)) !== null

/**
 * Sends a link to the new address and a notice to the current one. Response and response time are the same for an address in
 * use, which gets a message without a link.
 */
export async function sendEmailLink(
  deps: Needs,
  browser: Browser<Actor>,
  { email, currentPassword }: z.output<typeof newEmail>,
) {
  const { db, providers } = deps
  const { actor, origin, address, device } = browser
  if (await isEmailManaged(db, actor))
    throw new AppError('conflict', 'Your email is managed by the provider you signed in through.')
  const earliest = sleep(minResponseMs)
  // Not refunded for the right password, because each request sends an email to any address.
  const { user } = await requirePassword(deps, browser, currentPassword)
  const { id: userId } = user
  if (email === user.email) {
    const sentence = 'This is already your email'
    throw new AppError('invalid', `${sentence}.`, { email: sentence })
  }
  const { adapter: messenger } = await providers.active('email_sms')
  const token = newToken()
  const expiresAt = new Date(Date.now() + emailLinkHours * 3600_000)
  await inTransaction(db, async (tx) => {
    await putEmailChange(tx, { userId, email, tokenHash: hashToken(token), expiresAt })
    const owner = await findUserByEmail(tx, email)
    if (owner)
      await sendMessage(tx, deps, {
        kind: 'emailTaken',
        userId: owner.id,
        values: { link: `${origin}/app/security` },
      })
    else
      await sendMessage(tx, deps, {
        kind: 'emailChange',
        userId,
        recipient: email,
        expiresAt,
        values: { link: emailLink(origin, token), hours: String(emailLinkHours) },
      })
    await audit(tx, actor, { action: 'email-change-asked', table: 'user', rowId: userId })
    await sendSecurityNotice(tx, deps, browser, {
      userId,
      what: `Someone asked to change your email, on ${device ?? 'an unknown device'} with the IP address ${address}`,
    })
  })
  await earliest
  return { delivery: messenger.channel === 'email' ? ('message' as const) : ('ask' as const) }
}

/**
 * Changes the email and ends all other logins of the user. Throws not-found for an invalid link, conflict for an address that
 * another account has got in the meantime.
 */
export const confirmEmail = (deps: Needs, token: string, { actor, address, origin }: Browser) =>
  withFreeEmail(() =>
    inTransaction(deps.db, async (tx) => {
      const change = await lockEmailChange(tx, hashToken(token), new Date())
      if (!change || !(await deleteEmailChange(tx, change.id))) throw invalidLink()
      const { userId, email, oldEmail } = change
      const isOwn = actor?.userId === userId && actor.originalUserId === null
      // Whoever opens the link in another browser may own the address, but not the account.
      const emailProvenAt = isOwn ? new Date().toISOString() : null
      await changeUser(tx, { id: userId }, { email, emailProvenAt })
      await deleteAccountLinks(tx, userId)
      await withholdLinks(tx, deps.queue, userId)
      await deleteLogins(tx, userId, isOwn ? actor.loginId : undefined)
      await audit(
        tx,
        { userId, address },
        { action: 'email-changed', table: 'user', rowId: userId },
      )
      await sendMessage(tx, deps, {
        kind: 'emailChanged',
        userId,
        recipient: oldEmail,
        values: { newEmail: email, link: `${origin}/login` },
      })
      return { ok: true as const }
    }),
  )

const invalidLink = () => new AppError('not-found', 'This link is no longer valid.')
