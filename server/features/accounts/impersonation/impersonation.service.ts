import { sql } from 'kysely'
import { isSystemAdmin, type Role } from '#contract/roles.ts'
import { audit } from '../../audit/audit.ts'
import { getCurrentUser } from '../sign-in/current-user.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Browser } from '../../../platform/http/browser.ts'
import { deleteLogin, startLogin } from '../../../platform/http/login.ts'
import type { Actor } from '../../../platform/http/mount.ts'

/** See docs/product.md, "Impersonation". Audit entry and new login are one transaction. */
export async function startImpersonation(
  { db }: Pick<Deps, 'db'>,
  browser: Browser<Actor>,
  targetId: string,
) {
  const { actor } = browser
  const cookie = await inTransaction(db, async (tx) => {
    await requireMayImpersonate(tx, actor, targetId)
    const client = await findClientOfUser(tx, targetId)
    await audit(tx, actor, {
      action: 'impersonation-started',
      table: 'user',
      rowId: targetId,
      ...(client && { clientId: client.id }),
    })
    const login = await endCurrentLogin(tx, actor)
    return startLogin(tx, { ...login, userId: targetId, originalUserId: actor.userId, browser })
  })
  const answer = await getCurrentUser(db, { userId: targetId, originalUserId: actor.userId })
  return { answer, cookies: [cookie] }
}

/** Throws conflict without an impersonation. */
export async function endImpersonation({ db }: Pick<Deps, 'db'>, browser: Browser<Actor>) {
  const { actor } = browser
  const userId = actor.originalUserId
  if (userId === null) throw new AppError('conflict', 'You are not impersonating anyone.')
  const cookie = await inTransaction(db, async (tx) => {
    const [original] = await lockUsers(tx, [userId])
    if (!original || original.deactivatedAt !== null)
      throw new AppError('not-signed-in', 'Please sign in.')
    await audit(tx, actor, { action: 'impersonation-ended', table: 'user', rowId: actor.userId })
    const login = await endCurrentLogin(tx, actor)
    return startLogin(tx, { ...login, userId, browser })
  })
  const answer = await getCurrentUser(db, { userId, originalUserId: null })
  return { answer, cookies: [cookie] }
}

async function requireMayImpersonate(tx: Db, actor: Actor, targetId: string) {
  if (actor.originalUserId !== null)
    throw new AppError('conflict', 'Please exit the current impersonation first.')
  if (targetId === actor.userId)
    throw new AppError('conflict', 'You are already signed in as this user.')
  const held = await lockUsers(tx, [actor.userId, targetId])
  const administrator = held.find(({ id }) => id === actor.userId)
  const target = held.find(({ id }) => id === targetId)
  // The role may have changed while the request waited for the lock.
  if (!administrator || administrator.deactivatedAt !== null || !isSystemAdmin(administrator))
    throw new AppError('not-allowed', 'You are not allowed to do this.')
  if (!target) throw notFound('user')()
  if (isSystemAdmin(target))
    throw new AppError('not-allowed', 'System administrators cannot be impersonated.')
  if (target.deactivatedAt !== null) throw new AppError('conflict', 'This user is deactivated.')
}

/** Of two concurrent requests only one can replace the login. */
async function endCurrentLogin(tx: Db, actor: Actor) {
  const login = await deleteLogin(tx, actor)
  if (!login) throw new AppError('conflict', 'This was already done. Please reload the page.')
  return login
}

/** Locks users in the order of ids, to avoid deadlocks. */
const lockUsers = (tx: Db, ids: readonly string[]) =>
  tx
    .selectFrom('user')
    .select(['id', 'deactivatedAt', sql<Role[]>`roles`.as('roles')])
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute()

/** The client of a user, so that the entry shows in their list of data readers. */
const findClientOfUser = (db: Db, userId: string) =>
  db.selectFrom('client').select('id').where('userId', '=', userId).executeTakeFirst()
