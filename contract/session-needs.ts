import type { Session } from './sessions.ts'

export type Worked = Pick<
  Session,
  'status' | 'recordingUrl' | 'hasRawTranscript' | 'hasConversation' | 'isOfEarlierRecording'
>
/** In the order of the work. */
export const needs = ['recording', 'transcript', 'conversation'] as const
export type Need = (typeof needs)[number]

/** Whether something was said in it, whatever it was planned for. */
export const wasHeld = ({
  recordingUrl,
  hasRawTranscript,
  hasConversation,
}: Omit<Worked, 'status' | 'isOfEarlierRecording'>) =>
  recordingUrl !== null || hasRawTranscript || hasConversation

/** What a session still waits for (product decisions, section 5), or null: nothing, or its hour. */
export function needOf({ status, hasRawTranscript, hasConversation, ...session }: Worked) {
  const hasRecording = session.recordingUrl !== null
  if (status === 'archived') return null
  if (hasRecording && (!hasRawTranscript || session.isOfEarlierRecording)) return 'transcript'
  if (hasRawTranscript && !hasConversation) return 'conversation'
  return status === 'open' && !hasRecording && !hasConversation ? 'recording' : null
}
