import { type DataSource, type ScoreSource, scoreSource } from './plan-values.ts'

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

type Measured = { weekNumber: number; numericValue: number; source: DataSource }

/**
 * What one metric was in each week: what a person noted stands before the rest, and of several other values of a week there
 * is the mean.
 */
export function valueByWeek(values: readonly Measured[]): Map<number, number> {
  const byWeek = Map.groupBy(values, (it) => it.weekNumber)
  return new Map(
    [...byWeek].map(([week, inWeek]) => {
      const byHand = inWeek.filter(({ source }) => source === 'manual')
      const counting = byHand.length ? byHand : inWeek
      const sum = counting.reduce((all, { numericValue }) => all + numericValue, 0)
      return [week, sum / counting.length]
    }),
  )
}

const rank = ({ source }: Assessed) => scoreSource.options.indexOf(source)
const isBefore = (a: Assessed, b: Assessed) =>
  rank(a) < rank(b) || (rank(a) === rank(b) && Date.parse(a.createdAt) >= Date.parse(b.createdAt))
