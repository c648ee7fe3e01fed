import type { Session } from './sessions.ts'

export type SessionProgress = Pick<
  Session,
  'status' | 'recordingUrl' | 'hasRawTranscript' | 'hasConversation' | 'isOfEarlierRecording'
>
/** In the order of the work. */
export const sessionSteps = ['recording', 'transcript', 'conversation'] as const
export type SessionStep = (typeof sessionSteps)[number]

/** Whether there is a recording or transcript, whatever its date. */
export const hasRecordingOrTranscript = ({
  recordingUrl,
  hasRawTranscript,
  hasConversation,
}: Omit<SessionProgress, 'status' | 'isOfEarlierRecording'>) =>
  recordingUrl !== null || hasRawTranscript || hasConversation

/** The next step of a session (docs/product.md, "Client row"); null: none. */
export function pendingStep({
  status,
  hasRawTranscript,
  hasConversation,
  ...session
}: SessionProgress) {
  const hasRecording = session.recordingUrl !== null
  if (status === 'archived') return null
  if (hasRecording && (!hasRawTranscript || session.isOfEarlierRecording)) return 'transcript'
  if (hasRawTranscript && !hasConversation) return 'conversation'
  return status === 'open' && !hasRecording && !hasConversation ? 'recording' : null
}
