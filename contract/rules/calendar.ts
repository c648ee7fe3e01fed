export const dayMs = 24 * 3600 * 1000

/** A day of the calendar, YYYY-MM-DD: the same day in every time zone. */
export type CalendarDay = string

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a format takes a hundred times as long as using it. */
function getFormat(timeZone: string) {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

/** The parts of a formatted instant, by type. */
function getDateParts(at: Date, timeZone: string) {
  const parts: Parts = {}
  for (const { type, value } of getFormat(timeZone).formatToParts(at)) parts[type] = value
  return parts
}

/** The calendar day of an instant in a time zone (an IANA name such as Europe/Copenhagen). */
export const calendarDay = (at: Date, timeZone: string) => formatDay(getDateParts(at, timeZone))

const formatDay = ({ year = '', month, day }: Parts): CalendarDay =>
  `${year.padStart(4, '0')}-${month}-${day}`

/** Days from one day to another; negative if the other is earlier. */
export const daysBetween = (from: CalendarDay, to: CalendarDay) =>
  (Date.parse(to) - Date.parse(from)) / dayMs

export const addDays = (day: CalendarDay, days: number): CalendarDay =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Monday of the week of a day. */
export const getMonday = (day: CalendarDay) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** Minutes since midnight of an instant in a time zone. */
export function minutesOfDay(at: Date, timeZone: string) {
  const { hour, minute } = getDateParts(at, timeZone)
  return Number(hour) * 60 + Number(minute)
}

/**
 * The instant of a day and minutes since midnight in a time zone: the first of two where the clock is put back; a time
 * that is skipped where it is put forward moves forward by as much.
 */
export function toInstant(day: CalendarDay, minutes: number, timeZone: string) {
  const shown = Date.parse(day) + minutes * 60_000
  const shownAt = (at: number) => {
    const parts = getDateParts(new Date(at), timeZone)
    const { hour, minute, second } = parts
    return Date.parse(`${formatDay(parts)}T${hour}:${minute}:${second}Z`)
  }
  // The offsets a day before and a day after, on either side of any clock change.
  const [before = shown, after = shown] = [shown - dayMs, shown + dayMs].map(
    (at) => shown - (shownAt(at) - at),
  )
  return new Date(shownAt(before) !== shown && shownAt(after) === shown ? after : before)
}

/** When a clock in a time zone shows a day and time: never where the clock is put forward, twice where it is put back. */
export function listInstants(day: CalendarDay, minutes: number, timeZone: string) {
  const first = toInstant(day, minutes, timeZone)
  // Clocks are changed by an hour at most, in steps of half an hour.
  return [0, 30, 60]
    .map((later) => new Date(first.getTime() + later * 60_000))
    .filter(
      (at) => calendarDay(at, timeZone) === day && minutesOfDay(at, timeZone) === minutes % 1440,
    )
}

/**
 * The first instant of a day in a time zone: usually midnight, 1 AM where the clock is put forward at midnight, and the
 * start of the next day where the time zone skipped this one.
 */
export const startOfDay = (day: CalendarDay, timeZone: string) => toInstant(day, 0, timeZone)

const timeFormats = new Map<string | undefined, Intl.DateTimeFormat>()

/**
 * '3:00 PM': the format of times everywhere, in US English like dates (docs/product.md, "Everywhere"). Default: the
 * local time zone.
 */
export function timeOfDay(at: Date, timeZone?: string) {
  const format =
    timeFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone })
  timeFormats.set(timeZone, format)
  // Newer browsers put a narrow no-break space before AM and PM, which cannot be typed into a search.
  return format.format(at).replaceAll('\u202F', ' ')
}

/** Whether the runtime knows the time zone. */
export function isTimeZone(name: string) {
  try {
    return getFormat(name) !== undefined
  } catch {
    return false
  }
}

/** No abbreviations or offsets: BST is ambiguous. */
export const isNamedZone = (zone: string) =>
  isTimeZone(zone) && (zone.includes('/') || zone === 'UTC')
