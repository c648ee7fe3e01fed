import {
  type DataSource,
  isConfirmed,
  type ScoreSource,
  scoreSource,
  type ValueCheck,
} from './plan-values.ts'

type Assessed = { weekNumber: number; source: ScoreSource; createdAt: string }

/** The effective assessment of each week: by precedence of source (product decisions, section 9), then the newest. */
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
  /** Review status, of analysis values. */
  check?: ValueCheck | null
  /** Date of the session it was found in. */
  sessionDate?: string | null
}

/** Value of one metric in each week: the mean of the effective values. */
export function valueByWeek(values: readonly Measured[]): Map<number, number> {
  return new Map(
    [...effectiveValues(values)].map(([week, counting]) => {
      const sum = counting.reduce((all, { numericValue }) => all + numericValue, 0)
      return [week, sum / counting.length]
    }),
  )
}

/**
 * The effective values of each week (product decisions, section 5): manual entries, else reviewed values, else those of
 * questionnaires, documents or devices, else unreviewed ones. Only the latest session counts.
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

/** Drops values from sessions other than the latest. */
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
