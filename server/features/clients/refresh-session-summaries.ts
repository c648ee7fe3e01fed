import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

/** Clients of one transaction: whoever changes a session of theirs meanwhile waits for so many. */
const defaultBatchSize = 500

/**
 * Brings those up to the present moment of whom a session has begun since they were looked at last (settled_ahead_at): it
 * is their last one now, perhaps open, and may wait for a recording. They stand together in two indexes, so that a
 * moment in which nobody's session begins costs two looks.
 */
export async function refreshSessionSummaries(
  db: Db,
  signal: AbortSignal,
  batch = defaultBatchSize,
) {
  let kept = batch
  while (!signal.aborted && kept === batch)
    kept = await inTransaction(db, (tx) => refreshBatch(tx, batch))
}

async function refreshBatch(tx: Db, batch: number) {
  const { rows: due } = await sql<{ id: string }>`
    (select id from client where next_session_at <= now() order by next_session_at limit ${batch})
    union
    (select id from client where settled_ahead_at <= now() order by settled_ahead_at limit ${batch})
    limit ${batch}
  `.execute(tx)
  if (due.length)
    await sql`select update_session_summaries(${due.map(({ id }) => id)}::uuid[])`.execute(tx)
  return due.length
}
