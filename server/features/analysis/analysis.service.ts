import type { z } from 'zod'
import {
  type AnalysisValue,
  analysisTypes,
  type analyseSession,
  type decideValue,
  isConfirmable,
  type SessionAnalysis,
} from '#contract/analysis/analysis.ts'
import { lockSession, requireSessionChange } from '../../platform/access.ts'
import { audit, auditOpening, auditPlan } from '../audit/audit.ts'
import { requireUnblocked } from '../consents/blocked-work.ts'
import type { Db } from '../../platform/db/db.ts'
import { staleError } from '../../platform/db/row-version.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { enqueueAnalysis, cancelAnalysis } from '../sessions/analysis-queue.queries.ts'
import {
  getAnalysisValue,
  listAnalysisValues,
  hasDecision,
  saveDecision,
  getSessionOfValue,
  listAnalysisSteps,
} from './values/analysis-values.queries.ts'
import { getSpeakersToChoose } from './evidence/evidence.queries.ts'
import { syncPlanValues } from './evidence/plan-values.queries.ts'

type Needs = Pick<Deps, 'db' | 'queue' | 'installation' | 'providers'>

/** Values of a session. Their quotes are audited as opening its transcript. */
export async function openAnalysis(
  db: Db,
  actor: Actor,
  sessionId: string,
): Promise<SessionAnalysis> {
  const { clientId } = await requireSessionChange(db, actor, sessionId)
  const [steps, values, choice] = await Promise.all([
    listAnalysisSteps(db, sessionId),
    listAnalysisValues(db, sessionId),
    getSpeakersToChoose(db, sessionId),
  ])
  await auditPlan(db, actor, clientId)
  if (values.some(({ quotes }) => quotes.length))
    await auditQuotes(db, actor, { sessionId, clientId })
  return { steps, values, ...choice }
}

/** Quotes come from the transcript. */
const auditQuotes = (
  db: Db,
  actor: Actor,
  { sessionId, clientId }: { sessionId: string; clientId: string },
) =>
  auditOpening(db, actor, {
    action: 'transcript-opened',
    table: 'session',
    rowIds: [sessionId],
    clientId,
  })

/** Throws conflict if there is nothing to analyse, and no-consent. */
export async function analyse(
  { db, queue, providers }: Needs,
  actor: Actor,
  id: string,
  body: z.output<typeof analyseSession.body>,
) {
  await inTransaction(db, async (tx) => {
    const { clientId } = await lockSession(tx, actor, id)
    await requireUnblocked(tx, providers, clientId, 'ai_analysis')
    const types = body?.types ?? analysisTypes
    const begun = await enqueueAnalysis(tx, queue, actor, { sessionId: id, types })
    if (begun === 'no-conversation')
      throw new AppError(
        'conflict',
        'There is no conversation to analyze yet. Process the transcript first, or write the conversation.',
      )
    if (!begun) throw new AppError('conflict', 'This session is already being analyzed.')
    await audit(tx, actor, {
      action: 'analysis-started',
      table: 'session',
      rowId: id,
      clientId,
      details: { steps: begun },
    })
  })
  return openAnalysis(db, actor, id)
}

/** Values that were found before stay. */
export async function cancel({ db, queue }: Pick<Deps, 'db' | 'queue'>, actor: Actor, id: string) {
  await inTransaction(db, async (tx) => {
    const { clientId } = await lockSession(tx, actor, id)
    if (!(await cancelAnalysis(tx, queue, [id], analysisTypes)))
      throw new AppError('conflict', 'This session is not being analyzed.')
    await audit(tx, actor, {
      action: 'analysis-cancelled',
      table: 'session',
      rowId: id,
      clientId,
    })
  })
  return openAnalysis(db, actor, id)
}

/** A person's decision on a value; later analyses never change it. */
export async function decide(
  { db, installation: { timeZone } }: Needs,
  actor: Actor,
  id: string,
  { decision, value, version }: z.output<typeof decideValue.body>,
): Promise<AnalysisValue> {
  const of = await inTransaction(db, async (tx) => {
    const sessionId = await getSessionOfValue(tx, id)
    const { clientId } = await lockSession(tx, actor, sessionId)
    const error = decisionError(await getAnalysisValue(tx, id), decision, value)
    if (error) throw error
    const decided = { decision, value: value ?? null }
    if (!(await saveDecision(tx, { id, version }, { ...decided, by: actor.userId }))) {
      if (!(await hasDecision(tx, id, decided))) throw staleError('value')
      return { sessionId, clientId }
    }
    await syncPlanValues(tx, sessionId, timeZone)
    await audit(tx, actor, {
      action: 'value-decided',
      table: 'analysis_value',
      rowId: id,
      clientId,
      details: { decision: decision ?? 'taken back' },
    })
    return { sessionId, clientId }
  })
  const decided = await getAnalysisValue(db, id)
  if (decided.quotes.length) await auditQuotes(db, actor, of)
  return decided
}

function decisionError(
  { fault, label, lowest, highest }: AnalysisValue,
  decision: AnalysisValue['decision'],
  value: number | undefined,
) {
  if (decision === 'confirmed' && !isConfirmable(fault))
    return new AppError(
      'conflict',
      'Nothing the client said supports this value. Correct it, or reject it.',
    )
  if (decision !== 'corrected') return undefined
  if (fault === 'not-asked')
    return new AppError('conflict', 'This metric was not asked for. It can only be rejected.')
  if (value === undefined || value < lowest || value > highest) {
    const sentence = `${label} must be between ${lowest} and ${highest}.`
    return new AppError('unprocessable', sentence, { value: sentence })
  }
  return undefined
}
