import type { Session } from '#contract/sessions.ts'

type Known = Pick<Session, 'status' | 'hasRawTranscript' | 'hasConversation'> & {
  hasRecording: boolean
  /** What is known of one session alone. */
  isOfEarlierRecording?: boolean
}
/** In the order of the work. */
export const needs = ['recording', 'transcript', 'conversation'] as const
export type Need = (typeof needs)[number]

/** What a session still waits for (product decisions, section 5), or null: nothing, or its hour. */
export function needOf({
  status,
  hasRecording,
  hasRawTranscript,
  hasConversation,
  isOfEarlierRecording,
}: Known) {
  if (status === 'archived') return null
  if (hasRecording && (!hasRawTranscript || isOfEarlierRecording)) return 'transcript'
  if (hasRawTranscript && !hasConversation) return 'conversation'
  return status === 'open' && !hasRecording && !hasConversation ? 'recording' : null
}

type Listed = Pick<
  Session,
  'id' | 'sessionDate' | 'status' | 'recordingUrl' | 'hasRawTranscript' | 'hasConversation'
>

/**
 * Which of several sessions is opened first: the one that waits for a recording, else for its transcript, else for its
 * conversation; where none waits, the next one to come, and else the last that was.
 */
export function firstToOpen(sessions: readonly Listed[], now: Date) {
  const inTime = sessions.toSorted((a, b) => Date.parse(a.sessionDate) - Date.parse(b.sessionDate))
  for (const wanted of needs) {
    const found = inTime.find(
      (it) => needOf({ ...it, hasRecording: it.recordingUrl !== null }) === wanted,
    )
    if (found) return found.id
  }
  return (inTime.find(({ sessionDate }) => new Date(sessionDate) > now) ?? inTime.at(-1))?.id
}
