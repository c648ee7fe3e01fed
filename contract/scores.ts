import {
  type DataSource,
  isConfirmed,
  type ScoreSource,
  scoreSource,
  type ValueCheck,
} from './plan-values.ts'

type Assessed = { weekNumber: number; source: ScoreSource; createdAt: string }

/**
 * The assessment of each week that counts: a questionnaire before a person's entry before a model's (product decisions,
 * section 9), and of one source the newest.
 */
export function effectiveByWeek<T extends Assessed>(assessments: readonly T[]): Map<number, T> {
  const counting = new Map<number, T>()
  for (const it of assessments) {
    const before = counting.get(it.weekNumber)
    if (!before || isBefore(it, before)) counting.set(it.weekNumber, it)
  }
  return counting
}

export type Measured = {
  weekNumber: number
  numericValue: number
  source: DataSource
  /** Of a value that an analysis found. */
  check?: ValueCheck | null
  /** When the session in which it was found took place. */
  sessionDate?: string | null
}

/** What one metric was in each week: the mean of the values that count. */
export function valueByWeek(values: readonly Measured[]): Map<number, number> {
  return new Map(
    [...effectiveValues(values)].map(([week, counting]) => {
      const sum = counting.reduce((all, { numericValue }) => all + numericValue, 0)
      return [week, sum / counting.length]
    }),
  )
}

/**
 * Those of each week that count (product decisions, section 5): a person's entry, then a value that a person confirmed or
 * corrected, then a questionnaire, document or device, then what nobody has decided. Of sessions only the latest one.
 */
export function effectiveValues<T extends Measured>(values: readonly T[]): Map<number, T[]> {
  const byWeek = Map.groupBy(values, (it) => it.weekNumber)
  return new Map(
    [...byWeek].map(([week, inWeek]) => {
      const first = Math.min(...inWeek.map(sourceRank))
      return [week, ofLatestSession(inWeek.filter((it) => sourceRank(it) === first))]
    }),
  )
}

const sourceRank = ({ source, check }: Measured) => {
  if (source === 'manual') return 0
  if (isConfirmed(check)) return 1
  return source === 'transcription' ? 3 : 2
}

/** Of values from sessions that of the latest session, of one session the last; all others as they are. */
function ofLatestSession<T extends Measured>(values: readonly T[]) {
  const latest = values
    .filter(isFromSession)
    .reduce<T | undefined>(
      (found, it) => (found && timeOf(found) > timeOf(it) ? found : it),
      undefined,
    )
  return values.filter((it) => it === latest || !isFromSession(it))
}
const isFromSession = ({ source }: Measured) => source === 'transcription'
const timeOf = ({ sessionDate }: Measured) => (sessionDate ? Date.parse(sessionDate) : 0)

const rank = ({ source }: Assessed) => scoreSource.options.indexOf(source)
const isBefore = (a: Assessed, b: Assessed) =>
  rank(a) < rank(b) || (rank(a) === rank(b) && Date.parse(a.createdAt) >= Date.parse(b.createdAt))
