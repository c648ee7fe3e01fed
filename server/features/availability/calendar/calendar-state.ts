import { staleCalendarHours } from '#contract/availability/availability.ts'
import type { Db } from '../../../platform/db/db.ts'
import { findCalendar } from './calendar.queries.ts'

/** Whether the coach's own calendar was not read for so long that free times may not be free. */
export async function isCalendarStale(db: Db, { coachId, now }: { coachId: string; now: Date }) {
  const calendar = await findCalendar(db, coachId)
  if (!calendar) return false
  const { lastReadAt } = calendar
  return (
    lastReadAt === null || now.getTime() - Date.parse(lastReadAt) > staleCalendarHours * 3_600_000
  )
}
