import { sql } from 'kysely'
import type { Passkey } from '#contract/accounts/security.ts'
import { lockUntilCommit } from '../../../platform/db/advisory-lock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'

/** Serializes changes of a user's second factors, so that only the first one creates recovery codes. */
export const lockFactors = (tx: Db, userId: string) =>
  lockUntilCommit(tx, `second factor ${userId}`)

export const listPasskeys = (db: Db, userId: string): Promise<Passkey[]> =>
  db
    .selectFrom('passkey')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

export async function countRecoveryCodes(db: Db, userId: string) {
  const { count } = await db
    .selectFrom('recoveryCode')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Recovery codes and trusted browsers make no sense without a factor. */
export async function deleteRecoveryCodesAndTrust(tx: Db, userId: string) {
  await tx.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await tx.deleteFrom('trustedBrowser').where('userId', '=', userId).execute()
}

/** Returns whether there were any. */
export async function deleteFactors(tx: Db, userId: string) {
  const passkeys = await tx.deleteFrom('passkey').where('userId', '=', userId).executeTakeFirst()
  const totps = await tx.deleteFrom('totp').where('userId', '=', userId).executeTakeFirst()
  await deleteRecoveryCodesAndTrust(tx, userId)
  return passkeys.numDeletedRows + totps.numDeletedRows > 0n
}

/** Where the challenge of a passkey is stored: with the login, or with the sign-in that waits for the second factor. */
type Holder = { table: 'login' | 'pendingLogin'; id: string }

export const storeChallenge = (db: Db, { table, id }: Holder, challenge: string) =>
  db.updateTable(table).set({ challenge }).where('id', '=', id).execute()

/** Works once, also if the response to it is wrong. */
export const claimChallenge = (db: Db, { table, id }: Holder) =>
  inTransaction(db, async (tx) => {
    const row = await tx
      .selectFrom(table)
      .select('challenge')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    await tx.updateTable(table).set({ challenge: null }).where('id', '=', id).execute()
    return row?.challenge ?? null
  })
