import { addDays, calendarDay, daysBetween, startOfDay } from '#contract/calendar.ts'
import { mostParts } from '#contract/executions.ts'
import { hourOf } from './hours.ts'

const minuteMs = 60_000
/** Lengths of a part that people know. */
const minutes = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720]
const days = [1, 2, 7, 14, 28]

type Period = { from: number; to: number; timeZone: string }
/** Where the parts begin, and whether each of them does with an hour of UTC. */
type Parts = { begins: number[]; areOfHours: boolean }

/**
 * A period in at most 60 parts of one length: as few minutes, hours or days as do. Hours are counted from the beginning of
 * the day in the time zone of the installation, and the first part holds `from`.
 */
export function partsOf({ from, to, timeZone }: Period): Parts {
  const day = calendarDay(new Date(from), timeZone)
  const midnight = startOfDay(day, timeZone).getTime()
  for (const length of minutes.map((it) => it * minuteMs)) {
    const origin = hourOf(midnight)
    const first = origin + Math.floor((from - origin) / length) * length
    const parts = Math.ceil((to - first) / length)
    if (parts <= mostParts)
      return {
        begins: Array.from({ length: parts }, (_, part) => first + part * length),
        areOfHours: length >= 60 * minuteMs,
      }
  }
  const inDays = daysBetween(day, calendarDay(new Date(to - 1), timeZone)) + 1
  const partsIn = (length: number) => Math.ceil(inDays / length)
  const length = days.find((it) => partsIn(it) <= mostParts) ?? Math.ceil(inDays / mostParts)
  return {
    begins: Array.from({ length: partsIn(length) }, (_, part) =>
      startOfDay(addDays(day, part * length), timeZone).getTime(),
    ),
    areOfHours: true,
  }
}
