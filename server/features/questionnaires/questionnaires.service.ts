import type { Received } from '#contract/endpoint.ts'
import { addDays, calendarDay } from '#contract/calendar.ts'
import {
  type assignQuestionnaire,
  maxQuestionnaires,
  type Questionnaires,
} from '#contract/questionnaires.ts'
import { dueDateError } from '#contract/weeks.ts'
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
import { formatQuestionnaire, stateOf } from './format-questionnaire.ts'
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
type Assigned = Received<typeof assignQuestionnaire>['body']

/** What staff sees of a plan, or the client in person: who cares for a client sees nothing of it. */
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
 * Gives a questionnaire, or a series of them. The first can be answered at once, each other one from the day after the one
 * before was due: it asks about the days before it is answered.
 */
export async function assign(
  { instruments, ...deps }: Needs & { instruments: Instruments },
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
        throw new AppError('unprocessable', 'There is no such questionnaire any more.', {
          instrument: 'Questionnaire is required',
        })
      if (!dueDate && times > 1) throw dueDateInvalid('A series needs a due date.')
      const days = dueDate
        ? Array.from({ length: times }, (_, index) => addDays(dueDate, index * 7 * everyWeeks))
        : [null]
      const now = new Date()
      if (dueDate && dueDate < calendarDay(now, timeZone))
        throw dueDateInvalid('This day has passed. Choose today or a later one.')
      for (const day of days) {
        const fault = day && dueDateError(day, now, { createdAt, timeZone })
        if (fault) throw dueDateInvalid(fault)
      }
      // Who counts them waits for whoever gives some at this moment.
      await lockUntilCommit(tx, `questionnaires ${clientId}`)
      await requireOwnAccount(tx, clientId)
      if ((await countQuestionnaires(tx, clientId)) + days.length > maxQuestionnaires)
        throw new AppError('conflict', `A plan can have at most ${maxQuestionnaires} questionnaires.`)
      const instrumentVersionId = await ensureInstrumentVersion(tx, content)
      const seriesId = days.length > 1 ? newId() : null
      const rows = days.map((day, index) => {
        const before = days[index - 1]
        return {
          ...{
            id: index ? newId() : id,
            clientId,
            instrumentVersionId,
            seriesId,
            note: note || null,
          },
          ...{
            dueDate: day,
            opensOn: before ? addDays(before, 1) : null,
            assignedBy: actor.userId,
          },
        }
      })
      await insertQuestionnaires(tx, rows)
      await audit(tx, actor, {
        ...{ action: 'questionnaire-assigned', table: 'questionnaire', rowId: id },
        ...{ clientId, details: { count: rows.length } },
      })
    }),
  )
  return getQuestionnaires(deps, actor, clientId)
}

/** It is answered by the person alone, so there has to be one who signs in. */
async function requireOwnAccount(tx: Db, clientId: string) {
  const { userId } = await tx
    .selectFrom('client')
    .select('userId')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
  if (userId === null)
    throw new AppError(
      'conflict',
      'This plan belongs to a family member without an own account. A questionnaire is answered by the person alone.',
    )
}

/**
 * Withdraws one that was not answered, or it and those of its series after it; what was begun of it is deleted. What was
 * answered stays as it is: throws conflict where there is nothing left to withdraw.
 */
export async function withdraw(deps: Needs, actor: Actor, id: string, scope: 'one' | 'rest') {
  const clientId = await inTransaction(deps.db, async (tx) => {
    const one = await lockAssigned(tx, actor, id)
    const state = stateOf(one, calendarDay(new Date(), deps.installation.timeZone))
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
          ? 'It was answered meanwhile. What was answered stays.'
          : `It was ${state} already.`,
      )
    await updateQuestionnaires(tx, ids, {
      withdrawnAt: new Date().toISOString(),
      withdrawnBy: actor.userId,
      answers: '{}',
    })
    await audit(tx, actor, {
      ...{ action: 'questionnaire-withdrawn', table: 'questionnaire', rowId: id },
      ...{ clientId: one.clientId, details: { count: ids.length } },
    })
    return one.clientId
  })
  return getQuestionnaires(deps, actor, clientId)
}

const dueDateInvalid = (fault: string) => new AppError('invalid', fault, { dueDate: fault })
