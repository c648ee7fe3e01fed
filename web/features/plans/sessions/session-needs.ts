import {
  type SessionStep,
  pendingStep,
  sessionSteps,
  type SessionProgress,
} from '#contract/sessions/session-needs.ts'
import type { Session } from '#contract/sessions/sessions.ts'

/** What the sessions of a week still need, each once. */
export function listNeeds(sessions: readonly SessionProgress[]): SessionStep[] {
  const found = new Set(sessions.map(pendingStep))
  return sessionSteps.filter((it) => found.has(it))
}

type Listed = SessionProgress & Pick<Session, 'id' | 'sessionDate'>

/**
 * Which of several sessions to open first: one without a recording, else without a transcript, else without a
 * conversation; otherwise the next upcoming one, else the last.
 */
export function sessionToOpen(sessions: readonly Listed[], now: Date) {
  const inTime = sessions.toSorted((a, b) => Date.parse(a.sessionDate) - Date.parse(b.sessionDate))
  for (const wanted of sessionSteps) {
    const found = inTime.find((it) => pendingStep(it) === wanted)
    if (found) return found.id
  }
  return (inTime.find(({ sessionDate }) => new Date(sessionDate) > now) ?? inTime.at(-1))?.id
}
