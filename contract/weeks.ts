const weekMs = 7 * 24 * 3600 * 1000

/** Treatment week of an instant: W1 begins when the client was created (product decisions, section 2). */
export const weekNumberAt = (at: Date, clientCreatedAt: Date) =>
  Math.floor((at.getTime() - clientCreatedAt.getTime()) / weekMs) + 1

/** The week-range filter of a plan (specification part 2, section 2.2). */
export const weekRanges = ['all', 4, 8, 12, 16, 20] as const
export type WeekRange = (typeof weekRanges)[number]

/**
 * Which weeks a plan shows (specification part 2, section 9): "All" shows max(12, weeks + 2) from W1,
 * "Last N" the min(N, weeks) weeks that end now, where `weeks` counts the weeks begun since creation.
 */
export function shownWeeks(range: WeekRange, now: Date, clientCreatedAt: Date) {
  const weeks = Math.max(1, weekNumberAt(now, clientCreatedAt))
  const count = range === 'all' ? Math.max(12, weeks + 2) : Math.min(range, weeks)
  const first = range === 'all' ? 1 : weeks - count + 1
  return Array.from({ length: count }, (_, index) => first + index)
}

/** The instant when a treatment week begins. */
export const weekStart = (week: number, clientCreatedAt: Date) =>
  new Date(clientCreatedAt.getTime() + (week - 1) * weekMs)
