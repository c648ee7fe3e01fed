import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { audit } from '../../audit/audit.ts'
import { forgetTrustedBrowsers } from '../second-factor/trusted-browsers.ts'
import { deleteOtherLogins, deleteOwnLogin } from './logins.queries.ts'

/** Throws conflict for the login of the request: that is signing out, which also removes the cookie. */
export function endOwnLogin(db: Db, actor: Actor, id: string) {
  if (id === actor.loginId)
    throw new AppError('conflict', 'This is your current login. Please log out instead.')
  return inTransaction(db, async (tx) => {
    if (!(await deleteOwnLogin(tx, actor.userId, id))) throw notFound('login')()
    await audit(tx, actor, { action: 'login-ended', table: 'user', rowId: actor.userId })
    return { ok: true as const }
  })
}

/** Also forgets trusted browsers. */
export function endOtherLogins(db: Db, actor: Actor) {
  return inTransaction(db, async (tx) => {
    await deleteOtherLogins(tx, actor)
    await forgetTrustedBrowsers(tx, actor.userId)
    await audit(tx, actor, { action: 'other-logins-ended', table: 'user', rowId: actor.userId })
    return { ok: true as const }
  })
}
