import type { z } from 'zod'
import { emitEvent } from '../webhooks/deliveries.queries.ts'
import type { scheduleSession } from '#contract/sessions/sessions.ts'
import { sessionDateError } from '#contract/rules/weeks.ts'
import { requireClientChange } from '../../platform/access.ts'
import { audit, auditPlan, auditTranscripts } from '../audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { emptyToNull } from '../../platform/db/storable-values.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import { createOnce } from '../../platform/http/idempotency.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { notifyOfSchedule } from '../sessions/notify-of-schedule.ts'
import { requireAllowedRoom } from '../sessions/join-session.service.ts'
import { insertSession, lockSessionDefinition, planAccess, getPlan } from './plans.queries.ts'

type Needs = Pick<Deps, 'db' | 'installation' | 'queue'>

/** Clients get neither recordings nor transcripts (docs/product.md, "Access"). */
export async function openPlan(
  { db, installation: { timeZone } }: Needs,
  actor: Actor,
  { clientId, transcripts }: { clientId: string; transcripts: 'include' | 'omit' },
) {
  const { mayChange } = await planAccess(db, actor, clientId)
  const texts = !mayChange ? 'hidden' : transcripts === 'include' ? 'included' : 'omitted'
  const plan = await getPlan(db, { clientId, texts, timeZone })
  await auditPlan(db, actor, clientId)
  await auditTranscripts(db, actor, clientId, plan.sessions)
  return mayChange ? plan : withoutStaffFields(plan)
}

const withoutStaffFields = ({ client, risk, ...plan }: Awaited<ReturnType<typeof getPlan>>) => ({
  ...plan,
  client: { ...client, coachSince: null, safetyMarks: [] },
  risk: { ...risk, level: null, reason: null, by: null, at: null },
})

/**
 * Returns the plan without transcript texts. Throws invalid for a date outside the plan.
 */
export async function addSession(
  { db, queue, installation }: Needs,
  actor: Actor,
  clientId: string,
  planned: z.output<typeof scheduleSession.body>,
) {
  const { createdAt } = await requireClientChange(db, actor, clientId)
  const { timeZone } = installation
  requireAllowedRoom(planned.joinAddress, installation)
  await inTransaction(db, (tx) =>
    createOnce(tx, actor, async (id) => {
      const at = new Date(planned.sessionDate)
      const fault = sessionDateError(at, new Date(), { createdAt, timeZone })
      if (fault) throw new AppError('invalid', fault, { sessionDate: fault })
      await planSession(tx, { queue }, actor, { id, clientId, ...emptyToNull(planned) })
    }),
  )
  await auditPlan(db, actor, clientId)
  return getPlan(db, { clientId, texts: 'omitted', timeZone })
}

/** Plans a session in the caller's transaction, and tells whom it concerns. */
export async function planSession(
  tx: Db,
  { queue }: Pick<Deps, 'queue'>,
  actor: Actor,
  session: Parameters<typeof insertSession>[1],
) {
  const { id, clientId, sessionDefinitionId } = session
  if (!(await lockSessionDefinition(tx, sessionDefinitionId)))
    throw new AppError('unprocessable', 'This session type no longer exists.', {
      sessionDefinitionId: 'Session type is required',
    })
  await insertSession(tx, { ...session, scheduleChangedBy: actor.userId })
  await audit(tx, actor, { action: 'session-scheduled', table: 'session', rowId: id, clientId })
  await notifyOfSchedule(tx, { queue }, { ids: [id], by: actor.userId })
  await emitEvent(tx, queue, 'session.scheduled', { sessionId: id, clientId })
}
