import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

/** Clients locked in one transaction. */
const defaultBatchSize = 500

/**
 * Recomputes the session summaries of clients whose next session has begun. Two indexes find them, so that it costs two
 * index reads when none has.
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
    (select id from client where next_closed_session_at <= now() order by next_closed_session_at limit ${batch})
    limit ${batch}
  `.execute(tx)
  if (due.length)
    await sql`select update_session_summaries(${due.map(({ id }) => id)}::uuid[])`.execute(tx)
  return due.length
}
