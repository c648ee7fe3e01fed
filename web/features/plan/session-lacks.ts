import { type Need, needOf, needs, type Worked } from '#contract/session-needs.ts'

/** What the sessions of a week still wait for, each once. */
export function lacksOf(sessions: readonly Worked[]): Need[] {
  const found = new Set(sessions.map(needOf))
  return needs.filter((it) => found.has(it))
}
