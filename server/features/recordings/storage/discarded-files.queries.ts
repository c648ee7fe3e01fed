import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'

/** A file and the integration that keeps it: a key means nothing without. */
export type StoredFile = { integrationId: string; storageKey: string }

/** Lets the sweep remove files from storage, those that somebody may be reading only after a while. */
export const discardFiles = (db: Db, files: readonly StoredFile[], keptMs = 0) =>
  db
    .insertInto('discardedFile')
    .values(
      files.map((file) => ({
        ...file,
        id: newId(),
        keepUntil: sql<string>`now() + ${keptMs} * interval '1 millisecond'`,
      })),
    )
    .execute()

/** Discarded files that nobody reads any more in the order of their ids, from after `after` on. */
export const discardedFiles = (db: Db, after: string, limit: number) =>
  db
    .selectFrom('discardedFile')
    .select(['id', 'integrationId', 'storageKey'])
    .where('id', '>', after)
    .where('keepUntil', '<=', sql<string>`now()`)
    .orderBy('id')
    .limit(limit)
    .execute()

export const forgetDiscarded = (db: Db, id: string) =>
  db.deleteFrom('discardedFile').where('id', '=', id).execute()

/**
 * What the rows say of stored files: `named` by a recording, or perhaps about to be, because the upload that the key
 * was made for (nameOf of its lease begins with its id) is not done. One look sees either the upload or the recording
 * that it became.
 */
export async function whatNames<F extends StoredFile>(db: Db, files: readonly F[]) {
  const { rows } = await sql<{ isNamed: boolean; isPending: boolean }>`
    select
      exists (select from recording where storage_key = key and integration_id = keeper)
        or exists (select from recording where poster_key = key and integration_id = keeper)
        or exists (select from recording where playable_key = key and integration_id = keeper) as is_named,
      exists (select from upload where id::text = left(key, 36) and status <> 'failed')
        or exists (select from recording_repack where id::text = left(key, 36)) as is_pending
    from unnest(
      ${files.map((it) => it.integrationId)}::uuid[],
      ${files.map((it) => it.storageKey)}::text[]
    ) with ordinality as file (keeper, key, place)
    order by place`.execute(db)
  const unnamed = { isNamed: false, isPending: false }
  return files.map((file, place) => ({ ...file, ...(rows[place] ?? unnamed) }))
}
