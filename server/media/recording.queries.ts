import { sql, type Insertable } from 'kysely'
import type { Recording } from '#contract/recordings.ts'
import type { Db } from '../db/db.ts'
import type * as tables from '../db/schema.ts'
import { newId } from '../ids.ts'

/** A recording as the contract has it. */
export const recordingOfSession = (db: Db, sessionId: string): Promise<Recording | undefined> =>
  db
    .selectFrom('recording')
    .select([
      'id',
      'fileName',
      'contentType',
      'sizeBytes',
      'duration',
      'isPlayable',
      sql<boolean>`poster_key is not null`.as('hasPoster'),
      'createdAt',
    ])
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()

/** False where the session has a recording already. */
export async function addRecording(db: Db, values: Insertable<tables.Recording>) {
  const added = await db
    .insertInto('recording')
    .values(values)
    .onConflict((on) => on.column('sessionId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export const addUpload = (db: Db, values: Insertable<tables.Upload>) =>
  db.insertInto('upload').values(values).execute()

/** The upload, and whose session it is for. Kept from changing until the end of the transaction. */
export const lockUpload = (db: Db, id: string) =>
  db
    .selectFrom('upload')
    .innerJoin('session', 'session.id', 'upload.sessionId')
    .select('session.clientId')
    .where('upload.id', '=', id)
    .forUpdate('upload')
    .executeTakeFirst()

export const removeUpload = (db: Db, id: string) =>
  db.deleteFrom('upload').where('id', '=', id).execute()

export const knownUploads = (db: Db, ids: readonly string[]) =>
  ids.length ? db.selectFrom('upload').select('id').where('id', 'in', ids).execute() : []

/** Uploads that nobody is receiving at the moment, oldest first. */
export const idleUploads = (db: Db) =>
  db
    .selectFrom('upload')
    .select(['id', 'sessionId', 'userId', 'originalUserId', 'fileName', 'sizeBytes', 'lastSeenAt'])
    .where((eb) => eb.or([eb('heldUntil', 'is', null), eb('heldUntil', '<', sql<string>`now()`)]))
    .orderBy('id')
    .execute()

/** Lets the sweep remove files from storage. */
export const discardFiles = (db: Db, keys: readonly string[]) =>
  db
    .insertInto('discardedFile')
    .values(keys.map((storageKey) => ({ id: newId(), storageKey })))
    .execute()

export const discardedFiles = (db: Db, limit: number) =>
  db
    .selectFrom('discardedFile')
    .select(['id', 'storageKey'])
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute()

export const forgetDiscarded = (db: Db, ids: readonly string[]) =>
  ids.length ? db.deleteFrom('discardedFile').where('id', 'in', ids).execute() : undefined
