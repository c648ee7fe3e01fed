import type { ParsedInput } from '#contract/endpoint.ts'
import { addDays, calendarDay } from '#contract/rules/calendar.ts'
import {
  type assignQuestionnaire,
  maxQuestionnaires,
  type Questionnaires,
} from '#contract/questionnaires/questionnaires.ts'
import { dueDateError } from '#contract/rules/weeks.ts'
import { requireClientChange } from '../../platform/access.ts'
import { audit, auditPlan } from '../audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockUntilCommit } from '../../platform/db/advisory-lock.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import { createOnce } from '../../platform/http/idempotency.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newId } from '../../platform/ids.ts'
import { notify } from '../messages/notices/notify.ts'
import { formatQuestionnaire, getState } from './format-questionnaire.ts'
import {
  getPlanAccess,
  ensureInstrumentVersion,
  insertQuestionnaires,
  updateQuestionnaires,
  lockAssigned,
  lockLaterInSeries,
  countQuestionnaires,
  listQuestionnaireRows,
} from './questionnaires.queries.ts'
import type { Instruments } from './data/read-instruments.ts'
import { listMarks } from './safety-marks/safety-marks.queries.ts'

type Needs = Pick<Deps, 'db' | 'installation'>
type Assigned = ParsedInput<typeof assignQuestionnaire>['body']

/** For staff and the client in person; guardians get empty lists. */
export async function getQuestionnaires(
  { db, installation: { timeZone } }: Needs,
  actor: Actor,
  clientId: string,
): Promise<Questionnaires> {
  const { mayChange, isOwn } = await getPlanAccess(db, actor, clientId)
  if (!mayChange && !isOwn) return { questionnaires: [], marks: [] }
  await auditPlan(db, actor, clientId)
  return {
    questionnaires: await listFormatted(db, clientId, timeZone),
    marks: mayChange ? await listMarks(db, clientId) : [],
  }
}

const listFormatted = async (db: Db, clientId: string, timeZone: string) =>
  (await listQuestionnaireRows(db, clientId)).map((row) => formatQuestionnaire(row, timeZone))

/**
 * Assigns a questionnaire, or a series. The first opens immediately, each later one on the day after the previous one was
 * due, because it asks about the preceding days.
 */
export async function assign(
  { instruments, queue, ...deps }: Needs & Pick<Deps, 'queue'> & { instruments: Instruments },
  actor: Actor,
  clientId: string,
  { instrument: key, dueDate, times, everyWeeks, note }: Assigned,
) {
  const { db, installation } = deps
  const { timeZone } = installation
  const { createdAt } = await requireClientChange(db, actor, clientId)
  await inTransaction(db, (tx) =>
    createOnce(tx, actor, async (id) => {
      const content = instruments.get(key)
      if (!content)
        throw new AppError('unprocessable', 'This questionnaire no longer exists.', {
          instrument: 'Questionnaire is required',
        })
      if (!dueDate && times > 1) throw dueDateInvalid('A series needs a due date.')
      const days = dueDate
        ? Array.from({ length: times }, (_, index) => addDays(dueDate, index * 7 * everyWeeks))
        : [null]
      const now = new Date()
      if (dueDate && dueDate < calendarDay(now, timeZone))
        throw dueDateInvalid('This date has passed. Choose today or a later date.')
      for (const day of days) {
        const fault = day && dueDateError(day, now, { createdAt, timeZone })
        if (fault) throw dueDateInvalid(fault)
      }
      // Serializes the count with concurrent inserts.
      await lockUntilCommit(tx, `questionnaires ${clientId}`)
      const userId = await requireOwnAccount(tx, clientId)
      if ((await countQuestionnaires(tx, clientId)) + days.length > maxQuestionnaires)
        throw new AppError(
          'conflict',
          `A plan can have at most ${maxQuestionnaires} questionnaires.`,
        )
      const instrumentVersionId = await ensureInstrumentVersion(tx, content)
      const seriesId = days.length > 1 ? newId() : null
      const rows = days.map((day, index) => {
        const before = days[index - 1]
        return {
          id: index ? newId() : id,
          clientId,
          instrumentVersionId,
          seriesId,
          note: note || null,
          dueDate: day,
          opensOn: before ? addDays(before, 1) : null,
          assignedBy: actor.userId,
        }
      })
      await insertQuestionnaires(tx, rows)
      await audit(tx, actor, {
        action: 'questionnaire-assigned',
        table: 'questionnaire',
        rowId: id,
        clientId,
        details: { count: rows.length },
      })
      const told = { userId, by: actor.userId, rowId: id }
      await notify(tx, { queue }, { kind: 'questionnaireGiven', ...told })
    }),
  )
  return getQuestionnaires(deps, actor, clientId)
}

/** Only the client in person answers, so the client needs an account. */
async function requireOwnAccount(tx: Db, clientId: string) {
  const { userId } = await tx
    .selectFrom('client')
    .select('userId')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
  if (userId === null)
    throw new AppError(
      'conflict',
      'This family member has no account. Questionnaires can only be answered by the client in person.',
    )
  return userId
}

/**
 * Withdraws a questionnaire, or it and the later ones of its series, and deletes their answers. Completed ones stay: throws
 * conflict if there is nothing to withdraw.
 */
export async function withdraw(deps: Needs, actor: Actor, id: string, scope: 'one' | 'rest') {
  const clientId = await inTransaction(deps.db, async (tx) => {
    const one = await lockAssigned(tx, actor, id)
    const state = getState(one, calendarDay(new Date(), deps.installation.timeZone))
    const isOpen = state === 'open' || state === 'later'
    const later =
      scope === 'rest' && one.seriesId && one.dueDate
        ? await lockLaterInSeries(tx, one.seriesId, one.dueDate)
        : []
    const ids = [...(isOpen ? [id] : []), ...later.map((it) => it.id)]
    if (!ids.length)
      throw new AppError(
        'conflict',
        state === 'answered'
          ? 'This questionnaire has been completed and cannot be withdrawn.'
          : `This questionnaire was already ${state}.`,
      )
    await updateQuestionnaires(tx, ids, {
      withdrawnAt: new Date().toISOString(),
      withdrawnBy: actor.userId,
      answers: '{}',
    })
    await audit(tx, actor, {
      action: 'questionnaire-withdrawn',
      table: 'questionnaire',
      rowId: id,
      clientId: one.clientId,
      details: { count: ids.length },
    })
    return one.clientId
  })
  return getQuestionnaires(deps, actor, clientId)
}

const dueDateInvalid = (fault: string) => new AppError('invalid', fault, { dueDate: fault })
