import { requireClientChange } from '../../access.ts'
import { audit, auditOpening, auditTranscripts } from '../../audit.ts'
import type { Db } from '../../db/db.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../../http/mount.ts'
import { newId } from '../../ids.ts'
import { addSession, lockSessionDefinition, planAccess, planOf } from './plans.queries.ts'

/** Opens a plan. A client who reads the own plan gets neither recordings nor transcripts (product decisions, section 3). */
export async function openPlan(
  db: Db,
  actor: Actor,
  { clientId, transcripts }: { clientId: string; transcripts: 'include' | 'omit' },
) {
  const { mayChange } = await planAccess(db, actor, clientId)
  const texts = !mayChange ? 'hidden' : transcripts === 'include' ? 'included' : 'omitted'
  const plan = await planOf(db, clientId, texts)
  await auditOpening(db, actor, {
    action: 'plan-opened',
    table: 'client',
    rowIds: [clientId],
    clientId,
  })
  await auditTranscripts(db, actor, clientId, plan.sessions)
  return plan
}

const earliest = new Date('2000-01-01T00:00:00Z')
const mostYearsAhead = 5

/** Adds a session to the plan and answers the plan as it is then, without the texts of transcripts. */
export async function addToPlan(
  db: Db,
  actor: Actor,
  clientId: string,
  { sessionDefinitionId, sessionDate }: { sessionDefinitionId: string; sessionDate: string },
) {
  await requireClientChange(db, actor, clientId)
  requirePlausible(new Date(sessionDate), new Date())
  await inTransaction(db, async (tx) => {
    if (!(await lockSessionDefinition(tx, sessionDefinitionId)))
      throw new AppError('unprocessable', 'This session type no longer exists.', {
        sessionDefinitionId: 'Session type is required',
      })
    const id = newId()
    await addSession(tx, { id, clientId, sessionDefinitionId, sessionDate })
    await audit(tx, actor, { action: 'session-scheduled', table: 'session', rowId: id, clientId })
  })
  return planOf(db, clientId, 'omitted')
}

/** A session before 2000, or more than five years ahead, is a slip of the keyboard. */
function requirePlausible(date: Date, now: Date) {
  const latest = new Date(now)
  latest.setUTCFullYear(now.getUTCFullYear() + mostYearsAhead)
  if (date >= earliest && date <= latest) return
  const sentence = `The date must lie between 2000 and ${mostYearsAhead} years from now.`
  throw new AppError('invalid', sentence, { sessionDate: sentence })
}
