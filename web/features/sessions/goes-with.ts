import type { SessionDetail } from '#contract/sessions.ts'

type Parts = Pick<SessionDetail, 'recording' | 'hasRawTranscript' | 'hasConversation' | 'metrics'>

/** What is deleted with a session, in words; only what is there. */
export function goesWith({ recording, hasRawTranscript, hasConversation, metrics }: Parts) {
  const count = metrics.length
  return [
    recording && 'its recording',
    hasRawTranscript && 'its raw transcript',
    hasConversation && 'its conversation',
    count > 0 && `its ${count === 1 ? 'metric value' : `${count} metric values`}`,
  ].filter((part) => typeof part === 'string')
}

/** What a client was given to do is theirs, whatever becomes of the session. */
export const staying = (assignmentsGiven: number) =>
  assignmentsGiven === 1
    ? 'Its home assignment stays in the plan.'
    : `Its ${assignmentsGiven} home assignments stay in the plan.`
