import { clientMoveError, isWithinNotice } from '#contract/bookings/booking-rules.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { sessionCan } from '#contract/sessions/sessions.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/errors.ts'
import { createOnce } from '../../platform/http/idempotency.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newId } from '../../platform/ids.ts'
import { isCalendarStale } from '../availability/calendar/calendar-state.ts'
import { findCoachAbsence } from '../availability/coach-absence.ts'
import { getHours } from '../availability/free-times.ts'
import { cancelSession } from '../sessions/cancel-session.ts'
import {
  findOwnPlan,
  findOwnSession,
  findUsualType,
  listLatestRequests,
  listOwnPlans,
  listPlannedSessions,
  lockBookedSession,
  type OwnPlan,
} from './bookings.queries.ts'
import { askForTime } from './ask-for-time.ts'
import { findWaiting } from './requests.queries.ts'
import { isFreeTime, searchTimes } from './search-times.ts'
import { lockSessionToMove, type Needs, taken, bookTime, withCoachTimes } from './book-time.ts'

/** Of a client's own plans. */
export async function listBookings(
  { db, installation }: Needs,
  userId: string,
): Promise<Booking[]> {
  const plans = await listOwnPlans(db, userId)
  if (!plans.length) return []
  const ids = plans.map(({ id }) => id)
  const [sessions, requests] = [
    await listPlannedSessions(db, ids),
    await listLatestRequests(db, ids),
  ]
  const { bookingNoticeHours: noticeHours, clientMoves } = installation
  const now = new Date()
  return Promise.all(
    plans.map(async (plan) => {
      const type = await findUsualType(db, plan.id)
      const request = requests.find((it) => it.clientId === plan.id)
      const isShown = request && !['accepted', 'withdrawn'].includes(request.status)
      return {
        ...{ clientId: plan.id, mode: await getMode(db, installation, plan.coachId), noticeHours },
        coach: await describeCoach(db, installation, plan),
        newSession: type ? { name: type.name, durationMinutes: type.durationMinutes } : null,
        sessions: sessions
          .filter(({ clientId }) => clientId === plan.id)
          .map((it) => ({
            ...it,
            moveError: clientMoveError({ ...it, now, noticeHours, clientMoves }) ?? null,
          })),
        request: isShown ? request : null,
      }
    }),
  )
}

async function describeCoach(
  db: Db,
  installation: Needs['installation'],
  { coachId, coachFirstName }: OwnPlan,
): Promise<Booking['coach']> {
  if (coachId === null || coachFirstName === null) return null
  const { timeZone } = await getHours(db, installation, coachId)
  const absence = await findCoachAbsence(db, { installation, coachId, now: new Date() })
  const backOn = absence?.backOn ?? null
  return { firstName: coachFirstName, timeZone, isAway: absence !== undefined, backOn }
}

/** Without a calendar that can be read, a free time may not be free: the coach is asked. */
const getMode = async (
  db: Db,
  { clientBooking }: Needs['installation'],
  coachId: string | null,
): Promise<Booking['mode']> =>
  clientBooking === 'direct' &&
  coachId !== null &&
  (await isCalendarStale(db, { coachId, now: new Date() }))
    ? 'ask'
    : clientBooking

/** Throws conflict without a coach, or where clients do not choose times. */
async function requireBookable({ db, installation }: Needs, userId: string, clientId: string) {
  const { coachId, coachUserId } = await findOwnPlan(db, userId, clientId)
  if (installation.clientBooking === 'off')
    throw new AppError('conflict', 'Sessions are planned by your coach.')
  if (coachId === null || coachUserId === null)
    throw new AppError('conflict', 'You don’t have a coach at the moment.')
  return { clientId, coachId, coachUserId }
}

type Days = { from: string; until: string; sessionId?: string | undefined }

export async function findMyFreeTimes(
  deps: Needs,
  { userId }: Actor,
  clientId: string,
  { sessionId: except, ...days }: Days,
) {
  const { db, installation } = deps
  const { coachId } = await requireBookable(deps, userId, clientId)
  const session = (await listPlannedSessions(db, [clientId])).find(({ id }) => id === except)
  const minutes = session?.durationMinutes ?? (await requireUsualType(db, clientId)).durationMinutes
  return searchTimes(
    db,
    { installation, clientId, coachId, minutes, except: session?.id },
    { ...days, noticeHours: installation.bookingNoticeHours },
  )
}

async function requireUsualType(db: Db, clientId: string) {
  const type = await findUsualType(db, clientId)
  if (!type) throw new AppError('conflict', 'No session can be booked at the moment.')
  return type
}

/** Books a session, or asks for it. */
export async function book(deps: Needs, actor: Actor, clientId: string, startsAt: string) {
  const { installation } = deps
  const plan = await requireBookable(deps, actor.userId, clientId)
  await withCoachTimes(deps, plan, (tx) =>
    createOnce(tx, actor, async (id) => {
      const type = await requireUsualType(tx, clientId)
      const { id: sessionDefinitionId, durationMinutes } = type
      const wanted = { installation, ...plan, minutes: durationMinutes }
      if (!(await isFreeTime(tx, wanted, startsAt))) throw taken()
      const time = { ...plan, id, sessionId: null, sessionDefinitionId, durationMinutes, startsAt }
      await ((await getMode(tx, installation, plan.coachId)) === 'direct'
        ? bookTime(tx, deps, actor, time)
        : askForTime(tx, deps, actor, time))
    }),
  )
  return listBookings(deps, actor.userId)
}

/** Moves a session, or asks for it. Repeated, it does nothing. */
export async function move(deps: Needs, actor: Actor, id: string, startsAt: string) {
  const { db, installation } = deps
  const { clientId } = await findOwnSession(db, actor.userId, id)
  const plan = await requireBookable(deps, actor.userId, clientId)
  await withCoachTimes(deps, plan, async (tx) => {
    const session = await lockSessionToMove(tx, id)
    const { sessionDefinitionId, durationMinutes } = session
    if (isSame(session.sessionDate, startsAt)) return
    const waiting = await findWaiting(tx, clientId)
    if (waiting?.sessionId === id && isSame(waiting.startsAt, startsAt)) return
    const { bookingNoticeHours: noticeHours, clientMoves } = installation
    const error = clientMoveError({ ...session, now: new Date(), noticeHours, clientMoves })
    if (error) throw new AppError('conflict', error)
    const wanted = { installation, ...plan, minutes: durationMinutes, except: id }
    if (!(await isFreeTime(tx, wanted, startsAt))) throw taken()
    const time = { ...plan, sessionId: id, sessionDefinitionId, durationMinutes, startsAt }
    await ((await getMode(tx, installation, plan.coachId)) === 'direct'
      ? bookTime(tx, deps, actor, { ...time, id })
      : askForTime(tx, deps, actor, { ...time, id: newId() }, session.sessionDate))
  })
  return listBookings(deps, actor.userId)
}

const isSame = (one: string, other: string) => Date.parse(one) === Date.parse(other)

/** Throws conflict within the notice unless the client accepts that it counts as late. Repeated, it does nothing. */
export async function cancel(deps: Needs, actor: Actor, id: string, acceptsLate: boolean) {
  const { db, installation } = deps
  const { clientId } = await findOwnSession(db, actor.userId, id)
  if (installation.clientBooking === 'off')
    throw new AppError('conflict', 'Sessions are cancelled by your coach.')
  await inTransaction(db, async (tx) => {
    const { sessionDate, status, isCancelled } = await lockBookedSession(tx, id)
    if (isCancelled) return
    const isLate = isWithinNotice(sessionDate, installation.bookingNoticeHours, new Date())
    if (isLate && !acceptsLate && sessionCan.cancel({ status }))
      throw new AppError('conflict', 'Cancelling now counts as late. Please confirm it.')
    await cancelSession(tx, deps, actor, { id, clientId, isLate })
  })
  return listBookings(deps, actor.userId)
}
