import type { Conflicts } from '#contract/plans/schedule.ts'
import { formatHours, weekdays } from '#contract/rules/working-hours.ts'
import { formatDayRange } from '#web/lib/dates.ts'
import { timeZone } from '#web/lib/page-settings.ts'

/** What speaks against a time, besides overlapping sessions: one sentence each. */
export const describeConflicts = ({
  isCoachAway,
  timeOff,
  isBusy,
  isRequested,
  outsideHours,
}: Pick<Conflicts, 'isCoachAway' | 'timeOff' | 'isBusy' | 'isRequested' | 'outsideHours'>) => [
  ...(isCoachAway ? ['The coach is on leave or inactive.'] : []),
  ...(timeOff ? [`The coach is off: ${formatDayRange(timeOff)}.`] : []),
  ...(isBusy ? ['Busy in the coach’s calendar.'] : []),
  ...(isRequested ? ['A client has asked for this time.'] : []),
  ...(outsideHours ? [`Outside working hours (${formatDayHours(outsideHours)}).`] : []),
]

function formatDayHours({ weekday, hours, ...zone }: NonNullable<Conflicts['outsideHours']>) {
  const name = weekdays.find(({ day }) => day === weekday)?.name ?? ''
  if (!hours.length) return `none on ${name}`
  const isOtherZone = zone.timeZone !== timeZone
  return [name, ...hours.map(formatHours), ...(isOtherZone ? [zone.timeZone] : [])].join(', ')
}
