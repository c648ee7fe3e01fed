import { type Need, needOf, needs, type Worked } from '#contract/session-needs.ts'
import type { Session } from '#contract/sessions.ts'

/** What the sessions of a week still need, each once. */
export function needsOf(sessions: readonly Worked[]): Need[] {
  const found = new Set(sessions.map(needOf))
  return needs.filter((it) => found.has(it))
}

type Listed = Worked & Pick<Session, 'id' | 'sessionDate'>

/**
 * Which of several sessions to open first: one without a recording, else without a transcript, else without a
 * conversation; otherwise the next upcoming one, else the last.
 */
export function sessionToOpen(sessions: readonly Listed[], now: Date) {
  const inTime = sessions.toSorted((a, b) => Date.parse(a.sessionDate) - Date.parse(b.sessionDate))
  for (const wanted of needs) {
    const found = inTime.find((it) => needOf(it) === wanted)
    if (found) return found.id
  }
  return (inTime.find(({ sessionDate }) => new Date(sessionDate) > now) ?? inTime.at(-1))?.id
}
