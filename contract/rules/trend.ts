export type TrendPoint = { week: number; value: number }
export type Trend = {
  /** Where the last weeks point. */
  direction: 'up' | 'down' | 'flat'
  /** From the first week to the last, in points. */
  change: number
  /** The first week. */
  since: number
}

/** A change of less than this many points is called flat (docs/product.md, "Trend"). */
export const minTrendChange = 1

/** How many of the last weeks with a value the direction follows. */
const recentWeeks = 4

/**
 * Trend of values by week: `change` from the first week with a value to the last, and the direction of the last weeks.
 * Null under two weeks with a value (shown as 'N/A').
 */
export function computeTrend(points: readonly TrendPoint[]): Trend | null {
  const inOrder = points.toSorted((a, b) => a.week - b.week)
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  if (!first || !last || first.week === last.week) return null
  const recent = inOrder.slice(-recentWeeks)
  const span = last.week - (recent[0]?.week ?? last.week)
  return {
    direction: getDirection(computeSlope(recent) * span),
    change: last.value - first.value,
    since: first.week,
  }
}

/** The least-squares slope in points per week, of at least two weeks. */
export function computeSlope(points: readonly TrendPoint[]) {
  const meanWeek = mean(points.map(({ week }) => week))
  const meanValue = mean(points.map(({ value }) => value))
  let together = 0
  let apart = 0
  for (const { week, value } of points) {
    together += (week - meanWeek) * (value - meanValue)
    apart += (week - meanWeek) ** 2
  }
  return together / apart
}

export const getDirection = (change: number) =>
  Math.abs(change) < minTrendChange ? 'flat' : change > 0 ? 'up' : 'down'

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length
