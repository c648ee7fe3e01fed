import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'

type Change = { userId: string; email: string; tokenHash: string; expiresAt: Date }

/** Replaces an earlier one of the user. */
export const putEmailChange = (tx: Db, { userId, email, tokenHash, expiresAt }: Change) => {
  const values = { id: newId(), email, tokenHash, expiresAt: expiresAt.toISOString() }
  return tx
    .insertInto('emailChange')
    .values({ ...values, userId })
    .onConflict((it) => it.column('userId').doUpdateSet(values))
    .execute()
}

/** Locks the user, who must be active, because other changes of an account lock it before they delete links. */
export const lockEmailChange = (tx: Db, tokenHash: string, now: Date) =>
  tx
    .selectFrom('emailChange as change')
    .innerJoin('user', 'user.id', 'change.userId')
    .select(['change.id', 'change.userId', 'change.email', 'user.email as oldEmail'])
    .where('change.tokenHash', '=', tokenHash)
    .where('change.expiresAt', '>', now.toISOString())
    .where('user.deactivatedAt', 'is', null)
    .forNoKeyUpdate('user')
    .executeTakeFirst()

/** False if it was used or replaced in the meantime. */
export const deleteEmailChange = async (tx: Db, id: string) =>
  (await tx.deleteFrom('emailChange').where('id', '=', id).returning('id').executeTakeFirst()) !==
  undefined
