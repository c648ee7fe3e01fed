import { type DataSource, isConfirmed, type ValueCheck } from '../plans/plan-values.ts'

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
 * The effective values of each week (docs/product.md, "Metric values"): manual entries, else reviewed values, else those of
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
