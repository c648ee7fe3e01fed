import {
  type Conflicts,
  maxConflicts,
  nextFreeTime,
  type PlannedTime,
  usualSlot,
} from '#contract/plans/schedule.ts'
import { defaultSessionMinutes } from '#contract/definitions/session-definition.ts'
import { dayMs, startOfDay } from '#contract/rules/calendar.ts'
import { weekNumberAt, weekStart } from '#contract/rules/weeks.ts'
import type { Deps } from '../../../deps.ts'
import { requireClientChange } from '../../../platform/access.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { findFreeTimes, findObstacles, hoursOfDay, isOpen } from '../../availability/agenda.ts'
import { readAgenda } from '../../availability/free-times.ts'
import { listDatesFrom, listLastDates } from './schedule.queries.ts'

type Needs = Pick<Deps, 'db' | 'installation'>

/** How far ahead a time is suggested. */
const suggestedDays = 183

const toSpan = (at: Date, minutes: number) => ({
  startsAt: at.getTime(),
  endsAt: at.getTime() + minutes * 60_000,
})

/** The usual time may be outside the working hours, because coach and client have met then before. */
export async function suggestTime({ db, installation }: Needs, actor: Actor, clientId: string) {
  const { timeZone } = installation
  const { createdAt, coachId } = await requireClientChange(db, actor, clientId)
  const plan = { createdAt, timeZone }
  const now = new Date()
  const until = new Date(now.getTime() + suggestedDays * dayMs)
  const thisWeek = startOfDay(weekStart(weekNumberAt(now, plan), plan), timeZone)
  const [last, ahead, agenda] = await Promise.all([
    listLastDates(db, clientId),
    listDatesFrom(db, clientId, thisWeek.toISOString()),
    readAgenda(db, { installation, clientId, coachId, from: now, until }),
  ])
  const slot = usualSlot(
    last.map((it) => new Date(it.sessionDate)),
    timeZone,
  )
  const taken = new Set(ahead.map((it) => weekNumberAt(new Date(it.sessionDate), plan)))
  const isFree = (at: Date) => at < until && isOpen(agenda, toSpan(at, defaultSessionMinutes))
  const usual = slot && nextFreeTime(slot, { now, plan, taken, isFree })
  const search = { from: now, until, minutes: defaultSessionMinutes, gapMinutes: 0 }
  const time = usual ?? findFreeTimes(agenda, search).next().value
  return { sessionDate: time?.toISOString() ?? null, isUsual: usual !== undefined }
}

/** What speaks against a time; staff may plan a session then anyway. */
export async function getTimeConflicts(
  { db, installation }: Needs,
  actor: Actor,
  clientId: string,
  { at, minutes = defaultSessionMinutes, except }: PlannedTime,
): Promise<Conflicts> {
  const { coachId } = await requireClientChange(db, actor, clientId)
  const span = toSpan(new Date(at), minutes)
  const [from, until] = [new Date(span.startsAt), new Date(span.endsAt)]
  const agenda = await readAgenda(db, { installation, clientId, coachId, from, until, except })
  const { day, isOutsideHours, timeOff, sessions, ...rest } = findObstacles(agenda, span)
  return {
    ...rest,
    sessions: sessions.slice(0, maxConflicts),
    timeOff: timeOff ?? null,
    outsideHours: isOutsideHours
      ? {
          weekday: new Date(day).getUTCDay(),
          hours: hoursOfDay(agenda, day),
          timeZone: agenda.timeZone,
        }
      : null,
  }
}
