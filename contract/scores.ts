import { type ScoreSource, scoreSource } from './plan-values.ts'

type Assessed = { weekNumber: number; source: ScoreSource; createdAt: string }

/**
 * The assessment of each week that counts: a questionnaire before a person's entry before a model's (product decisions,
 * section 9), and of one source the newest.
 */
export function countingByWeek<T extends Assessed>(assessments: readonly T[]): Map<number, T> {
  const counting = new Map<number, T>()
  for (const it of assessments) {
    const before = counting.get(it.weekNumber)
    if (!before || isBefore(it, before)) counting.set(it.weekNumber, it)
  }
  return counting
}

const rank = ({ source }: Assessed) => scoreSource.options.indexOf(source)
const isBefore = (a: Assessed, b: Assessed) =>
  rank(a) < rank(b) || (rank(a) === rank(b) && Date.parse(a.createdAt) >= Date.parse(b.createdAt))
