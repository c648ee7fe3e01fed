import { addDays, calendarDay, daysBetween, startOfDay } from '#contract/calendar.ts'
import { maxBuckets } from '#contract/executions.ts'
import { startOfHour } from './execution-counts.ts'

const minuteMs = 60_000
/** Bucket lengths. */
const minutes = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720]
const days = [1, 2, 7, 14, 28]

type Period = { from: number; to: number; timeZone: string }
/** Starts of the buckets, and whether each is at a full UTC hour. */
type TimeBuckets = { starts: number[]; areHourly: boolean }

/**
 * Divides a period into at most 60 buckets of the shortest length that fits. Hours are counted from midnight in the time zone
 * of the installation, and the first bucket contains `from`.
 */
export function timeBuckets({ from, to, timeZone }: Period): TimeBuckets {
  const day = calendarDay(new Date(from), timeZone)
  const midnight = startOfDay(day, timeZone).getTime()
  for (const length of minutes.map((it) => it * minuteMs)) {
    const origin = startOfHour(midnight)
    const first = origin + Math.floor((from - origin) / length) * length
    const count = Math.ceil((to - first) / length)
    if (count <= maxBuckets)
      return {
        starts: Array.from({ length: count }, (_, index) => first + index * length),
        areHourly: length >= 60 * minuteMs,
      }
  }
  const inDays = daysBetween(day, calendarDay(new Date(to - 1), timeZone)) + 1
  const countOf = (length: number) => Math.ceil(inDays / length)
  const length = days.find((it) => countOf(it) <= maxBuckets) ?? Math.ceil(inDays / maxBuckets)
  return {
    starts: Array.from({ length: countOf(length) }, (_, index) =>
      startOfDay(addDays(day, index * length), timeZone).getTime(),
    ),
    areHourly: true,
  }
}
