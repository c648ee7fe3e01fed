import type { DayRange } from '#contract/availability/availability.ts'
import { addDays, calendarDay, dayMs, startOfDay } from '#contract/rules/calendar.ts'
import { toWeeklyHours } from '#contract/rules/working-hours.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Installation } from '../settings/installation/installation.ts'
import { findFreeTimes } from './agenda.ts'
import {
  findCoachHours,
  listBusyTimes,
  listRequestedTimes,
  listSessionsBetween,
  listTimeOff,
} from './availability.queries.ts'

type Defaults = Pick<Installation, 'timeZone' | 'workingHours'>

type Asked = {
  installation: Defaults
  clientId: string
  /** Null: the client has none, and the hours of the installation apply. */
  coachId: string | null
  from: Date
  until: Date
  /** The session that is being moved. */
  except?: string | undefined
  /** The request that is being answered. */
  exceptRequest?: string | undefined
}

/** Hours and time zone of a coach, or those of the installation. */
export async function getHours(
  db: Db,
  { workingHours, timeZone }: Defaults,
  coachId: string | null,
) {
  const own = coachId === null ? undefined : await findCoachHours(db, coachId)
  return {
    hours: own?.hours ?? toWeeklyHours(workingHours),
    timeZone: own?.timeZone ?? timeZone,
    ...{ version: own?.version ?? null, status: own?.status ?? 'active' },
  }
}

/** From midnight to midnight. */
export const toSpan = ({ firstDay, lastDay }: DayRange, timeZone: string) => ({
  startsAt: startOfDay(firstDay, timeZone).getTime(),
  endsAt: startOfDay(addDays(lastDay, 1), timeZone).getTime(),
})

const toMs = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) => ({
  startsAt: Date.parse(startsAt),
  endsAt: Date.parse(endsAt),
})

/** All that decides about free times from `from` to `until`, and what overlaps these. */
export async function readAgenda(
  db: Db,
  { installation, clientId, coachId, from, until, except, exceptRequest }: Asked,
) {
  const between = { from: from.toISOString(), until: until.toISOString() }
  const { hours, timeZone, status } = await getHours(db, installation, coachId)
  const [timeOff, busy, sessions, requested] = await Promise.all([
    coachId === null ? [] : listTimeOff(db, coachId, calendarDay(from, timeZone)),
    coachId === null ? [] : listBusyTimes(db, coachId, between),
    listSessionsBetween(db, { clientId, coachId, except }, between),
    listRequestedTimes(db, { coachId, exceptRequest }, between),
  ])
  return {
    ...{ hours, timeZone, isCoachAway: status !== 'active' },
    timeOff: timeOff.map((it) => ({ ...it, ...toSpan(it, timeZone) })),
    busy: busy.map(toMs),
    requested: requested.map(toMs),
    sessions: sessions.map((it) => {
      const startsAt = Date.parse(it.sessionDate)
      return { ...it, startsAt, endsAt: startsAt + it.durationMinutes * 60_000 }
    }),
  }
}

/**
 * Times from `from` to before `until` at which a session of so many minutes can begin, in order: within the coach's working
 * hours, outside time off and busy times, and `gapMinutes` from every session of the coach and the client. None while the
 * coach is on leave or inactive.
 */
export async function listFreeTimes(
  db: Db,
  { minutes, gapMinutes, ...asked }: Asked & { minutes: number; gapMinutes: number },
) {
  const { from, until } = asked
  // What ends or begins within the gap counts too.
  const agenda = await readAgenda(db, {
    ...asked,
    from: new Date(from.getTime() - dayMs),
    until: new Date(until.getTime() + dayMs),
  })
  return [...findFreeTimes(agenda, { from, until, minutes, gapMinutes })]
}
