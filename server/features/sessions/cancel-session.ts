import { sessionCan } from '#contract/sessions/sessions.ts'
import { lockSession } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { audit } from '../audit/audit.ts'
import { notifyOfSchedule } from './notify-of-schedule.ts'
import { findStatus, updateCancelled, updateScheduleChange } from './sessions.queries.ts'
import { openSession } from './sessions.service.ts'

type Cancelled = { id: string; clientId: string; isLate: boolean }

/**
 * Archives a session as cancelled, in the caller's transaction, which has locked it. Throws conflict if it has begun or is
 * archived.
 */
export async function cancelSession(
  tx: Db,
  deps: Pick<Deps, 'queue'>,
  actor: Actor,
  { id, clientId, isLate }: Cancelled,
) {
  const session = await findStatus(tx, id)
  if (!sessionCan.cancel(session))
    throw new AppError('conflict', 'Only a session that has not begun can be cancelled.')
  await updateCancelled(tx, id, actor.userId, isLate)
  await updateScheduleChange(tx, id, actor.userId)
  await audit(tx, actor, {
    action: 'session-cancelled',
    ...{ table: 'session', rowId: id, clientId, details: { isLate } },
  })
  await notifyOfSchedule(tx, deps, { ids: [id], by: actor.userId })
}

/** Repeated, it does nothing. */
export async function cancelAsStaff(
  deps: Pick<Deps, 'config' | 'db' | 'installation' | 'queue' | 'providers'>,
  actor: Actor,
  id: string,
) {
  await inTransaction(deps.db, async (tx) => {
    const { clientId, isCancelled } = await lockSession(tx, actor, id)
    if (!isCancelled) await cancelSession(tx, deps, actor, { id, clientId, isLate: false })
  })
  return openSession(deps, actor, id, 'omit')
}
