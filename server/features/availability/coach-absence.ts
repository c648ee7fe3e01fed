import { addDays, calendarDay, type CalendarDay } from '#contract/rules/calendar.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Installation } from '../settings/installation/installation.ts'
import { listTimeOff } from './availability.queries.ts'
import { getHours } from './free-times.ts'

type Asked = {
  installation: Pick<Installation, 'timeZone' | 'workingHours'>
  coachId: string
  now: Date
}

export type CoachAbsence = {
  reason: 'on-leave' | 'time-off' | 'no-hours'
  /** The first day with sessions again, in the coach's time zone; null: unknown. */
  backOn: CalendarDay | null
}

/** Why a coach takes no sessions today, and until when; undefined if the coach does. */
export async function findCoachAbsence(
  db: Db,
  { installation, coachId, now }: Asked,
): Promise<CoachAbsence | undefined> {
  const { hours, timeZone, status } = await getHours(db, installation, coachId)
  if (status !== 'active') return { reason: 'on-leave', backOn: null }
  if (!hours.length) return { reason: 'no-hours', backOn: null }
  const today = calendarDay(now, timeZone)
  let backOn = today
  // In order, so that one which follows on another prolongs it.
  for (const { firstDay, lastDay } of await listTimeOff(db, coachId, today))
    if (firstDay <= backOn) backOn = addDays(lastDay, 1)
  return backOn === today ? undefined : { reason: 'time-off', backOn }
}
