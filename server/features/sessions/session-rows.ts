import { sql } from 'kysely'
import { addDays, calendarDay } from '#contract/rules/calendar.ts'
import type { ConversationOrigin } from '#contract/sessions/conversation-origin.ts'
import type { SessionType } from '#contract/definitions/session-definition.ts'
import type { Session, SessionStatus } from '#contract/sessions/sessions.ts'
import { weekNumberAt } from '#contract/rules/weeks.ts'
import type { Db } from '../../platform/db/db.ts'
import { valueCheck } from '../plans/values/value-check.ts'

/** Derived (docs/product.md, "Sessions"). */
export const sessionStatus = sql<SessionStatus>`case
  when session.archived_at is not null then 'archived'
  when session.completed_at is not null then 'completed'
  when session.session_date > now() then 'scheduled'
  else 'open'
end`

/** Needs `session_definition` in the query. */
export const durationMinutes = sql<number>`coalesce(session.duration_minutes, session_definition.duration_minutes)`

/** Needs `session_definition` in the query. */
export const sessionType = sql<SessionType>`coalesce(session.session_type, session_definition.session_type)`

/** The room of a digital session, null for others. Needs `session_definition` and `client` in the query. */
export const joinAddress = sql<string | null>`case when ${sessionType} = 'digital' then coalesce(
  session.join_address, (select coach.join_address from coach where coach.id = client.coach_id)) end`

/** Where a physical session takes place, null for others. Needs the same. */
export const sessionPlace = sql<string | null>`case when ${sessionType} = 'physical' then coalesce(
  session.place, (select coach.place from coach where coach.id = client.coach_id)) end`

const metrics = sql<Session['metrics']>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', metric_value.id,
    'definitionName', metric_definition.label,
    'categoryName', metric_category.name,
    'value', metric_value.numeric_value,
    'unit', metric_definition.unit,
    'lowest', metric_definition.lowest,
    'highest', metric_definition.highest,
    'isMoreBetter', metric_definition.is_more_better,
    'check', ${valueCheck}
  ) order by metric_category.display_order, metric_definition.category_position, metric_value.id), '[]')
  from metric_value
  join metric_definition on metric_definition.id = metric_value.metric_definition_id
  join metric_category on metric_category.id = metric_definition.category_id
  left join analysis_value on analysis_value.id = metric_value.analysis_value_id
  where metric_value.session_id = session.id and metric_definition.deletion_id is null
)`

/** The client's tasks that a session is about: those due up to this many days after it. */
const daysDueAfter = 7

/** The last due day of such a task, in UTC. */
export const lastDueDay = (sessionDate: string) =>
  addDays(calendarDay(new Date(sessionDate), 'UTC'), daysDueAfter)

const pendingAssignments = sql<number>`(
  select count(*) from assignment
  where assignment.client_id = session.client_id and assignment.completed_at is null
    and coalesce(assignment.due_date <= (session.session_date at time zone 'UTC')::date + ${sql.lit(daysDueAfter)}, true)
)`

/** Needs `conversation_share` and its user as `sharer` in the query. */
export const sharing = sql<
  Session['sharing']
>`case when conversation_share.session_id is not null then
  jsonb_build_object(
    'sharedAt', to_json(conversation_share.shared_at),
    'sharedBy', sharer.name,
    'changedAt', to_json(conversation_share.changed_at)
  )
end`

/** Needs the user who cancelled it as `canceller` in the query. */
const cancellation = sql<Session['cancellation']>`case when session.cancelled_at is not null then
  jsonb_build_object(
    'at', to_json(session.cancelled_at),
    'by', canceller.first_name,
    'isLate', session.is_late_cancellation
  )
end`

/** Needs the user who checked it as `checker` in the query. */
export const conversationOrigin = sql<ConversationOrigin>`case when session.conversation_made_by is not null then
  jsonb_build_object(
    'madeBy', session.conversation_made_by,
    'model', session.conversation_model,
    'checkedAt', to_json(session.conversation_checked_at),
    'checkedBy', checker.name
  )
end`

/**
 * Whether a reader gets recordings and transcripts: all, all but the texts, or nothing, which is for clients
 * (docs/product.md, "Access").
 */
export type TranscriptAccess = 'included' | 'omitted' | 'hidden'

type Dated = { sessionDate: string; clientCreatedAt: string }

/**
 * Adds the treatment week, computed here rather than in SQL so that server and web share one rule.
 */
export const withWeek =
  (timeZone: string) =>
  <Row extends Dated>({ clientCreatedAt: createdAt, ...row }: Row) => ({
    ...row,
    weekNumber: weekNumberAt(new Date(row.sessionDate), { createdAt, timeZone }),
  })

/** Sessions as in the contract, without `weekNumber`; see `withWeek`. */
export const sessionRows = (db: Db, texts: TranscriptAccess) => {
  const isHidden = sql.lit(texts === 'hidden')
  const isLeftOut = sql.lit(texts !== 'included')
  return db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .innerJoin('sessionDefinition', 'sessionDefinition.id', 'session.sessionDefinitionId')
    .leftJoin('recording', 'recording.sessionId', 'session.id')
    .leftJoin('conversationShare', 'conversationShare.sessionId', 'session.id')
    .leftJoin('user as sharer', 'sharer.id', 'conversationShare.sharedBy')
    .leftJoin('user as canceller', 'canceller.id', 'session.cancelledBy')
    .leftJoin('user as checker', 'checker.id', 'session.conversationCheckedBy')
    .select([
      'session.id',
      'session.clientId',
      'session.sessionDate',
      sessionStatus.as('status'),
      'session.sessionDefinitionId',
      'session.version',
      'session.dateVersion',
      cancellation.as('cancellation'),
      'sessionDefinition.name as sessionDefinitionName',
      durationMinutes.as('durationMinutes'),
      sessionType.as('sessionType'),
      sql<boolean>`${joinAddress} is not null`.as('isJoinable'),
      sessionPlace.as('place'),
      'client.createdAt as clientCreatedAt',
      sql<
        string | null
      >`case when not ${isHidden} and recording.id is not null then '/api/sessions/' || session.id || '/recording' end`.as(
        'recordingUrl',
      ),
      sql<boolean>`not ${isHidden} and session.transcribed_text_raw is not null`.as(
        'hasRawTranscript',
      ),
      sql<boolean>`not ${isHidden} and session.transcribed_text_scripted is not null`.as(
        'hasConversation',
      ),
      sql<boolean>`not ${isHidden} and session.transcribed_text_raw is not null
        and coalesce(session.transcribed_recording_id <> recording.id, false)`.as(
        'isOfEarlierRecording',
      ),
      sql<string | null>`case when not ${isLeftOut} then session.transcribed_text_raw end`.as(
        'transcribedTextRaw',
      ),
      sql<string | null>`case when not ${isLeftOut} then session.transcribed_text_scripted end`.as(
        'transcribedTextScripted',
      ),
      sql<ConversationOrigin>`case when not ${isHidden} then ${conversationOrigin} end`.as(
        'conversationOrigin',
      ),
      sharing.as('sharing'),
      'session.recordingDeletedAt',
      'session.transcriptDeletedAt',
      pendingAssignments.as('assignmentCount'),
      metrics.as('metrics'),
    ])
}
