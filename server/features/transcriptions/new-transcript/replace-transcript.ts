import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { toTranscriptColumns } from '../../../providers/transcript/transcript-text.ts'
import { recheckValues } from '../../analysis/evidence/recheck-values.ts'
import { markUrgentLines } from '../../questionnaires/safety-marks/raise-mark.ts'
import { emitEvent } from '../../webhooks/deliveries.queries.ts'
import type { NewTranscript } from './new-transcript.queries.ts'

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
