import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/db.ts'
import { inTransaction } from '../db/transaction.ts'

/** Clients of one transaction: whoever changes a session of theirs meanwhile waits for so many. */
const usualBatch = 500

/**
 * Brings those up to the present moment whose next session has begun since they were looked at last (migration 0028):
 * it is their last one now, perhaps open, and may wait for a recording. They stand together in an index, so that a
 * moment in which nobody's session begins costs one look.
 */
export async function keepUpWithTime(db: Db, signal: AbortSignal, batch = usualBatch) {
  let kept = batch
  while (!signal.aborted && kept === batch)
    kept = await inTransaction(db, (tx) => keepSome(tx, batch))
}

async function keepSome(tx: Db, batch: number) {
  const due = await tx
    .selectFrom('client')
    .select('id')
    .where(sql<SqlBool>`next_session_at <= now()`)
    .orderBy('nextSessionAt')
    .limit(batch)
    .execute()
  if (due.length) await sql`select keep_sessions_of(${due.map(({ id }) => id)}::uuid[])`.execute(tx)
  return due.length
}
