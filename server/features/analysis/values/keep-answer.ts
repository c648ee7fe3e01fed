import type { AnalysisType } from '#contract/analysis.ts'
import { lockSessionRow } from '../../../platform/access.ts'
import { isRefused } from '../refusal/analysis-refusal.queries.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { keepFound } from './analysed-values.queries.ts'
import { foundIn } from './analysed-answer.ts'
import { type HeldRun, settleRun } from '../automatic/automatic-runs.queries.ts'
import { bringIntoPlan } from '../evidence/found-in-plan.queries.ts'
import { judgeValues } from '../evidence/judge-values.ts'
import { metricsAsked, riskScoreMetric } from '../evidence/metrics-asked.queries.ts'
import { recheckValues } from '../evidence/recheck-values.ts'
import { saidIn } from '../evidence/said-in-session.ts'
import { wordsOf } from '../evidence/words-of-session.queries.ts'

type Needs = Pick<Deps, 'db' | 'installation'>
type Held = HeldRun & { type: AnalysisType }
type Answer = { executionId: string; processedText: string }

/**
 * Judges what an analysis found by what was said, keeps it with the session, brings into the plan what counts, and ends the
 * run: all at once, and only while the run is held, the conversation is the one that was read, and the client allows it.
 */
export async function keepAnswer(
  { db, installation: { timeZone } }: Needs,
  { lease, sessionId, type, conversationVersion }: Held,
  { executionId, processedText }: Answer,
) {
  const found = foundIn(type, processedText)
  if (!found)
    return settleRun(db, lease, {
      ...{ status: 'failed', executionId },
      sentence: 'The answer is not of the form that was asked for.',
    })
  const session = await wordsOf(db, sessionId)
  if (!session || session.conversation === null) return settleRun(db, lease, { status: 'outdated' })
  const asked =
    type === 'burnout_assessment'
      ? [riskScoreMetric]
      : await metricsAsked(db, session.sessionDefinitionId)
  const said = saidIn(session.conversation, session.segments, session, session.originalSegments)
  const judged = await judgeValues(type, found, asked, said)
  return inTransaction(db, async (tx) => {
    const locked = await lockSessionRow(tx, sessionId)
    if (!locked) return false
    const { version, transcriptVersion } = await tx
      .selectFrom('session')
      .select(['version', 'transcriptVersion'])
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    if (version !== conversationVersion || session.version !== conversationVersion)
      return settleRun(tx, lease, { status: 'outdated' })
    if (await isRefused(tx, locked.clientId)) return settleRun(tx, lease, { status: 'cancelled' })
    if (!(await settleRun(tx, lease, { status: 'done', executionId }))) return false
    await keepFound(tx, { sessionId, type, executionId, conversationVersion, judged })
    if (transcriptVersion === session.transcriptVersion)
      await bringIntoPlan(tx, sessionId, timeZone)
    else await recheckValues(tx, sessionId, timeZone)
    return true
  })
}
