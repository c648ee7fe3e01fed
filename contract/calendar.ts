const dayMs = 24 * 3600 * 1000

/** A day of the calendar, YYYY-MM-DD: the same day in every time zone. */
export type CalendarDay = string

const formats = new Map<string, Intl.DateTimeFormat>()

/** Kept, because making one takes a hundred times as long as using it. */
function formatOf(timeZone: string) {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

/** The day on which an instant falls in a time zone (an IANA name such as Europe/Copenhagen). */
export function calendarDay(at: Date, timeZone: string): CalendarDay {
  const of: Record<string, string> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) of[type] = value
  return `${(of['year'] ?? '').padStart(4, '0')}-${of['month']}-${of['day']}`
}

/** From one day to another; below zero when the other lies before. */
export const daysBetween = (from: CalendarDay, to: CalendarDay) =>
  (Date.parse(to) - Date.parse(from)) / dayMs

export const addDays = (day: CalendarDay, days: number): CalendarDay =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Monday of the week in which a day lies. */
export const mondayOf = (day: CalendarDay) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** No time zone is further from UTC than this, in seconds. */
const farthest = 16 * 3600

/**
 * The first instant of a day in a time zone: usually midnight, one o'clock where the clock is put forward at midnight,
 * and the beginning of the next day where the zone skipped this one.
 */
export function startOfDay(day: CalendarDay, timeZone: string) {
  const midnight = Date.parse(day) / 1000
  let [before, begun] = [midnight - farthest, midnight + farthest]
  while (begun - before > 1) {
    const between = Math.floor((before + begun) / 2)
    if (calendarDay(new Date(between * 1000), timeZone) < day) before = between
    else begun = between
  }
  return new Date(begun * 1000)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string) {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    numberingSystem: 'latn',
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  })
  clocks.set(timeZone, clock)
  return clock
}

/** Minutes since midnight that the clock shows at an instant in a time zone. */
export function minutesOfDay(at: Date, timeZone: string) {
  const of: Record<string, string> = {}
  for (const { type, value } of clockOf(timeZone).formatToParts(at)) of[type] = value
  return Number(of['hour']) * 60 + Number(of['minute'])
}

const minuteMs = 60_000

/**
 * The instant at which the clock of a time zone shows a day and so many minutes since midnight: the first of two where
 * the clock is put back, and as much later as it is put forward where it skips that time.
 */
export function instantOn(day: CalendarDay, minutes: number, timeZone: string) {
  const shown = Date.parse(day) + minutes * minuteMs
  const shownAt = (at: number) =>
    Date.parse(calendarDay(new Date(at), timeZone)) +
    minutesOfDay(new Date(at), timeZone) * minuteMs
  // A day before and a day after, the clock runs as it does before and after whatever change there is between.
  const [before = shown, after = shown] = [shown - dayMs, shown + dayMs].map(
    (at) => shown - (shownAt(at) - at),
  )
  return new Date(shownAt(before) !== shown && shownAt(after) === shown ? after : before)
}

/** Whether this machine knows the time zone. */
export function isTimeZone(name: string) {
  try {
    return formatOf(name) !== undefined
  } catch {
    return false
  }
}
