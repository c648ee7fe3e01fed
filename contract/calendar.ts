export const dayMs = 24 * 3600 * 1000

/** A day of the calendar, YYYY-MM-DD: the same day in every time zone. */
export type CalendarDay = string

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a format takes a hundred times as long as using it. */
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

/** The parts of a formatted instant, by type. */
export function datePartsOf(at: Date, format: Intl.DateTimeFormat) {
  const of: Record<string, string> = {}
  for (const { type, value } of format.formatToParts(at)) of[type] = value
  return of
}

/** The calendar day of an instant in a time zone (an IANA name such as Europe/Copenhagen). */
export function calendarDay(at: Date, timeZone: string): CalendarDay {
  const of = datePartsOf(at, formatOf(timeZone))
  return `${(of['year'] ?? '').padStart(4, '0')}-${of['month']}-${of['day']}`
}

/** Days from one day to another; negative if the other is earlier. */
export const daysBetween = (from: CalendarDay, to: CalendarDay) =>
  (Date.parse(to) - Date.parse(from)) / dayMs

export const addDays = (day: CalendarDay, days: number): CalendarDay =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Monday of the week of a day. */
export const mondayOf = (day: CalendarDay) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** No time zone is further from UTC. */
const maxOffsetSeconds = 16 * 3600

/**
 * The first instant of a day in a time zone: usually midnight, 1 AM where the clock is put forward at midnight, and the
 * start of the next day where the time zone skipped this one.
 */
export function startOfDay(day: CalendarDay, timeZone: string) {
  const midnight = Date.parse(day) / 1000
  let [before, begun] = [midnight - maxOffsetSeconds, midnight + maxOffsetSeconds]
  while (begun - before > 1) {
    const between = Math.floor((before + begun) / 2)
    if (calendarDay(new Date(between * 1000), timeZone) < day) before = between
    else begun = between
  }
  return new Date(begun * 1000)
}

/** Whether the runtime knows the time zone. */
export function isTimeZone(name: string) {
  try {
    return formatOf(name) !== undefined
  } catch {
    return false
  }
}
