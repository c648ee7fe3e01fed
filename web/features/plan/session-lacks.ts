import type { Session } from '#contract/sessions.ts'

export const lacks = ['recording', 'transcript', 'conversation'] as const
export type Lack = (typeof lacks)[number]

type Worked = Pick<Session, 'status' | 'recordingUrl' | 'hasRawTranscript' | 'hasConversation'>

/**
 * What a session still lacks, the first thing first (product decisions, section 5): an open one its recording, one with
 * a recording its transcript, one with a transcript its conversation.
 */
export function lackOf({ status, recordingUrl, hasRawTranscript, hasConversation }: Worked) {
  if (status === 'archived' || hasConversation) return undefined
  if (hasRawTranscript) return 'conversation'
  if (recordingUrl !== null) return 'transcript'
  return status === 'open' ? 'recording' : undefined
}

/** What the sessions of a week lack, each once. */
export const lacksOf = (sessions: readonly Worked[]): Lack[] => {
  const found = new Set(sessions.map(lackOf))
  return lacks.filter((it) => found.has(it))
}
