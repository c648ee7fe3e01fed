import type { AnalysisType } from '#contract/analysis.ts'
import { lockSessionRow } from '../../../platform/access.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { saveAnalysisValues } from './analysis-values.queries.ts'
import { parseAnalysisAnswer } from './parse-analysis-answer.ts'
import { type ClaimedRun, finishRun } from '../automatic/automatic-runs.queries.ts'
import { syncPlanValues } from '../evidence/plan-values.queries.ts'
import { checkValues } from '../evidence/check-values.ts'
import {
  listOtherMetrics,
  listRequestedMetrics,
  riskScoreMetric,
} from '../evidence/requested-metrics.queries.ts'
import { listLastValues } from '../evidence/last-values.queries.ts'
import { recheckValues } from '../evidence/recheck-values.ts'
import { spokenTurnsOf } from '../evidence/spoken-turns.ts'
import { getSessionTranscript } from '../evidence/evidence.queries.ts'

type Needs = Pick<Deps, 'db' | 'installation'>
type AnalysisRun = ClaimedRun & { type: AnalysisType }
type Answer = { executionId: string; processedText: string }

/**
 * Checks the found values, saves them, updates the plan and finishes the run in one transaction, if the lease is still held, the
 * conversation has not changed and the client has not refused.
 */
export async function saveAnswer(
  { db, installation: { timeZone } }: Needs,
  { lease, sessionId, type, conversationVersion }: AnalysisRun,
  { executionId, processedText }: Answer,
) {
  const found = parseAnalysisAnswer(type, processedText)
  if (!found)
    return finishRun(db, lease, {
      status: 'failed',
      executionId,
      sentence: 'The answer is not in the requested format.',
    })
  const session = await getSessionTranscript(db, sessionId)
  if (!session || session.conversation === null) return finishRun(db, lease, { status: 'outdated' })
  const asked =
    type === 'burnout_assessment'
      ? [riskScoreMetric]
      : await listRequestedMetrics(db, session.sessionDefinitionId)
  const said = spokenTurnsOf(
    session.conversation,
    session.segments,
    session,
    session.originalSegments,
  )
  const requested = { asked, others: await listOtherMetrics(db, asked) }
  const lastValues = await listLastValues(db, sessionId, timeZone)
  const checked = await checkValues(type, found, { requested, lastValues }, said)
  return inTransaction(db, async (tx) => {
    const locked = await lockSessionRow(tx, sessionId)
    if (!locked) return false
    const { version, transcriptVersion } = await tx
      .selectFrom('session')
      .select(['version', 'transcriptVersion'])
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    if (version !== conversationVersion || session.version !== conversationVersion)
      return finishRun(tx, lease, { status: 'outdated' })
    if (!(await finishRun(tx, lease, { status: 'done', executionId }))) return false
    await saveAnalysisValues(tx, { sessionId, type, executionId, conversationVersion, checked })
    if (transcriptVersion === session.transcriptVersion)
      await syncPlanValues(tx, sessionId, timeZone)
    else await recheckValues(tx, sessionId, timeZone)
    return true
  })
}
