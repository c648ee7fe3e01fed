import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'

/** A key is unique within its integration only. */
export type StoredFile = { integrationId: string; storageKey: string }

/** Queues files for deletion by the sweep, at the earliest after `delayMs`. */
export const discardFiles = (db: Db, files: readonly StoredFile[], delayMs = 0) =>
  db
    .insertInto('discardedFile')
    .values(
      files.map((file) => ({
        ...file,
        id: newId(),
        keepUntil: sql<string>`now() + ${delayMs} * interval '1 millisecond'`,
      })),
    )
    .execute()

/** Discarded files that are due, ordered by id, after the id `after`. */
export const listDiscardedFiles = (db: Db, after: string, limit: number) =>
  db
    .selectFrom('discardedFile')
    .select(['id', 'integrationId', 'storageKey'])
    .where('id', '>', after)
    .where('keepUntil', '<=', sql<string>`now()`)
    .orderBy('id')
    .limit(limit)
    .execute()

export const deleteDiscardedFile = (db: Db, id: string) =>
  db.deleteFrom('discardedFile').where('id', '=', id).execute()

/**
 * Whether stored files are referenced by a recording, or may become so because the upload in their key is unfinished.
 * One statement, so that it sees either the upload or the recording that it became.
 */
export async function findReferences<F extends StoredFile>(db: Db, files: readonly F[]) {
  const { rows } = await sql<{ isReferenced: boolean; isPending: boolean }>`
    select
      exists (select from recording where storage_key = key and integration_id = integration)
        or exists (select from recording where poster_key = key and integration_id = integration)
        or exists (select from recording where playable_key = key and integration_id = integration) as is_referenced,
      exists (select from upload where id::text = left(key, 36) and status <> 'failed')
        or exists (select from recording_repack where id::text = left(key, 36)) as is_pending
    from unnest(
      ${files.map((it) => it.integrationId)}::uuid[],
      ${files.map((it) => it.storageKey)}::text[]
    ) with ordinality as file (integration, key, position)
    order by position`.execute(db)
  const unreferenced = { isReferenced: false, isPending: false }
  return files.map((file, position) => ({ ...file, ...(rows[position] ?? unreferenced) }))
}
