import { minimumGroup } from '#contract/analytics/analytics.ts'
import type { People } from './edition.ts'

export type Totals = {
  enrolled: number
  active: number
  sessions: number
  /** Most common length of recorded sessions, rounded down to a quarter of an hour. */
  minutes: number | null
  /** People with feedback, and those of them who found the session helpful. */
  answered: number
  helpful: number
  /** People whose questionnaires can be compared, and those of them who are reliably better. */
  measured: number
  improved: number
  /** Medians of those who are better, and of those who began in the last year. */
  sessionsUntil: number | null
  waitDays: number | null
}

export function sumTotals(people: People, groupSize = minimumGroup): Totals {
  const all = [...people.values()]
  return {
    enrolled: all.filter((it) => it.isEnrolled).length,
    active: all.filter((it) => it.isActive).length,
    sessions: countSessions(
      all.map((it) => it.sessions),
      groupSize,
    ),
    minutes: mostCommon(
      all.map((it) => it.minutes),
      groupSize,
    ),
    answered: all.filter((it) => it.isHelpful !== null).length,
    helpful: all.filter((it) => it.isHelpful).length,
    measured: all.filter((it) => it.isBetter !== null).length,
    improved: all.filter((it) => it.isBetter).length,
    sessionsUntil: median(
      all.map((it) => it.sessionsUntil),
      groupSize,
    ),
    waitDays: median(
      all.map((it) => it.waitDays),
      groupSize,
    ),
  }
}

/** The lower one, which no single person can move far; null for fewer values than a group. */
function median(values: readonly (number | null)[], groupSize: number) {
  const known = values.filter((it) => it !== null).toSorted((a, b) => a - b)
  return known.length < groupSize ? null : (known[Math.floor((known.length - 1) / 2)] ?? null)
}

/** Each person's sessions are capped at the number that a whole group reaches, so that nobody stands out. */
function countSessions(counts: readonly number[], groupSize: number) {
  const most = counts.toSorted((a, b) => b - a)[groupSize - 1] ?? 0
  return counts.reduce((sum, it) => sum + Math.min(it, most), 0)
}

/** The value with the most whole groups; null for none or a tie. */
function mostCommon(values: readonly (number | null)[], groupSize: number) {
  const groups = new Map<number, number>()
  for (const [value, same] of Map.groupBy(values, (it) => it))
    if (value !== null) groups.set(value, Math.floor(same.length / groupSize))
  const most = Math.max(0, ...groups.values())
  const [first, second] = [...groups].filter(([, it]) => it === most)
  return most > 0 && first && !second ? first[0] : null
}
