import { moveError } from '#contract/plans/schedule.ts'
import { sessionDateError, weekNumberAt } from '#contract/rules/weeks.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { staleError } from '../../platform/db/row-version.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { audit } from '../audit/audit.ts'
import { moveValues, sessionToMove, updateSessionDate } from './sessions.queries.ts'

type Move = {
  id: string
  clientId: string
  sessionDate: string
  /** The version that was read. */
  dateVersion?: number | undefined
}

/**
 * Moves a session with its values, in the caller's transaction, which has locked it and tells whom it concerns. False if it has that
 * date already. Throws invalid, conflict or stale.
 */
export async function moveSession(
  tx: Db,
  { installation: { timeZone } }: Pick<Deps, 'installation'>,
  actor: Actor,
  { id, clientId, sessionDate, dateVersion }: Move,
) {
  const session = await sessionToMove(tx, id)
  const [from, to, now] = [new Date(session.sessionDate), new Date(sessionDate), new Date()]
  const plan = { createdAt: session.clientCreatedAt, timeZone }
  const impossible = sessionDateError(to, now, plan)
  if (impossible) throw new AppError('invalid', impossible, { sessionDate: impossible })
  const forbidden = moveError(session, to, now)
  if (forbidden) throw new AppError('conflict', forbidden)
  // Already moved is no conflict: the first response may have been lost.
  if (from.getTime() === to.getTime()) return false
  if (!(await updateSessionDate(tx, id, sessionDate, dateVersion))) throw staleError('date')
  const toWeek = weekNumberAt(to, plan)
  await moveValues(tx, session, toWeek)
  await audit(tx, actor, {
    ...{ action: 'session-moved', table: 'session', rowId: id, clientId },
    details: { fromWeek: weekNumberAt(from, plan), toWeek },
  })
  return true
}
