import type { TemplateType } from '#contract/prompts/prompts.ts'
import type { AuditAction } from '../../audit/audit.ts'

/** Audit actions in words for the client; they follow the name. */
const actionLabels: Partial<Record<AuditAction, string>> = {
  'client-listed': 'saw the name and risk in a list of clients',
  'consents-opened': 'opened the consents',
  'message-read': 'read the text of a message',
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
  'session-cancelled': 'cancelled a session',
  'session-request-answered': 'answered a request',
  'session-changed': 'changed the status of a session',
  'session-deleted': 'deleted a session',
  'session-kept': 'protected a session from automatic deletion',
  'session-released': 'ended the protection of a session',
  'recording-uploaded': 'uploaded a recording',
  'recording-joined': 'added a part to a recording',
  'recording-deleted': 'deleted a recording',
  'transcript-deleted': 'deleted a transcript',
  'transcription-started': 'started a transcription',
  'transcription-cancelled': 'cancelled a transcription',
  'transcript-changed': 'corrected a transcript',
  'transcript-replaced': 'replaced a transcript',
  'new-transcript-discarded': 'discarded a new transcript',
  'conversation-saved': 'edited a transcript',
  'conversation-checked': 'checked a conversation',
  'client-speaker-chosen': 'chose the speaker of a conversation who is the client',
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
  'feedback-given': 'gave feedback on a session',
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

/** `type`: that of the prompt, for an execution. */
export function describeAction(action: string, type: string | null) {
  const said =
    action === 'template-executed'
      ? executionLabels[type as TemplateType]
      : actionLabels[action as AuditAction]
  return said ?? 'worked on the plan'
}
