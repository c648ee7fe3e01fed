import { sql } from 'kysely'
import { auditEach } from '../audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { deleteRecordings } from '../sessions/sessions.queries.ts'

/** Nothing of a protected session expires, and nothing that is being transcribed. */
const mayExpire = sql.join(
  [
    sql`not session.is_kept`,
    sql`not exists (
      select from transcription where transcription.session_id = session.id and transcription.status in ('waiting', 'running')
    )`,
  ],
  sql` and `,
)

export const recordingMayExpire = sql<boolean>`exists (
  select from session where session.id = recording.session_id and ${mayExpire}
)`

export const transcriptMayExpire = sql<boolean>`${mayExpire}
  and num_nonnulls(session.transcribed_text_raw, session.transcribed_text_scripted) > 0`

/** Of an execution or a brief: it is of a kept session, or has words of one among others. */
const isOfKept = (table: 'execution' | 'session_brief') => {
  const [own, mentioned] = [sql.ref(`${table}.session_id`), sql.ref(`${table}.mentioned_sessions`)]
  return sql<boolean>`exists (
    select from session where session.id = any(${mentioned} || ${own}) and session.is_kept
  )`
}

export const executionMayExpire = sql<boolean>`not ${isOfKept('execution')}`

export const feedbackMayExpire = sql<boolean>`not exists (
  select from session where session.id = feedback.session_id and session.is_kept
)`

/** Waiting briefs are empty. */
export const briefMayExpire = sql<boolean>`status <> 'waiting' and not ${isOfKept('session_brief')}`

/** Deletes recordings with all their files; the session remembers when. */
export async function expireRecordings(tx: Db, ids: readonly string[], queue: Queue) {
  const sessions = await tx
    .updateTable('session')
    .from('recording')
    .set({ recordingDeletedAt: sql<string>`now()` })
    .whereRef('recording.sessionId', '=', 'session.id')
    .where('recording.id', 'in', ids)
    .returning(['session.id', 'session.clientId'])
    .execute()
  await deleteRecordings(
    tx,
    queue,
    sessions.map(({ id }) => id),
  )
  await auditSessions(tx, 'recording-deleted', sessions)
}

/** Deletes what was said in sessions, wherever it was copied to. Values found in it stay without their quotes. */
export async function expireTranscripts(tx: Db, ids: readonly string[]) {
  const sessions = await tx
    .updateTable('session')
    .set({
      ...{ transcribedTextRaw: null, transcribedTextScripted: null },
      ...{ segments: null, originalSegments: null, clientSpeaker: null },
      transcriptDeletedAt: sql<string>`now()`,
    })
    .where('id', 'in', ids)
    .returning(['id', 'clientId'])
    .execute()
  await tx.deleteFrom('transcriptDraft').where('sessionId', 'in', ids).execute()
  await tx.deleteFrom('newTranscript').where('sessionId', 'in', ids).execute()
  await tx.deleteFrom('conversationShare').where('sessionId', 'in', ids).execute()
  await tx.updateTable('safetyMark').set({ lines: '[]' }).where('sessionId', 'in', ids).execute()
  await tx
    .updateTable('analysisValue')
    .set({ quotes: '[]' })
    .where('sessionId', 'in', ids)
    .execute()
  await sql`
    update execution set input_data = null, output_data = null
    where session_id = any(${ids}::uuid[]) or mentioned_sessions && ${ids}::uuid[]`.execute(tx)
  await sql`delete from session_brief where mentioned_sessions && ${ids}::uuid[]`.execute(tx)
  await auditSessions(tx, 'transcript-deleted', sessions)
}

async function auditSessions(
  tx: Db,
  action: 'recording-deleted' | 'transcript-deleted',
  sessions: readonly { id: string; clientId: string }[],
) {
  const clientBySession = new Map(sessions.map(({ id, clientId }) => [id, clientId]))
  await auditEach(tx, {}, [...clientBySession.keys()], (rowId) => ({
    ...{ action, table: 'session', rowId, details: { isByRetention: true } },
    clientId: clientBySession.get(rowId) ?? '',
  }))
}
