import type { z } from 'zod'
import type { assessmentForm } from '#contract/plans/assessments.ts'
import { valueWeekError } from '#contract/rules/weeks.ts'
import { requireClientChange } from '../../../platform/access.ts'
import { audit } from '../../audit/audit.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { createOnce } from '../../../platform/http/idempotency.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { lockAssessment, insertAssessment, moveAssessmentToHistory } from './assessments.queries.ts'

type Needs = Pick<Deps, 'db' | 'installation'>

/** Becomes effective unless the week has a questionnaire. */
export const recordAssessment = (
  { db, installation: { timeZone } }: Needs,
  actor: Actor,
  clientId: string,
  found: z.output<typeof assessmentForm>,
) =>
  inTransaction(db, async (tx) => {
    const { createdAt } = await requireClientChange(tx, actor, clientId)
    const made = await createOnce(tx, actor, async (id) => {
      const fault = valueWeekError(found.weekNumber, new Date(), { createdAt, timeZone })
      if (fault) throw new AppError('invalid', fault, { weekNumber: fault })
      await insertAssessment(tx, { ...found, id, clientId, authorId: actor.userId })
      await audit(tx, actor, {
        action: 'burnout-assessed',
        table: 'burnout_assessment',
        rowId: id,
        clientId,
      })
    })
    return { id: made }
  })

/** Throws conflict for an assessment from a questionnaire or a model. */
export const undoAssessment = (
  { db }: Pick<Needs, 'db'>,
  actor: Actor,
  { clientId, id }: { clientId: string; id: string },
) =>
  inTransaction(db, async (tx) => {
    await requireClientChange(tx, actor, clientId)
    const found = await lockAssessment(tx, { id, clientId })
    if (!found) throw notFound('assessment')()
    if (found.source !== 'person')
      throw new AppError('conflict', 'Only assessments entered by a person can be undone.')
    await moveAssessmentToHistory(tx, { id, removedBy: actor.userId })
    await audit(tx, actor, {
      action: 'burnout-assessment-removed',
      table: 'burnout_assessment',
      rowId: id,
      clientId,
    })
    return { ok: true as const }
  })
