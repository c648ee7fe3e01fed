import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { newId } from '../ids.ts'

/** Lets the sweep remove files from storage. */
export const discardFiles = (db: Db, keys: readonly string[]) =>
  db
    .insertInto('discardedFile')
    .values(keys.map((storageKey) => ({ id: newId(), storageKey })))
    .execute()

/** Discarded files in the order of their ids, from after `after` on. */
export const discardedFiles = (db: Db, after: string, limit: number) =>
  db
    .selectFrom('discardedFile')
    .select(['id', 'storageKey'])
    .where('id', '>', after)
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
export async function whatNames(db: Db, keys: readonly string[]) {
  const { rows } = await sql<{ key: string; isNamed: boolean; isPending: boolean }>`
    select key,
      exists (select from recording where storage_key = key)
        or exists (select from recording where poster_key = key) as is_named,
      exists (select from upload where id::text = left(key, 36) and status <> 'failed') as is_pending
    from unnest(${keys}::text[]) as key`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}
