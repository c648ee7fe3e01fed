import { calendarDay } from '#contract/rules/calendar.ts'
import { type CountryHelp, helpIn } from '#contract/questionnaires/help-lines.ts'
import {
  findAlerts,
  answerError,
  type GivenAnswers,
  getScore,
} from '#contract/questionnaires/instruments.ts'
import type {
  OpenedQuestionnaire,
  QuestionnaireState,
} from '#contract/questionnaires/questionnaires.ts'
import { weekNumberAt } from '#contract/rules/weeks.ts'
import { audit, auditOpening } from '../audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import { findCoachUser } from '../clients/find-follower.ts'
import { notify } from '../messages/notices/notify.ts'
import { activeChannel } from '../messages/send-message.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { formatBand, getState } from './format-questionnaire.ts'
import {
  insertBurnoutScore,
  updateQuestionnaires,
  lockOwnQuestionnaire,
  getReadableQuestionnaire,
} from './questionnaires.queries.ts'
import { raiseMark } from './safety-marks/raise-mark.ts'
import { findCoachToNotify, findLatestMark } from './safety-marks/safety-marks.queries.ts'

type Needs = Pick<Deps, 'config' | 'db' | 'installation' | 'providers' | 'queue'> & {
  /** Help lines by country. */
  helpLines: readonly CountryHelp[]
}

/** Staff see the answers once they are sent. */
export async function openQuestionnaire(
  deps: Pick<Needs, 'db' | 'installation' | 'helpLines'>,
  actor: Actor,
  id: string,
): Promise<OpenedQuestionnaire> {
  const { db, installation, helpLines } = deps
  const row = await getReadableQuestionnaire(db, actor, id)
  const state = getState(row, calendarDay(new Date(), installation.timeZone))
  const mark = row.isOwn ? await findLatestMark(db, id) : undefined
  const coach = row.isOwn ? await findCoachToNotify(db, row.clientId) : undefined
  // An impersonating administrator is not the client.
  if (row.isOwn ? actor.originalUserId : state === 'answered')
    await auditOpening(db, actor, {
      action: 'questionnaire-opened',
      table: 'questionnaire',
      rowIds: [id],
      clientId: row.clientId,
    })
  return {
    id,
    clientId: row.clientId,
    state,
    dueDate: row.dueDate,
    opensOn: row.opensOn,
    note: row.note,
    coachName: row.coachName,
    endedAt: row.completedAt ?? row.declinedAt ?? row.withdrawnAt,
    score: row.score,
    band: formatBand(row.instrument, row.score),
    instrument: row.instrument,
    answers: row.isOwn || state === 'answered' ? row.answers : {},
    version: row.version,
    help:
      row.isOwn && row.instrument.items.some((it) => it.alertAbove !== undefined)
        ? helpIn(helpLines, row.country)
        : null,
    isCoachNotified: mark ? coach !== undefined && mark.notifiedUserId === coach.id : null,
    isCoachActive: coach?.isActive ?? false,
  }
}

/**
 * Saves the answer to one question. An answer that needs attention raises a safety mark immediately, even if the
 * questionnaire is never sent.
 */
export async function saveAnswer(
  deps: Needs,
  actor: Actor,
  id: string,
  asked: { item: string; value: number | null },
) {
  const channel = await activeChannel(deps)
  await inTransaction(deps.db, async (tx) => {
    const row = await lockOpenQuestionnaire(tx, deps, actor, id)
    const fault = answerError(row.instrument, asked)
    if (fault) throw new AppError('invalid', fault, { value: fault })
    const answers: GivenAnswers = { ...row.answers, [asked.item]: asked.value }
    await updateQuestionnaires(tx, [id], { answers: JSON.stringify(answers) })
    const about = { table: 'questionnaire', rowId: id, clientId: row.clientId }
    if (!Object.keys(row.answers).length)
      await audit(tx, actor, { ...about, action: 'questionnaire-begun' })
    if (findAlerts(row.instrument, { [asked.item]: asked.value }).length)
      await raiseMark(tx, deps, actor, {
        questionnaireId: id,
        clientId: row.clientId,
        channel,
        isWorse: (asked.value ?? 0) > (row.answers[asked.item] ?? 0),
      })
  })
  return openQuestionnaire(deps, actor, id)
}

/** Sends the answers, which cannot change after that. Throws stale if they were changed on another device. */
export async function sendAnswers(
  deps: Needs,
  actor: Actor,
  id: string,
  version: number | undefined,
) {
  const { timeZone } = deps.installation
  await inTransaction(deps.db, async (tx) => {
    const row = await lockOpenQuestionnaire(tx, deps, actor, id)
    if (version !== undefined && version !== row.version) throw answersChanged()
    const { instrument, answers, clientId, planBegan } = row
    const missing = instrument.items.filter(({ key }) => !(key in answers)).length
    if (missing)
      throw new AppError(
        'conflict',
        missing === 1
          ? 'One question has no answer yet.'
          : `${missing} questions have no answer yet.`,
      )
    if (instrument.items.every(({ key }) => answers[key] === null))
      throw new AppError(
        'conflict',
        'You skipped every question. You can decline the questionnaire instead.',
      )
    const now = new Date()
    const score = getScore(instrument, answers)
    const weekNumber = Math.max(1, weekNumberAt(now, { createdAt: planBegan, timeZone }))
    await updateQuestionnaires(tx, [id], { completedAt: now.toISOString(), score, weekNumber })
    if (instrument.isBurnoutRisk && score !== null)
      await insertBurnoutScore(tx, { clientId, weekNumber, riskScore: score, questionnaireId: id })
    await audit(tx, actor, {
      action: 'questionnaire-answered',
      table: 'questionnaire',
      rowId: id,
      clientId,
    })
    await notify(tx, deps, {
      ...{ kind: 'questionnaireAnswered', userId: await findCoachUser(tx, clientId) },
      ...{ by: actor.userId, rowId: id },
    })
  })
  return openQuestionnaire(deps, actor, id)
}

/** Deletes the answers; a safety mark stays. */
export async function declineQuestionnaire(deps: Needs, actor: Actor, id: string) {
  await inTransaction(deps.db, async (tx) => {
    const { clientId } = await lockOpenQuestionnaire(tx, deps, actor, id)
    await updateQuestionnaires(tx, [id], { declinedAt: new Date().toISOString(), answers: '{}' })
    await audit(tx, actor, {
      action: 'questionnaire-declined',
      table: 'questionnaire',
      rowId: id,
      clientId,
    })
  })
  return openQuestionnaire(deps, actor, id)
}

const answersChanged = () =>
  new AppError('stale', 'You changed an answer on another device. Please check your answers again.')

const closedReason: Record<Exclude<QuestionnaireState, 'open'>, string> = {
  answered: 'You have already sent your answers. They cannot be changed.',
  declined: 'This questionnaire was declined.',
  withdrawn: 'Your coach withdrew this questionnaire.',
  later: 'This questionnaire cannot be answered yet.',
}

/** The actor's own questionnaire. Throws conflict if it is not open. */
async function lockOpenQuestionnaire(tx: Db, { installation }: Needs, actor: Actor, id: string) {
  const row = await lockOwnQuestionnaire(tx, actor, id)
  const state = getState(row, calendarDay(new Date(), installation.timeZone))
  if (state !== 'open') throw new AppError('conflict', closedReason[state])
  return row
}
