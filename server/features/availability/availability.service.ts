import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import {
  type addTimeOff,
  type Availability,
  type DayRange,
  maxSessionsInDays,
  type saveHours,
} from '#contract/availability/availability.ts'
import { calendarDay } from '#contract/rules/calendar.ts'
import type { Deps } from '../../deps.ts'
import { lockCoach, lockSession, requireCoachAccess } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import { staleError } from '../../platform/db/row-version.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { createOnce } from '../../platform/http/idempotency.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { audit } from '../audit/audit.ts'
import { cancelSession } from '../sessions/cancel-session.ts'
import {
  deleteTimeOff,
  insertTimeOff,
  listSessionsBetween,
  listTimeOff,
  saveCoachHours,
} from './availability.queries.ts'
import { findCalendar } from './calendar/calendar.queries.ts'
import { getHours, toSpan } from './free-times.ts'

type Needs = Pick<Deps, 'db' | 'installation' | 'queue'>

export async function readAvailability(
  db: Db,
  { installation }: Pick<Needs, 'installation'>,
  coachId: string,
): Promise<Availability> {
  const { hours, timeZone, version } = await getHours(db, installation, coachId)
  const today = calendarDay(new Date(), timeZone)
  return {
    hours: { timeZone, ranges: hours },
    hoursVersion: version,
    timeOff: await listTimeOff(db, coachId, today),
    calendar: (await findCalendar(db, coachId)) ?? null,
  }
}

export async function findAvailability(deps: Needs, actor: Actor, coachId: string) {
  await requireCoachAccess(deps.db, actor, coachId)
  return readAvailability(deps.db, deps, coachId)
}

/** Throws stale after a concurrent change. */
export const changeHours = (
  deps: Needs,
  actor: Actor,
  coachId: string,
  { hours, version }: z.output<typeof saveHours.body>,
) =>
  inTransaction(deps.db, async (tx) => {
    await lockCoach(tx, actor, coachId)
    const before = await readAvailability(tx, deps, coachId)
    const own = before.hoursVersion === null ? null : before.hours
    // A repeated request has saved them already.
    if (isDeepStrictEqual(own, hours)) return before
    if (before.hoursVersion !== version) throw staleError('schedule')
    await saveCoachHours(tx, coachId, hours)
    await audit(tx, actor, { action: 'coach-hours-changed', table: 'coach', rowId: coachId })
    return readAvailability(tx, deps, coachId)
  })

/** Throws conflict where the coach has time off already. */
export const createTimeOff = (
  deps: Needs,
  actor: Actor,
  coachId: string,
  { sessions, ...days }: z.output<typeof addTimeOff.body>,
) =>
  inTransaction(deps.db, async (tx) => {
    await lockCoach(tx, actor, coachId)
    await createOnce(tx, actor, async (id) => {
      const others = await listTimeOff(tx, coachId, days.firstDay)
      if (others.some(({ firstDay }) => firstDay <= days.lastDay))
        throw new AppError('conflict', 'There is time off on some of these days already.')
      await insertTimeOff(tx, { id, coachId, ...days })
      await audit(tx, actor, { action: 'time-off-added', table: 'coach', rowId: coachId })
      if (sessions === 'cancel') await cancelSessionsInDays(tx, deps, actor, coachId, days)
    })
    return readAvailability(tx, deps, coachId)
  })

/** Those that have not begun, in the order in which sessions are locked. */
async function cancelSessionsInDays(
  tx: Db,
  deps: Needs,
  actor: Actor,
  coachId: string,
  days: DayRange,
) {
  const found = await listAhead(tx, deps, coachId, days)
  for (const { id } of found.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const { clientId, isCancelled } = await lockSession(tx, actor, id)
    if (!isCancelled) await cancelSession(tx, deps, actor, { id, clientId, isLate: false })
  }
}

async function listAhead(
  db: Db,
  { installation }: Pick<Needs, 'installation'>,
  coachId: string,
  days: DayRange,
) {
  const { timeZone } = await getHours(db, installation, coachId)
  const { startsAt, endsAt } = toSpan(days, timeZone)
  const now = Date.now()
  const found = await listSessionsBetween(
    db,
    { clientId: undefined, coachId },
    { from: new Date(startsAt).toISOString(), until: new Date(endsAt).toISOString() },
  )
  return found.filter(({ sessionDate }) => Date.parse(sessionDate) > now)
}

export async function findSessionsInDays(
  deps: Needs,
  actor: Actor,
  coachId: string,
  days: DayRange,
) {
  await requireCoachAccess(deps.db, actor, coachId)
  const sessions = await listAhead(deps.db, deps, coachId, days)
  return { total: sessions.length, sessions: sessions.slice(0, maxSessionsInDays) }
}

export const endTimeOff = (
  deps: Needs,
  actor: Actor,
  { id: coachId, timeOffId }: { id: string; timeOffId: string },
) =>
  inTransaction(deps.db, async (tx) => {
    await lockCoach(tx, actor, coachId)
    if (!(await deleteTimeOff(tx, { id: timeOffId, coachId }))) throw notFound('time off')()
    await audit(tx, actor, { action: 'time-off-removed', table: 'coach', rowId: coachId })
    return readAvailability(tx, deps, coachId)
  })
