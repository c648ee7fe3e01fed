import { type Insertable, type NotNull, type Selectable, sql } from 'kysely'
import { tryLockUntilCommit } from '../../../platform/db/advisory-lock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type * as tables from '../../../platform/db/schema.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'
import { notifyCoach } from '../../sessions/notify-coach.ts'

export const receivedColumns = [
  'id',
  'sessionId',
  'userId',
  'originalUserId',
  'address',
  'fileName',
  'sizeBytes',
  'isMadeHere',
  'speakers',
  'hasSides',
  'startedAt',
] as const
type Sized = { sizeBytes: NotNull }
/** A complete upload: what becomes the recording, and who uploaded it. */
export type ReceivedUpload = Pick<
  Selectable<tables.Upload>,
  Exclude<(typeof receivedColumns)[number], 'sizeBytes'>
> & { sizeBytes: number }

export const insertUpload = (db: Db, values: Insertable<tables.Upload>) =>
  db.insertInto('upload').values(values).execute()

/** Name of the lock of the request that receives an upload. */
export const lockName = (id: string) => `upload:${id}`
/** No request receives it, and none can begin to before the transaction ends. */
const isUnlocked = tryLockUntilCommit(sql<string>`${lockName('')}::text || upload.id`)

export async function isUploadReceiving(db: Db, id: string) {
  const found = await db
    .selectFrom('upload')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.status === 'receiving'
}

const receiving = (tx: Db, id: string) =>
  tx.updateTable('upload').where('id', '=', id).where('status', '=', 'receiving')

export const notReceiving = () =>
  new AppError(
    'conflict',
    'This upload was continued by another connection. Please request the current offset.',
  )

/** Records activity. Throws conflict if the upload no longer receives. */
export const touchUpload = (tx: Db, id: string) =>
  receiving(tx, id)
    .set({ lastSeenAt: sql`now()` })
    .returning('id')
    .executeTakeFirstOrThrow(notReceiving)

/** Saves a size that was not known before. Throws conflict if the upload no longer receives, or has a size. */
export const declareUploadSize = (db: Db, id: string, sizeBytes: number) =>
  receiving(db, id)
    .where('sizeBytes', 'is', null)
    .set({ sizeBytes })
    .returning('id')
    .executeTakeFirstOrThrow(notReceiving)

/** Everything has arrived: a job finishes it. Throws conflict if the upload no longer receives. */
export async function markUploadComplete(
  tx: Db,
  queue: Queue,
  id: string,
  values: { sizeBytes: number; address: string },
) {
  await receiving(tx, id)
    .set({ status: 'processing', lastSeenAt: sql`now()`, ...values })
    .returning('id')
    .executeTakeFirstOrThrow(notReceiving)
  await queue.add(tx, 'finish-upload', { id })
}

/** For an upload in one request, whose size is known at its end. Throws conflict if the upload no longer receives. */
export const saveUploadDetails = (
  tx: Db,
  id: string,
  values: { fileName: string; sizeBytes: number; address: string },
) =>
  receiving(tx, id)
    .set(values)
    .returning(receivedColumns)
    .$narrowType<Sized>()
    .executeTakeFirstOrThrow(notReceiving)

/** Undefined unless everything has arrived. */
export const findCompleteUpload = (db: Db, id: string) =>
  db
    .selectFrom('upload')
    .select(receivedColumns)
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .$narrowType<Sized>()
    .executeTakeFirst()

/** The upload has become a recording. Throws not-found if it was cancelled or has failed. */
export const deleteFinishedUpload = (tx: Db, id: string) =>
  tx
    .deleteFrom('upload')
    .where('id', '=', id)
    .where('status', '<>', 'failed')
    .returning('id')
    .executeTakeFirstOrThrow(notFound('upload'))

/** Shows people why it takes longer. */
export const saveUploadNote = (tx: Db, id: string, note: string) =>
  tx.updateTable('upload').set({ note }).where('id', '=', id).execute()

/** Ends an upload and its job; the sweeps delete what has arrived. */
export async function failUpload(tx: Db, queue: Queue, id: string, error: string) {
  const failed = await tx
    .updateTable('upload')
    .set({ status: 'failed', error, note: null, lastSeenAt: sql`now()` })
    .where('id', '=', id)
    .where('status', '<>', 'failed')
    .returning('sessionId')
    .executeTakeFirst()
  if (!failed) return
  const { sessionId } = failed
  await notifyCoach(tx, { queue }, { kind: 'recordingFailed', sessionId })
  await queue.cancel(tx, 'finish-upload', { id })
  await queue.add(tx, 'sweep-uploads', {})
  await queue.add(tx, 'sweep', {})
}

/** Undefined if it no longer exists. */
export const deleteUpload = (db: Db, id: string) =>
  db.deleteFrom('upload').where('id', '=', id).returning('partsIntegrationId').executeTakeFirst()

export const findUploads = (db: Db, ids: readonly string[]) =>
  ids.length
    ? db
        .selectFrom('upload')
        .select('id')
        .where('id', 'in', ids)
        .where('status', '<>', 'failed')
        .execute()
    : []

export const listFailedUploads = (db: Db) =>
  db.selectFrom('upload').select('id').where('status', '=', 'failed').execute()

/** Milliseconds without activity after which an upload makes room for another one. */
const abandonedMs = 60 * 60 * 1000
/** The same for uploads with a single request, whose response may have been lost. */
const singleRequestMs = 60 * 1000
const ago = (ms: number) => sql<string>`now() - ${sql.lit(ms)} * interval '1 millisecond'`

/** What was recorded here and can still become the recording, or a part of it. */
const isWaitedFor = sql<boolean>`(upload.is_made_here and upload.status = 'receiving' and not exists (
  select from recording where recording.session_id = upload.session_id and not recording.is_made_here))`

/**
 * Deletes interrupted uploads that cannot be continued, those without activity since `before`, and since `madeHereBefore` those
 * that their session waits for. Returns their ids.
 */
export const deleteAbandonedUploads = (
  db: Db,
  { before, madeHereBefore }: { before: Date; madeHereBefore: Date },
) =>
  db
    .deleteFrom('upload')
    .where('status', '<>', 'processing')
    .where((eb) =>
      eb.or([
        eb('lastSeenAt', '<', madeHereBefore.toISOString()),
        eb.and([eb('lastSeenAt', '<', before.toISOString()), eb.not(isWaitedFor)]),
        eb.and([eb('isResumable', '=', false), eb('createdAt', '<', ago(singleRequestMs))]),
      ]),
    )
    .where(isUnlocked)
    .returning('id')
    .execute()

/** Uploads that count towards the limit of a user or a session: abandoned ones first, then by age. */
export const listOpenUploads = (tx: Db, of: { userId: string } | { sessionId: string }) =>
  tx
    .selectFrom('upload')
    .select((eb) => [
      'id',
      eb
        .and([
          eb('status', '=', 'receiving'),
          eb.or([
            eb.and([eb('isMadeHere', '=', false), eb('lastSeenAt', '<', ago(abandonedMs))]),
            eb.and([
              eb('lastSeenAt', '=', eb.ref('createdAt')),
              eb('createdAt', '<', ago(singleRequestMs)),
            ]),
          ]),
          isUnlocked,
        ])
        .as('isAbandoned'),
    ])
    .where((eb) =>
      'userId' in of ? eb('userId', '=', of.userId) : eb('sessionId', '=', of.sessionId),
    )
    .where('status', '<>', 'failed')
    .orderBy('isAbandoned', 'desc')
    .orderBy('lastSeenAt')
    .execute()
