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

type Measured = {
  weekNumber: number
  numericValue: number
  source: DataSource
  /** When the session in which it was found took place. */
  sessionDate?: string | null
}

/**
 * What one metric was in each week: what a person noted stands before the rest, of which there is the mean. Of what was said
 * in several sessions of a week only the last one counts, of one session what is told last.
 */
export function valueByWeek(values: readonly Measured[]): Map<number, number> {
  return new Map(
    [...countingValues(values)].map(([week, counting]) => {
      const sum = counting.reduce((all, { numericValue }) => all + numericValue, 0)
      return [week, sum / counting.length]
    }),
  )
}

/** Those of each week that count. */
export function countingValues<T extends Measured>(values: readonly T[]): Map<number, T[]> {
  const byWeek = Map.groupBy(values, (it) => it.weekNumber)
  return new Map(
    [...byWeek].map(([week, inWeek]) => {
      const byHand = inWeek.filter(({ source }) => source === 'manual')
      return [week, byHand.length ? byHand : withLastSaid(inWeek)]
    }),
  )
}

/** Of what was said in sessions that of the last one, beside what came from elsewhere. */
function withLastSaid<T extends Measured>(inWeek: readonly T[]) {
  const isSaid = ({ source }: Measured) => source === 'transcription'
  const last = inWeek
    .filter(isSaid)
    .reduce<T | undefined>(
      (latest, it) => (latest && timeOf(latest) > timeOf(it) ? latest : it),
      undefined,
    )
  return inWeek.filter((it) => it === last || !isSaid(it))
}
const timeOf = ({ sessionDate }: Measured) => (sessionDate ? Date.parse(sessionDate) : 0)

const rank = ({ source }: Assessed) => scoreSource.options.indexOf(source)
const isBefore = (a: Assessed, b: Assessed) =>
  rank(a) < rank(b) || (rank(a) === rank(b) && Date.parse(a.createdAt) >= Date.parse(b.createdAt))
