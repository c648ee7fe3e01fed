import type { Insertable } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { PasswordReset } from '../../../platform/db/schema.ts'

/** Earlier links stay good: otherwise whoever asks again and again for somebody would spoil theirs. */
export const insertResetLink = (tx: Db, link: Insertable<PasswordReset>) =>
  tx.insertInto('passwordReset').values(link).execute()

/** Links that were used, went to an address which is no longer theirs, or to somebody who is out. */
export const deleteResetLinks = (tx: Db, userId: string) =>
  tx.deleteFrom('passwordReset').where('userId', '=', userId).execute()

const validLink = (db: Db, tokenHash: string, now: Date) =>
  db
    .selectFrom('passwordReset')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now.toISOString())

export const findUserOfResetLink = async (db: Db, tokenHash: string, now: Date) =>
  (await validLink(db, tokenHash, now).executeTakeFirst())?.userId

/**
 * Sets the password of an active user whose link is still good; answers whether it did. Of two who use links of one user
 * at the same moment the second waits for the row and finds its link gone.
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
