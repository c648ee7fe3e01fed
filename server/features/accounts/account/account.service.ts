import type { z } from 'zod'
import type { changeMyName, changeMyPassword } from '#contract/accounts/account.ts'
import { audit } from '../../audit/audit.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Browser } from '../../../platform/http/browser.ts'
import { rememberBrowser } from '../../../platform/http/known-browser.ts'
import { deleteLogin, deleteLogins, startLogin } from '../../../platform/http/login.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { refund } from '../sign-in/rate-limits.ts'
import { sendSecurityNotice } from '../second-factor/security-notice.ts'
import { lockUserWithPassword } from '../sign-in/auth.queries.ts'
import { deleteAccountLinks } from '../password-reset/password-reset.queries.ts'
import { hashNewPassword } from '../sign-in/passwords.ts'
import { editUser } from '../users/users.service.ts'
import { getAccount } from './get-account.ts'
import { requirePassword } from './require-password.ts'

/** Throws stale if the name was changed since it was read. */
export async function changeName(
  deps: Pick<Deps, 'db' | 'queue'>,
  actor: Actor,
  asked: z.output<typeof changeMyName.body>,
) {
  const { version, ...names } = asked
  await editUser(deps, actor, { id: actor.userId, version }, names)
  return getAccount(deps.db, actor)
}

/**
 * Sets a new password and ends every other login of the user; the current one gets a new token. A wrong current password
 * counts as a failed sign-in.
 */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'keys' | 'queue' | 'installation'>,
  browser: Browser<Actor>,
  { currentPassword, password }: z.output<typeof changeMyPassword.body>,
) {
  const { db } = deps
  const { actor, origin } = browser
  const { user, counted } = await requirePassword(deps, browser, currentPassword)
  const passwordHash = await hashNewPassword(password, await getAccount(db, actor), {
    brandName: deps.installation.brandName,
    origin,
  })
  const login = await inTransaction(db, async (tx) => {
    if (!(await lockUserWithPassword(tx, user)))
      throw new AppError('conflict', 'Your password was just changed. Please try again.')
    await refund(tx, counted)
    await tx.updateTable('user').set({ passwordHash }).where('id', '=', user.id).execute()
    await deleteAccountLinks(tx, user.id)
    const old = await deleteLogin(tx, actor)
    await deleteLogins(tx, user.id)
    await audit(tx, actor, { action: 'password-changed', table: 'user', rowId: user.id })
    await sendSecurityNotice(tx, deps, browser, {
      userId: user.id,
      what: 'Your password was changed',
    })
    const isRemembered = old?.isRemembered ?? false
    return startLogin(tx, { userId: user.id, isRemembered, browser })
  })
  const known = rememberBrowser(deps.keys, browser, { id: user.id, passwordHash })
  return { answer: { ok: true as const }, cookies: [login, known.cookie] }
}
