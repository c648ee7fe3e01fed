import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'

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
