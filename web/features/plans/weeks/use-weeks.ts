import { useMemo } from 'react'
import { calendarDay, startOfDay } from '#contract/rules/calendar.ts'
import type { Client } from '#contract/clients/clients.ts'
import { visibleWeeks, weekNumberAt, type WeekRange, weekStart } from '#contract/rules/weeks.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import type { Weeks } from './week-grid.tsx'

function listWeeks({ createdAt }: Pick<Client, 'createdAt'>, now: Date, range: WeekRange): Weeks {
  const plan = { createdAt, timeZone }
  return {
    shown: visibleWeeks(range, now, plan),
    current: weekNumberAt(now, plan),
    startOf: (week) => weekStart(week, plan),
  }
}

/** The same object until the day or the range changes, however often the plan is refetched. */
export function useWeeks(
  { createdAt }: Pick<Client, 'createdAt'>,
  now: Date,
  range: WeekRange,
): Weeks {
  const day = calendarDay(now, timeZone)
  return useMemo(
    () => listWeeks({ createdAt }, startOfDay(day, timeZone), range),
    [createdAt, day, range],
  )
}
