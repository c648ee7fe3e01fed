import type { Insertable } from 'kysely'
import type { Db } from '../../db/db.ts'
import type { PasswordReset } from '../../db/schema.ts'

/** The active user with that e-mail, held until the transaction ends: two requests at once leave one link. */
export const lockUserByEmail = (tx: Db, email: string) =>
  tx
    .selectFrom('user')
    .select(['id', 'firstName'])
    .where('email', '=', email)
    .where('deactivatedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** A newer link kills the older ones. */
export async function replaceLinks(tx: Db, link: Insertable<PasswordReset>) {
  await dropLinksOf(tx, link.userId)
  await tx.insertInto('passwordReset').values(link).execute()
}

export const dropLinksOf = (tx: Db, userId: string) =>
  tx.deleteFrom('passwordReset').where('userId', '=', userId).execute()

const goodLink = (db: Db, tokenHash: string, now: Date) =>
  db
    .selectFrom('passwordReset')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now.toISOString())

export const userOfLink = async (db: Db, tokenHash: string, now: Date) =>
  (await goodLink(db, tokenHash, now).executeTakeFirst())?.userId

/**
 * Sets the password of an active user whose link is still good, and answers the e-mail; undefined otherwise. Of two
 * who use one link at the same moment the second waits for the row and finds the link gone.
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
    .select('email')
    .where('id', '=', userId)
    .where('deactivatedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user || !(await userOfLink(tx, tokenHash, now))) return undefined
  await tx.updateTable('user').set({ passwordHash }).where('id', '=', userId).execute()
  return user.email
}
