import { calendarDay, type CalendarDay, dayMs, datePartsOf } from './calendar.ts'

const formatterByZone = new Map<string | undefined, Intl.DateTimeFormat>()

/**
 * '3:00 PM': the format of times everywhere, in US English like dates (specification part 1, section 9). Default: the
 * local time zone.
 */
export function timeOfDay(at: Date, timeZone?: string) {
  const format =
    formatterByZone.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone })
  formatterByZone.set(timeZone, format)
  // Newer browsers put a narrow no-break space before AM and PM, which cannot be typed into a search.
  return format.format(at).replaceAll('\u202F', ' ')
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

/** Minutes since midnight of an instant in a time zone. */
export function minutesOfDay(at: Date, timeZone: string) {
  const of = datePartsOf(at, clockOf(timeZone))
  return Number(of['hour']) * 60 + Number(of['minute'])
}

const minuteMs = 60_000

/**
 * The instant of a day and minutes since midnight in a time zone: the first of two where the clock is put back; a time
 * that is skipped where it is put forward moves forward by as much.
 */
export function toInstant(day: CalendarDay, minutes: number, timeZone: string) {
  const shown = Date.parse(day) + minutes * minuteMs
  const shownAt = (at: number) =>
    Date.parse(calendarDay(new Date(at), timeZone)) +
    minutesOfDay(new Date(at), timeZone) * minuteMs
  // The offsets a day before and a day after, on either side of any clock change.
  const [before = shown, after = shown] = [shown - dayMs, shown + dayMs].map(
    (at) => shown - (shownAt(at) - at),
  )
  return new Date(shownAt(before) !== shown && shownAt(after) === shown ? after : before)
}
