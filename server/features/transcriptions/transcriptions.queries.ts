import type { Language } from '#contract/transcription-hints.ts'
import type { TranscriptionStatus } from '#contract/transcriptions.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { nowhere } from './run/transcribing.queries.ts'
import { asTranscription, transcriptionColumns } from './transcription-rows.ts'

/** Undefined where one is under way already. */
export async function insertTranscription(
  db: Db,
  transcription: {
    sessionId: string
    requestedBy: string
    voices: number | null
    language: Language | null
    note: string | null
  },
) {
  const row = await db
    .insertInto('transcription')
    .values({ id: newId(), ...transcription })
    // transcription_under_way_key: of two who start at the same moment, one comes too late.
    .onConflict((conflict) => conflict.doNothing())
    .returning(transcriptionColumns)
    .executeTakeFirst()
  return row && asTranscription(row)
}

export const isAnyUnderWay = async (db: Db) =>
  (await db
    .selectFrom('transcription')
    .select('id')
    .where('status', 'in', ['waiting', 'running'])
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Undefined where none is under way. */
export async function cancelUnderWay(db: Db, sessionId: string) {
  const row = await db
    .updateTable('transcription')
    .set({
      status: 'cancelled' satisfies TranscriptionStatus,
      ...nowhere,
      note: null,
      // Whoever works on it has lost it.
      leasedUntil: null,
      finishedAt: new Date().toISOString(),
    })
    .where('sessionId', '=', sessionId)
    .where('status', 'in', ['waiting', 'running'])
    .returning(transcriptionColumns)
    .executeTakeFirst()
  return row && asTranscription(row)
}
