import type { Conflicts } from '#contract/plans/schedule.ts'
import { formatHours, weekdays } from '#contract/rules/working-hours.ts'
import { formatCalendarDay } from '#web/lib/dates.ts'
import { timeZone } from '#web/lib/page-settings.ts'

/** What speaks against a time, besides overlapping sessions: one sentence each. */
export const describeConflicts = ({
  isCoachAway,
  timeOff,
  isBusy,
  outsideHours,
}: Pick<Conflicts, 'isCoachAway' | 'timeOff' | 'isBusy' | 'outsideHours'>) => [
  ...(isCoachAway ? ['The coach is on leave or inactive.'] : []),
  ...(timeOff ? [`The coach is off ${formatDays(timeOff)}.`] : []),
  ...(isBusy ? ['Busy in the coach’s calendar.'] : []),
  ...(outsideHours ? [`Outside working hours (${formatDayHours(outsideHours)}).`] : []),
]

function formatDays({ firstDay, lastDay }: NonNullable<Conflicts['timeOff']>) {
  if (firstDay === lastDay) return `on ${formatCalendarDay(firstDay)}`
  return `${formatCalendarDay(firstDay)} – ${formatCalendarDay(lastDay)}`
}

function formatDayHours({ weekday, hours, ...zone }: NonNullable<Conflicts['outsideHours']>) {
  const name = weekdays.find(({ day }) => day === weekday)?.name ?? ''
  if (!hours.length) return `none on ${name}`
  const isElsewhere = zone.timeZone !== timeZone
  return [name, ...hours.map(formatHours), ...(isElsewhere ? [zone.timeZone] : [])].join(', ')
}
