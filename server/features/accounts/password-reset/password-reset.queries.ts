import type { Insertable } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { PasswordReset } from '../../../platform/db/schema.ts'

/** Earlier links stay valid, so that nobody can invalidate another user's link by requesting more. */
export const insertResetLink = (tx: Db, link: Insertable<PasswordReset>) =>
  tx.insertInto('passwordReset').values(link).execute()

/** Links to set a password or confirm an email: after a new password, an email change or a deactivation. */
export async function deleteAccountLinks(tx: Db, userId: string) {
  await tx.deleteFrom('passwordReset').where('userId', '=', userId).execute()
  await tx.deleteFrom('emailChange').where('userId', '=', userId).execute()
}

const validLink = (db: Db, tokenHash: string, now: Date) =>
  db
    .selectFrom('passwordReset')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now.toISOString())

export const findUserOfResetLink = async (db: Db, tokenHash: string, now: Date) =>
  (await validLink(db, tokenHash, now).executeTakeFirst())?.userId

/**
 * Sets the password of an active user with a valid link; returns whether it did. Concurrent uses of links of one user wait
 * for the row lock, after which the second link is gone.
 */
export async function setPassword(
  tx: Db,
  {
    userId,
    tokenHash,
    passwordHash,
    now,
  }: Record<'userId' | 'tokenHash' | 'passwordHash', string> & { now: Date },
) {
  const user = await tx
    .selectFrom('user')
    .select('id')
    .where('id', '=', userId)
    .where('deactivatedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user || !(await findUserOfResetLink(tx, tokenHash, now))) return false
  await tx.updateTable('user').set({ passwordHash }).where('id', '=', userId).execute()
  return true
}
