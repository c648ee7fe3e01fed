export type TrendPoint = { week: number; value: number }
export type Trend = { direction: 'up' | 'down' | 'flat'; change: number; slope: number }

/** A change of less than this many points is called flat (product decisions, section 5). */
export const minTrendChange = 1

/**
 * Trend of values by week: `slope` is the least-squares slope in points per week, `change` what the fitted line
 * gains from the first to the last week with a value. Null under two weeks with a value (shown as 'N/A').
 */
export function trendOf(points: readonly TrendPoint[]): Trend | null {
  const weeks = points.map(({ week }) => week)
  const first = Math.min(...weeks)
  const span = Math.max(...weeks) - first
  if (points.length < 2 || span === 0) return null
  const meanWeek = meanOf(weeks)
  const meanValue = meanOf(points.map(({ value }) => value))
  let together = 0
  let apart = 0
  for (const { week, value } of points) {
    together += (week - meanWeek) * (value - meanValue)
    apart += (week - meanWeek) ** 2
  }
  const slope = together / apart
  const change = slope * span
  return { slope, change, direction: directionOf(change) }
}

export const directionOf = (change: number) =>
  Math.abs(change) < minTrendChange ? 'flat' : change > 0 ? 'up' : 'down'

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length
