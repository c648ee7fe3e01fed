import type { Db } from '../../../platform/db/db.ts'

/** Which of these sessions are there, kept so until the transaction ends. */
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

/** Whether all of them are there, kept so until the transaction ends. */
export const lockIfAllExist = async (tx: Db, ids: readonly string[]) =>
  (await lockExistingSessions(tx, ids)).size === ids.length
