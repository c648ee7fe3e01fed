import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { WaitingFor } from '#contract/clients.ts'

const recorded = sql<SqlBool>`exists (select from recording where recording.session_id = session.id)`

/** Sessions with which somebody has to do something next, by what that is (product decisions, section 5). */
export const sessionWaits: Record<Exclude<WaitingFor, 'coach'>, RawBuilder<SqlBool>> = {
  recording: sql`(session.session_date <= now() and session.completed_at is null
    and session.archived_at is null and not ${recorded})`,
  transcription: sql`(session.transcribed_text_raw is null and ${recorded})`,
  conversation: sql`(session.transcribed_text_raw is not null and session.transcribed_text_scripted is null)`,
}

/** The same of clients: those without a coach, or with at least one such session. */
export const clientWaits = (waitingFor: WaitingFor) =>
  waitingFor === 'coach'
    ? sql<SqlBool>`client.coach_id is null`
    : // As an array it is worked out first and once: what waits is little beside all clients, who would be walked else.
      sql<SqlBool>`client.id = any(array(select session.client_id from session where ${sessionWaits[waitingFor]}))`
