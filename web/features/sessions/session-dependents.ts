import type { SessionDetail } from '#contract/sessions/sessions.ts'

type Parts = Pick<
  SessionDetail,
  'recording' | 'hasRawTranscript' | 'hasConversation' | 'sharing' | 'metrics' | 'hasBurnoutRisk'
>

/** What is deleted with a session. */
export function listDependents(session: Parts) {
  const count = session.metrics.length
  return [
    session.recording && 'its recording',
    session.hasRawTranscript && 'its raw transcript',
    session.hasConversation &&
      (session.sharing ? 'its conversation, which the client can read' : 'its conversation'),
    count > 0 && `its ${count === 1 ? 'metric value' : `${count} metric values`}`,
    session.hasBurnoutRisk && 'its burnout risk score',
  ].filter((part) => typeof part === 'string')
}

/** Assignments stay with the client. */
export const remainingAssignments = (assignmentsGiven: number) =>
  assignmentsGiven === 1
    ? 'Its home assignment stays in the plan.'
    : `Its ${assignmentsGiven} home assignments stay in the plan.`
