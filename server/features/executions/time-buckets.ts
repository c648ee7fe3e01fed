import { addDays, calendarDay, daysBetween, startOfDay } from '#contract/rules/calendar.ts'
import { maxBuckets } from '#contract/executions/executions.ts'

/** Bucket lengths. */
const minutes = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720]
const days = [1, 2, 7, 14, 28]

type Period = { from: number; to: number; timeZone: string }

/**
 * Divides a period into at most 60 buckets of the shortest length that fits, and returns their starts. Hours are counted from
 * midnight in the time zone of the installation, and the first bucket contains `from`.
 */
export function timeBuckets({ from, to, timeZone }: Period): number[] {
  const day = calendarDay(new Date(from), timeZone)
  const midnight = startOfDay(day, timeZone).getTime()
  for (const length of minutes.map((it) => it * 60_000)) {
    const first = midnight + Math.floor((from - midnight) / length) * length
    const count = Math.ceil((to - first) / length)
    if (count <= maxBuckets) return Array.from({ length: count }, (_, it) => first + it * length)
  }
  const inDays = daysBetween(day, calendarDay(new Date(to - 1), timeZone)) + 1
  const countOf = (length: number) => Math.ceil(inDays / length)
  const length = days.find((it) => countOf(it) <= maxBuckets) ?? Math.ceil(inDays / maxBuckets)
  return Array.from({ length: countOf(length) }, (_, index) =>
    startOfDay(addDays(day, index * length), timeZone).getTime(),
  )
}
