import type { Language } from '#contract/transcription-hints.ts'
import type { TranscriptionStatus } from '#contract/transcriptions.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { noExternalJob } from './run/transcribe.queries.ts'
import { asTranscription, transcriptionColumns } from './transcription-rows.ts'

/** Undefined if one is in progress. */
export async function insertTranscription(
  db: Db,
  transcription: {
    sessionId: string
    requestedBy: string
    speakers: number | null
    language: Language | null
    note: string | null
  },
) {
  const row = await db
    .insertInto('transcription')
    .values({ id: newId(), ...transcription })
    // The unique index allows one in progress per session.
    .onConflict((conflict) => conflict.doNothing())
    .returning(transcriptionColumns)
    .executeTakeFirst()
  return row && asTranscription(row)
}

export const isAnyInProgress = async (db: Db) =>
  (await db
    .selectFrom('transcription')
    .select('id')
    .where('status', 'in', ['waiting', 'running'])
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Undefined if none is in progress. */
export async function cancelInProgress(db: Db, sessionId: string) {
  const row = await db
    .updateTable('transcription')
    .set({
      status: 'cancelled' satisfies TranscriptionStatus,
      ...noExternalJob,
      note: null,
      // Takes the lease from its worker.
      leasedUntil: null,
      finishedAt: new Date().toISOString(),
    })
    .where('sessionId', '=', sessionId)
    .where('status', 'in', ['waiting', 'running'])
    .returning(transcriptionColumns)
    .executeTakeFirst()
  return row && asTranscription(row)
}
