import { sql } from 'kysely'
import type { Segment, TranscriptionWarning } from '#contract/transcriptions/transcriptions.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { toTranscriptColumns } from '../../../providers/transcript/transcript-text.ts'
import { recheckValues } from '../../analysis/evidence/recheck-values.ts'
import { markUrgentLines } from '../../questionnaires/safety-marks/raise-mark.ts'
import { emitEvent } from '../../webhooks/deliveries.queries.ts'
import { newId } from '../../../platform/ids.ts'

type ReplaceDeps = Pick<Deps, 'config' | 'db' | 'installation' | 'providers' | 'queue'>

/** Makes it the raw transcript of the session, without corrections. The conversation stays. */
export async function replaceTranscript(
  tx: Db,
  deps: ReplaceDeps,
  sessionId: string,
  { recordingId, segments, warnings }: NewTranscript,
) {
  await tx
    .updateTable('session')
    .set({
      ...toTranscriptColumns(segments),
      originalSegments: null,
      transcribedRecordingId: recordingId,
      transcriptWarnings: warnings,
    })
    .where('id', '=', sessionId)
    .execute()
  await recheckValues(tx, sessionId, deps.installation.timeZone)
  await markUrgentLines(tx, deps, sessionId)
  await emitEvent(tx, deps.queue, 'transcript.ready', { sessionId })
}

type NewTranscript = {
  recordingId: string
  segments: readonly Segment[]
  warnings: TranscriptionWarning[]
}

/** Keeps it beside the transcript of the session, instead of an earlier one. */
export const saveNewTranscript = (
  tx: Db,
  sessionId: string,
  { segments, ...made }: NewTranscript,
) => {
  const values = { id: newId(), ...made, segments: JSON.stringify(segments) }
  return tx
    .insertInto('newTranscript')
    .values({ sessionId, ...values })
    .onConflict((conflict) =>
      conflict.column('sessionId').doUpdateSet({ ...values, createdAt: sql`now()` }),
    )
    .execute()
}

export async function findNewTranscript(db: Db, sessionId: string) {
  const row = await db
    .selectFrom('newTranscript')
    .leftJoin('recording', 'recording.sessionId', 'newTranscript.sessionId')
    .select(['newTranscript.id', 'recordingId', 'segments', 'warnings', 'newTranscript.createdAt'])
    .select(
      sql<boolean>`new_transcript.recording_id is distinct from recording.id`.as(
        'isOfEarlierRecording',
      ),
    )
    .where('newTranscript.sessionId', '=', sessionId)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      segments: row.segments as Segment[],
      warnings: row.warnings as TranscriptionWarning[],
    }
  )
}

export const deleteNewTranscript = (tx: Db, id: string) =>
  tx.deleteFrom('newTranscript').where('id', '=', id).execute()

/** Whether the session has a raw transcript with words. */
export async function hasTranscript(db: Db, sessionId: string) {
  const { text } = await db
    .selectFrom('session')
    .select('transcribedTextRaw as text')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return text !== null && text !== ''
}

/** Whether its transcript is that of a part of this recording, and nobody has worked with it. */
export async function isOfPart(db: Db, sessionId: string, recordingId: string) {
  const { rows } = await sql`
    select from session join recording_part as part on part.id = session.transcribed_recording_id
    where session.id = ${sessionId} and part.recording_id = ${recordingId} and part.id <> ${recordingId}
      and session.original_segments is null and session.transcribed_text_scripted is null
      and not exists (select from transcript_draft where session_id = session.id)`.execute(db)
  return rows.length > 0
}
