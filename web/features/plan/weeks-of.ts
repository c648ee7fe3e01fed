import type { Client } from '#contract/clients.ts'
import { shownWeeks, weekNumberAt, type WeekRange, weekStart } from '#contract/weeks.ts'
import type { Weeks } from './week-grid.tsx'

/** The weeks of a client's plan that are shown at a moment. */
export function weeksOf(client: Pick<Client, 'createdAt'>, now: Date, range: WeekRange): Weeks {
  const createdAt = new Date(client.createdAt)
  return {
    shown: shownWeeks(range, now, createdAt),
    current: weekNumberAt(now, createdAt),
    startOf: (week) => weekStart(week, createdAt),
  }
}
