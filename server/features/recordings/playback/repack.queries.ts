import type { Db } from '../../../platform/db/db.ts'
import { wasUpdated } from '../../../platform/db/row-version.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'

/** Enqueues making a browser-playable copy of a recording. */
export async function enqueueRepack(tx: Db, queue: Queue, recordingId: string) {
  await tx.insertInto('recordingRepack').values({ id: recordingId }).execute()
  await queue.add(tx, 'repack-recording', { id: recordingId })
}

export type RecordingToRepack = NonNullable<Awaited<ReturnType<typeof findRecordingToRepack>>>

/** Undefined if it was deleted, or has its copy. */
export const findRecordingToRepack = (db: Db, id: string) =>
  db
    .selectFrom('recordingRepack')
    .innerJoin('recording', 'recording.id', 'recordingRepack.id')
    .select(['recording.id', 'sessionId', 'integrationId', 'storageKey', 'contentType'])
    .select(['sizeBytes', 'duration'])
    .where('recording.id', '=', id)
    .executeTakeFirst()

/** False if the recording was moved or deleted. */
export const savePlayableCopy = (
  tx: Db,
  { id, storageKey }: RecordingToRepack,
  { key, bytes }: { key: string; bytes: number },
) =>
  wasUpdated(
    tx
      .updateTable('recording')
      .set({ playableKey: key, playableBytes: bytes })
      .where('id', '=', id)
      .where('storageKey', '=', storageKey),
  )

/** The recording has its copy, or none can be made. */
export const deleteRepack = (tx: Db, id: string) =>
  tx.deleteFrom('recordingRepack').where('id', '=', id).execute()
