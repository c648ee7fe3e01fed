import type { Db } from '../../../platform/db/db.ts'

/** Locks the sessions that exist until the transaction ends, and returns their ids. */
export async function lockExistingSessions(
  tx: Db,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set()
  const found = await tx
    .selectFrom('session')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Set(found.map(({ id }) => id))
}

/** Whether all sessions exist; locks them until the transaction ends. */
export const lockIfAllExist = async (tx: Db, ids: readonly string[]) =>
  (await lockExistingSessions(tx, ids)).size === ids.length
