import { calendarDay, timeOfDay } from '#contract/rules/calendar.ts'
import { timeZone } from './page-settings.ts'
import { formatDate, formatTime, ownTimeZone } from './dates.ts'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })

/**
 * A time in the installation's and the reader's time zone: "2:00 PM (Europe/Copenhagen), 8:00 AM for you". Undefined if
 * both are the same.
 */
export function formatInBothTimeZones(instant: string | Date) {
  const at = new Date(instant)
  const theirs = timeOfDay(at, timeZone)
  const isSameDay = calendarDay(at, timeZone) === calendarDay(at, ownTimeZone)
  if (isSameDay && theirs === formatTime(at)) return undefined
  return isSameDay
    ? `${theirs} (${timeZone}), ${formatTime(at)} for you`
    : `${day.format(at)}, ${theirs} (${timeZone}), ${formatDate(at)}, ${formatTime(at)} for you`
}
