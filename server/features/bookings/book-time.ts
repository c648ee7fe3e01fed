import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { planSession } from '../plans/plans.service.ts'
import { moveSession } from '../sessions/move-session.ts'
import { notifyOfSchedule } from '../sessions/notify-of-schedule.ts'
import { updateScheduleChange } from '../sessions/sessions.queries.ts'
import { blockTime, countMove, lockBookedSession, lockCoachAndClient } from './bookings.queries.ts'
import { endLapsedRequests } from './lapse-requests.job.ts'

export type Needs = Pick<Deps, 'db' | 'installation' | 'queue'>

export const taken = () =>
  new AppError('conflict', 'This time was just taken. Please choose another one.')

/** SQLSTATE of PostgreSQL (appendix A): exclusion violation. */
const exclusionViolation = '23P01'

/** A transaction in which nobody else gives out times of the coach. Throws conflict to whoever loses a race for one. */
export async function withCoachTimes<T>(
  deps: Needs,
  { coachId, clientId }: { coachId: string; clientId: string },
  work: (tx: Db) => Promise<T>,
) {
  await inTransaction(deps.db, (tx) => endLapsedRequests(tx, deps, coachId))
  try {
    return await inTransaction(deps.db, async (tx) => {
      if (!(await lockCoachAndClient(tx, coachId, clientId)))
        throw new AppError('conflict', 'The coach has changed. Please reload the page.')
      return work(tx)
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === exclusionViolation) throw taken()
    throw error
  }
}

/** Locks a session that is to be moved. Throws conflict unless it is planned. */
export async function lockSessionToMove(tx: Db, id: string) {
  const session = await lockBookedSession(tx, id)
  if (session.status !== 'scheduled')
    throw new AppError('conflict', 'This session can no longer be moved.')
  return session
}

type Time = {
  /** Of a new session. */
  id: string
  clientId: string
  coachId: string
  /** The session to move; null: a new one. */
  sessionId: string | null
  sessionDefinitionId: string
  durationMinutes: number
  startsAt: string
}

/** Plans or moves a session as the client wished, and tells whom it concerns. */
export async function bookTime(
  tx: Db,
  deps: Needs,
  actor: Actor,
  { sessionId, coachId, clientId, startsAt: sessionDate, durationMinutes, ...time }: Time,
) {
  const id = sessionId ?? time.id
  const minutes = durationMinutes + deps.installation.sessionGapMinutes
  if (sessionId === null) {
    const { sessionDefinitionId } = time
    await planSession(tx, deps, actor, { id, clientId, sessionDefinitionId, sessionDate })
  } else {
    if (!(await moveSession(tx, deps, actor, { id, clientId, sessionDate }))) return
    await countMove(tx, id)
    await updateScheduleChange(tx, id, actor.userId)
    await notifyOfSchedule(tx, deps, { ids: [id], by: actor.userId })
  }
  await blockTime(tx, { id, coachId, minutes })
}
