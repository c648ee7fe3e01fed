import type { Insertable } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type * as tables from '../../../platform/db/schema.ts'

export type NewPart = Omit<Insertable<tables.RecordingPart>, 'recordingId'>

/** The recording of a session with its parts, in order. */
export async function findRecordingToJoin(db: Db, sessionId: string) {
  const recording = await db
    .selectFrom('recording')
    .select(['id', 'integrationId', 'storageKey', 'sizeBytes'])
    .select(['isMadeHere', 'speakers', 'hasSides'])
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()
  if (!recording) return undefined
  const parts = await db
    .selectFrom('recordingPart')
    .select(['id', 'uploadedBy', 'sizeBytes', 'seconds', 'startedAt'])
    .where('recordingId', '=', recording.id)
    .orderBy('startedAt')
    .orderBy('id')
    .execute()
  return { ...recording, parts }
}

export const insertParts = (tx: Db, recordingId: string, parts: readonly NewPart[]) =>
  tx
    .insertInto('recordingPart')
    .values(parts.map((part) => ({ ...part, recordingId })))
    .execute()
