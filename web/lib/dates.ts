import { timeOfDay } from '#contract/rules/calendar.ts'

/** The reader's. */
export const ownTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Short month, day and year in US English (docs/product.md, "Everywhere"), in the reader's time zone. */
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const plainDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const plainWeekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })
const plainDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** 'Nov 21, 2026' */
export const formatDate = (instant: string | Date) => date.format(new Date(instant))

/** 'Nov 21, 2026' of a calendar day (2026-11-21), the same in every time zone. */
export const formatCalendarDay = (calendarDay: string) => plainDate.format(new Date(calendarDay))

/** 'Dec 21, 2026 – Jan 3, 2027', or the one day. */
export const formatDayRange = ({ firstDay, lastDay }: { firstDay: string; lastDay: string }) =>
  [...new Set([firstDay, lastDay])].map(formatCalendarDay).join(' – ')

/** 'Sat' of a calendar day (2026-11-21). */
export const formatWeekday = (calendarDay: string) => plainWeekday.format(new Date(calendarDay))

/** '3:00 PM' */
export const formatTime = (instant: string | Date) => timeOfDay(new Date(instant))

const timeRange = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
/** '3:00 – 3:50 PM' */
export function formatTimeRange(start: string | Date, minutes: number) {
  const from = new Date(start)
  return timeRange
    .formatRange(from, new Date(from.getTime() + minutes * 60_000))
    .replaceAll(/[\u2009\u202F]/g, ' ')
}

/** 'Nov 21, 2026, 3:00 PM' */
export const formatDateTime = (instant: string | Date) =>
  `${formatDate(instant)}, ${formatTime(instant)}`

/** 'Nov 21' of a calendar day. */
export const formatMonthAndDay = (calendarDay: string) => plainDay.format(new Date(calendarDay))

const longDay = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'short',
  day: 'numeric',
})
const midnight = (of: Date, days = 0) =>
  new Date(of.getFullYear(), of.getMonth(), of.getDate() + days)

/** Midnight in the reader's time zone. */
export const startOfLocalDay = (of: Date) => midnight(of)

/** 'Today', 'Tomorrow', or 'Friday, Nov 27', in the reader's time zone. */
export function formatRelativeDay(instant: string, now: Date) {
  const at = new Date(instant)
  const begins = midnight(at).getTime()
  if (begins === midnight(now).getTime()) return 'Today'
  if (begins === midnight(now, 1).getTime()) return 'Tomorrow'
  return longDay.format(at)
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** In the reader's time zone. */
export function nextFullHour(now: Date) {
  const next = new Date(now)
  next.setHours(now.getHours() + 1, 0, 0, 0)
  return next
}

/** The values of a date and a time input, in the reader's time zone. */
export const toDateAndTimeFields = (at: Date) => ({
  date: `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`,
  time: `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`,
})

/** The value of a `datetime-local` input: '2026-11-21T15:00', or '' for none. */
export function toDateTimeField(instant: string) {
  const at = new Date(instant)
  if (!instant || Number.isNaN(at.getTime())) return ''
  const { date: day, time } = toDateAndTimeFields(at)
  return `${day}T${time}`
}

/** An instant in ISO 8601 from a `datetime-local` input, or '' for an empty or incomplete value. */
export function parseDateTimeField(field: string) {
  const at = new Date(field)
  return field && !Number.isNaN(at.getTime()) ? at.toISOString() : ''
}

const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const monthAndYear = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

const firstDay = (yearMonth: string) => new Date(`${yearMonth}-01T00:00:00Z`)

/** 'Nov' of 2026-11. */
export const formatMonth = (yearMonth: string) => month.format(firstDay(yearMonth))
/** 'Nov 2026' of 2026-11. */
export const formatMonthAndYear = (yearMonth: string) => monthAndYear.format(firstDay(yearMonth))
