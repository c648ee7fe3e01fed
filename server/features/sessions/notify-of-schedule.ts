import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../deps.ts'
import { urgentMs } from '../messages/notices/notice-kind.ts'
import { groupingMs, notify } from '../messages/notices/notify.ts'
import { listWhoKnow, recordSeen } from './known-sessions.queries.ts'

const soonMs = 3_600_000

/**
 * Tells whoever takes part in sessions, or may have them in a calendar, that they were planned, moved, cancelled, restored or given
 * to another coach; before they are deleted.
 */
export async function notifyOfSchedule(
  tx: Db,
  deps: Pick<Deps, 'queue'>,
  {
    ids,
    by,
    isDeletion = false,
  }: { ids: readonly string[]; by: string | null; isDeletion?: boolean },
) {
  const known = await listWhoKnow(tx, ids)
  const ahead = known.filter(({ sessionDate }) => Date.parse(sessionDate) > Date.now())
  const idsByUser = Map.groupBy(ahead, ({ userId }) => userId)
  for (const [userId, sessions] of idsByUser) {
    const leastMs = Math.min(
      ...sessions.map(({ sessionDate }) => Date.parse(sessionDate) - Date.now()),
    )
    await notify(tx, deps, {
      ...{ kind: 'sessionChanged', userId, by },
      rowIds: [...new Set(sessions.map(({ id }) => id))],
      ...(leastMs < urgentMs && { delayMs: leastMs < soonMs ? 0 : groupingMs }),
    })
  }
  if (by !== null) await recordSeen(tx, by, ids, isDeletion)
}
