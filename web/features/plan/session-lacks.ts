import type { Session } from '#contract/sessions.ts'
import { type Need, needOf, needs } from '#web/lib/session-needs.ts'

type Worked = Pick<Session, 'status' | 'recordingUrl' | 'hasRawTranscript' | 'hasConversation'>

/** What the sessions of a week still wait for, each once. */
export function lacksOf(sessions: readonly Worked[]): Need[] {
  const found = new Set(
    sessions.map((it) => needOf({ ...it, hasRecording: it.recordingUrl !== null })),
  )
  return needs.filter((it) => found.has(it))
}
