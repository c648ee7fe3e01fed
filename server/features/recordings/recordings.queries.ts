import { sql, type Insertable } from 'kysely'
import type { Recording } from '#contract/recordings/recordings.ts'
import { mayChangeClient } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import type * as tables from '../../platform/db/schema.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'

type Who = Pick<Actor, 'userId' | 'roles'>

const recordings = (db: Db) =>
  db
    .selectFrom('recording')
    .innerJoin('session', 'session.id', 'recording.sessionId')
    .innerJoin('client', 'client.id', 'session.clientId')
    .select([
      'recording.id',
      'recording.integrationId',
      'recording.storageKey',
      'recording.posterKey',
      'recording.playableKey',
      'recording.playableBytes',
      'recording.fileName',
      'recording.contentType',
      'recording.sizeBytes',
      'recording.sessionId',
      'session.clientId',
    ])

/** The recording of a session that the actor may change (docs/product.md, "Access"). */
export const recordingFor = (db: Db, actor: Who, sessionId: string) =>
  recordings(db)
    .where('session.id', '=', sessionId)
    .where((eb) => mayChangeClient(actor)(eb))
    .executeTakeFirstOrThrow(notFound('recording'))

/** Without an access check: for signed links. */
export const recordingById = (db: Db, id: string) =>
  recordings(db).where('recording.id', '=', id).executeTakeFirstOrThrow(notFound('recording'))

/** The actor's own upload, while the actor may change its session. */
export const uploadFor = (db: Db, actor: Who, id: string) =>
  db
    .selectFrom('upload')
    .innerJoin('session', 'session.id', 'upload.sessionId')
    .innerJoin('client', 'client.id', 'session.clientId')
    .select([
      'upload.id',
      'upload.sessionId',
      'upload.fileName',
      'upload.sizeBytes',
      'upload.note',
      'upload.error',
      sql<'receiving' | 'processing' | 'failed'>`upload.status`.as('status'),
    ])
    .where('upload.id', '=', id)
    .where('upload.userId', '=', actor.userId)
    .where((eb) => mayChangeClient(actor)(eb))
    .executeTakeFirst()

/** Minutes without bytes after which a recording made here counts as interrupted. */
const silentMinutes = 2

/** The actor's own recordings made here that stopped arriving and can be finished, newest first. */
export const listSilentUploads = (db: Db, actor: Who, limit: number) =>
  db
    .selectFrom('upload')
    .innerJoin('session', 'session.id', 'upload.sessionId')
    .innerJoin('client', 'client.id', 'session.clientId')
    .innerJoin('sessionDefinition', 'sessionDefinition.id', 'session.sessionDefinitionId')
    .leftJoin('recording', 'recording.sessionId', 'session.id')
    .select([
      'upload.id as uploadId',
      'upload.sessionId',
      'session.clientId',
      'client.name as clientName',
      'sessionDefinition.name as sessionName',
      'upload.startedAt',
      'upload.lastSeenAt as arrivedAt',
    ])
    .where('upload.userId', '=', actor.userId)
    .where('upload.isMadeHere', '=', true)
    .where('upload.status', '=', 'receiving')
    .where(
      'upload.lastSeenAt',
      '<',
      sql<string>`now() - ${sql.lit(silentMinutes)} * interval '1 minute'`,
    )
    .where((eb) => eb.fn.coalesce('recording.isMadeHere', sql<boolean>`true`))
    .where((eb) => mayChangeClient(actor)(eb))
    .orderBy('upload.startedAt', 'desc')
    .orderBy('upload.id')
    .limit(limit)
    .execute()

/** A finished upload: its recording has the same id, or it is a part of one. Throws not-found. */
export const finishedUploadFor = (db: Db, actor: Who, id: string) =>
  db
    .selectFrom('recording')
    .innerJoin('session', 'session.id', 'recording.sessionId')
    .innerJoin('client', 'client.id', 'session.clientId')
    .leftJoin('recordingPart', (join) =>
      join.onRef('recordingPart.recordingId', '=', 'recording.id').on('recordingPart.id', '=', id),
    )
    .select((eb) => [
      sql<string>`${id}::uuid`.as('id'),
      'recording.sessionId',
      eb.fn.coalesce('recordingPart.sizeBytes', 'recording.sizeBytes').as('sizeBytes'),
    ])
    .where((eb) =>
      eb.or([
        eb('recordingPart.uploadedBy', '=', actor.userId),
        eb.and([
          eb('recording.id', '=', id),
          eb('recording.isMadeHere', '=', false),
          eb('recording.uploadedBy', '=', actor.userId),
        ]),
      ]),
    )
    .where((eb) =>
      eb(
        'recording.id',
        'in',
        sql<string>`(select ${id}::uuid union select recording_id from recording_part where id = ${id})`,
      ),
    )
    .where((eb) => mayChangeClient(actor)(eb))
    .executeTakeFirstOrThrow(notFound('upload'))

/** Locks a user: of two uploads started at the same moment the second counts the first. */
export const lockUser = (tx: Db, id: string) =>
  tx.selectFrom('user').select('id').where('id', '=', id).forNoKeyUpdate().execute()

export const getClientName = (db: Db, clientId: string) =>
  db
    .selectFrom('client')
    .leftJoin('user', 'user.id', 'client.userId')
    .select((eb) => [
      eb.fn.coalesce('client.firstName', 'user.firstName').as('firstName'),
      eb.fn.coalesce('client.lastName', 'user.lastName').as('lastName'),
    ])
    .where('client.id', '=', clientId)
    .executeTakeFirst()

export const recordingOfSession = (db: Db, sessionId: string): Promise<Recording | undefined> =>
  db
    .selectFrom('recording')
    .select([
      'id',
      'fileName',
      'contentType',
      'sizeBytes',
      'duration',
      sql<boolean>`is_playable or playable_key is not null`.as('isPlayable'),
      'mediaType',
      sql<boolean>`exists (select from recording_repack where id = recording.id)`.as(
        'isCopyInProgress',
      ),
      'isMadeHere',
      sql<boolean>`poster_key is not null`.as('hasPoster'),
      'createdAt',
    ])
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()

/** False if the session already has a recording. */
export async function insertRecording(db: Db, values: Insertable<tables.Recording>) {
  const added = await db
    .insertInto('recording')
    .values(values)
    .onConflict((on) => on.column('sessionId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}
