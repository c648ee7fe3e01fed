import { sql } from 'kysely'
import { calendarDay } from '#contract/calendar.ts'
import type { CountryHelp } from '#contract/help-lines.ts'
import type { DataReader, listMyDataReaders } from '#contract/my-plan.ts'
import type { TemplateType } from '#contract/prompts.ts'
import { isAdmin, isClient, isCoach, type Role } from '#contract/roles.ts'
import type { AuditAction } from '../../audit/audit.ts'
import type { Deps } from '../../../deps.ts'
import type { List } from '../../../platform/lists/list.ts'
import { listEntries, listPlans } from './my-plan.queries.ts'

export type MyPlanNeeds = Pick<Deps, 'db' | 'installation'> & { helpLines: readonly CountryHelp[] }

export const listMyPlans = ({ db, installation, helpLines }: MyPlanNeeds, userId: string) =>
  listPlans(db, userId, { today: calendarDay(new Date(), installation.timeZone), helpLines })

/** Audit actions in words for the client; they follow the name. */
const actionLabels: Partial<Record<AuditAction, string>> = {
  'plan-opened': 'opened the plan',
  'plan-exported': 'downloaded the plan',
  'person-exported': 'downloaded all data',
  'values-changed': 'changed values of the plan',
  'burnout-assessed': 'assessed the burnout risk',
  'burnout-assessment-removed': 'undid a burnout assessment',
  'risk-level-set': 'set the risk level',
  'transcription-hints-set': 'set hints for transcriptions',
  'transcript-opened': 'opened a transcript',
  'recording-opened': 'opened a recording',
  'recording-link-made': 'created a link to a recording',
  'session-scheduled': 'scheduled a session',
  'session-moved': 'moved a session to another date',
  'session-changed': 'changed the status of a session',
  'session-deleted': 'deleted a session',
  'session-kept': 'protected a session from automatic deletion',
  'session-released': 'ended the protection of a session',
  'recording-uploaded': 'uploaded a recording',
  'recording-deleted': 'deleted a recording',
  'transcript-deleted': 'deleted a transcript',
  'transcription-started': 'started a transcription',
  'transcription-cancelled': 'cancelled a transcription',
  'transcript-changed': 'corrected a transcript',
  'conversation-saved': 'edited a transcript',
  'conversation-checked': 'checked a conversation',
  'conversation-shared': 'shared a conversation',
  'conversation-withdrawn': 'stopped sharing a conversation',
  'shared-conversation-opened': 'read a shared conversation',
  'transcript-downloaded': 'downloaded a transcript',
  'execution-opened': 'opened an AI result of a transcript',
  'assignment-created': 'added home assignments',
  'assignment-changed': 'changed a home assignment',
  'assignment-deleted': 'deleted home assignments',
  'assignment-completed': 'marked a home assignment as completed',
  'assignment-reopened': 'marked a home assignment as not completed',
  'assignment-noted': 'changed a note on a home assignment',
  'questionnaire-assigned': 'assigned questionnaires',
  'questionnaire-withdrawn': 'withdrew questionnaires',
  'questionnaire-begun': 'started a questionnaire',
  'questionnaire-answered': 'answered a questionnaire',
  'questionnaire-declined': 'declined a questionnaire',
  'questionnaire-opened': 'read the answers of a questionnaire',
  'safety-mark-raised': 'gave an answer that needs attention',
  'safety-mark-acknowledged': 'acknowledged an answer that needs attention',
  'analysis-started': 'started an analysis of a session',
  'analysis-cancelled': 'stopped an analysis',
  'consent-given': 'noted that you gave consent',
  'consent-withdrawn': 'noted that you withdrew consent',
  'value-decided': 'reviewed an analyzed value',
  'impersonation-started': 'signed in to the account',
  'family-member-added': 'added the plan',
  'family-member-changed': 'changed the name or relationship',
  'coach-assigned': 'changed the coach',
  'coaching-ended': 'ended the coaching',
  'coaching-resumed': 'resumed the coaching',
}

/** Executions by prompt type, including automatic ones. */
const executionLabels: Record<TemplateType, string> = {
  diarization: 'processed a transcript',
  metric_extraction: 'analyzed a conversation for values',
  burnout_assessment: 'analyzed a conversation for signs of strain',
  session_preparation: 'prepared a session from earlier conversations',
}

export const dataReaders = (userId: string): List<typeof listMyDataReaders> => ({
  table: 'auditEntry',
  sorts: { time: { by: sql`audit_entry.created_at`, value: 'instant' } },
  defaultSort: '-time',
  filters: { clientId: (it) => sql`audit_entry.client_id = ${it}` },
  rows: async (db, ids) => (await listEntries(db, ids)).map((it) => toReader(it, userId)),
})

type Entry = Awaited<ReturnType<typeof listEntries>>[number]

function toReader(
  { id, at, action, type, isByLink, whose, sessionDate, ...of }: Entry,
  userId: string,
): DataReader {
  const said =
    action === 'template-executed'
      ? executionLabels[type as TemplateType]
      : actionLabels[action as AuditAction]
  const what = (said ?? 'worked on the plan') + (isByLink ? ' using a link' : '')
  const about = { id, at, what, sessionDate, whose }
  if (of.userId === null) return { ...about, ...(isByLink ? linkHolder : application) }
  const isImpersonated = of.originalUserId !== null
  return {
    ...about,
    who: (isImpersonated ? of.originalName : of.readerName) ?? 'Someone',
    role: roleOf(isImpersonated ? of.originalRoles : of.readerRoles),
    signedInAs: isImpersonated ? (of.userId === userId ? 'you' : of.readerName) : null,
  }
}

const linkHolder = { who: 'Someone', role: 'Not signed in', signedInAs: null } as const
const application = { who: 'This application', role: 'By itself', signedInAs: null } as const

function roleOf(roles: readonly Role[] | null): DataReader['role'] {
  if (!roles) return 'Unknown'
  if (isAdmin({ roles })) return 'Administrator'
  if (isCoach({ roles })) return 'Coach'
  return isClient({ roles }) ? 'Client' : 'Unknown'
}
