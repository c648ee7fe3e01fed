import { useMemo } from 'react'
import { calendarDay, startOfDay } from '#contract/calendar.ts'
import type { Client } from '#contract/clients.ts'
import { shownWeeks, weekNumberAt, type WeekRange, weekStart } from '#contract/weeks.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import type { Weeks } from './week-grid.tsx'

/** The weeks of a client's plan that are shown at a moment. */
function weeksOf({ createdAt }: Pick<Client, 'createdAt'>, now: Date, range: WeekRange): Weeks {
  const plan = { createdAt, timeZone }
  return {
    shown: shownWeeks(range, now, plan),
    current: weekNumberAt(now, plan),
    startOf: (week) => weekStart(week, plan),
  }
}

/** The same weeks as long as the day is the same, however often the plan is read. */
export function useWeeks(
  { createdAt }: Pick<Client, 'createdAt'>,
  now: Date,
  range: WeekRange,
): Weeks {
  const day = calendarDay(now, timeZone)
  return useMemo(
    () => weeksOf({ createdAt }, startOfDay(day, timeZone), range),
    [createdAt, day, range],
  )
}
