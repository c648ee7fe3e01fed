import { sql } from 'kysely'
import { isBellOnly, messageKinds, type NoticeKindName } from '#contract/messages/kinds.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'
import { newId } from '../../../platform/ids.ts'

/** Several of a kind within this time are one. */
export const groupingMs = 10 * 60_000

type Notice = {
  kind: NoticeKindName
  userId?: string | null
  userIds?: readonly (string | null)[]
  /** Who did it, and is never told; null: the installation. */
  by: string | null
  /** What it is about; none: the installation. */
  rowId?: string
  rowIds?: readonly string[]
  /** Sent after so long, although an earlier one of its kind waits longer. */
  delayMs?: number
}

/**
 * Tells users of a row, in the caller's transaction and after its other writes. It is in their notification list at once; whether
 * it is still true, and its words, are decided when it is sent.
 */
export async function notify(
  tx: Db,
  { queue }: { queue: Queue },
  {
    kind,
    userId = null,
    userIds = [userId],
    by,
    rowId,
    rowIds = rowId ? [rowId] : [],
    delayMs,
  }: Notice,
) {
  const ids = new Set(userIds.filter((id): id is string => id !== null && id !== by))
  // In order of their ids, against deadlocks.
  for (const id of Array.from(ids).toSorted((a, b) => (a < b ? -1 : 1))) {
    const opened = newId()
    const { rows } = await sql<{ id: string }>`
      insert into message (id, user_id, kind, row_ids, recipient, subject, body, short, language, status)
      select ${opened}, id, ${kind}, ${rowIds}::uuid[], email, ${messageKinds[kind].label},
        '', '', 'en', ${isBellOnly(kind) ? 'bell' : 'waiting'}
      from "user" where id = ${id} and deactivated_at is null
      on conflict (user_id, kind) where row_ids is not null and closed_at is null do update
      set read_at = null, row_ids = array(select distinct unnest(message.row_ids || excluded.row_ids)),
        created_at = case when message.status = 'bell' then excluded.created_at else message.created_at end
      returning id`.execute(tx)
    const [row] = rows
    if (row && !isBellOnly(kind) && (row.id === opened || delayMs !== undefined))
      await queue.add(tx, 'deliver', { id: row.id }, delayMs ?? groupingMs)
  }
}
