import type { AnalysisType } from '#contract/analysis/analysis.ts'
import { lockSessionRow } from '../../../platform/access.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { notifyCoach } from '../../sessions/notify-coach.ts'
import { saveAnalysisValues } from './analysis-values.queries.ts'
import { parseAnalysisAnswer } from './parse-analysis-answer.ts'
import type { RunResult, StartedRun } from '../automatic/automatic-runs.queries.ts'
import { syncPlanValues } from '../evidence/plan-values.queries.ts'
import { checkValues } from '../evidence/check-values.ts'
import {
  listOtherMetrics,
  listRequestedMetrics,
  riskScoreMetric,
} from '../evidence/requested-metrics.queries.ts'
import { listLastValues } from '../evidence/last-values.queries.ts'
import { recheckValues } from '../evidence/recheck-values.ts'
import { parseSpokenTurns } from '../evidence/spoken-turns.ts'
import { getSessionTranscript } from '../evidence/evidence.queries.ts'

type Needs = Pick<Deps, 'db' | 'installation' | 'queue'>
type AnalysisRun = StartedRun & { type: AnalysisType }
type Answer = { executionId: string; processedText: string }

/**
 * Checks the found values, saves them, updates the plan and finishes the run in one transaction, if the conversation has not
 * changed.
 */
export async function saveAnswer(
  { db, queue, installation: { timeZone } }: Needs,
  { sessionId, type, conversationVersion }: AnalysisRun,
  { executionId, processedText }: Answer,
  finish: (tx: Db, result: RunResult) => Promise<void>,
) {
  const found = parseAnalysisAnswer(type, processedText)
  if (!found)
    return inTransaction(db, (tx) =>
      finish(tx, {
        status: 'failed',
        executionId,
        sentence: 'The answer is not in the requested format.',
      }),
    )
  const session = await getSessionTranscript(db, sessionId)
  if (!session || session.conversation === null)
    return inTransaction(db, (tx) => finish(tx, { status: 'outdated' }))
  const asked =
    type === 'burnout_assessment'
      ? [riskScoreMetric]
      : await listRequestedMetrics(db, session.sessionDefinitionId)
  const said = parseSpokenTurns(
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
    if (!locked) return
    const { version, transcriptVersion } = await tx
      .selectFrom('session')
      .select(['version', 'transcriptVersion'])
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    if (version !== conversationVersion || session.version !== conversationVersion)
      return finish(tx, { status: 'outdated' })
    await finish(tx, { status: 'done', executionId })
    await saveAnalysisValues(tx, { sessionId, type, executionId, conversationVersion, checked })
    if (transcriptVersion === session.transcriptVersion)
      await syncPlanValues(tx, sessionId, timeZone)
    else await recheckValues(tx, sessionId, timeZone)
    await notifyCoach(tx, { queue }, { kind: 'valuesToReview', sessionId })
  })
}
