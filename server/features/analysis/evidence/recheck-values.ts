import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type AnalysisType, analysisTypes } from '#contract/analysis/analysis.ts'
import type { Db } from '../../../platform/db/db.ts'
import { getSessionTranscript, listValuesForRecheck, updateEvidence } from './evidence.queries.ts'
import { listLastValues } from './last-values.queries.ts'
import { syncPlanValues } from './plan-values.queries.ts'
import { answerFaults, createEvidenceChecker } from './check-values.ts'
import {
  listOtherMetrics,
  listRequestedMetrics,
  riskScoreMetric,
} from './requested-metrics.queries.ts'
import { parseSpokenTurns } from './spoken-turns.ts'

/**
 * Checks the values of a session again after its text has changed, and removes unverified ones from the plan. Decisions of
 * people stay. The caller has locked the session.
 */
export async function recheckValues(tx: Db, sessionId: string, timeZone: string) {
  const values = await listValuesForRecheck(tx, sessionId)
  const session = values.length ? await getSessionTranscript(tx, sessionId) : undefined
  if (!session) return
  const said = parseSpokenTurns(
    session.conversation ?? '',
    session.segments,
    session,
    session.originalSegments,
  )
  const asked = await listRequestedMetrics(tx, session.sessionDefinitionId)
  const requested = { asked, others: await listOtherMetrics(tx, asked) }
  const lastValues = await listLastValues(tx, sessionId, timeZone)
  const metrics = new Map([...asked, riskScoreMetric].map((it) => [it.key, it]))
  const evidenceFinders = Object.fromEntries(
    analysisTypes.map((type) => [
      type,
      createEvidenceChecker(type, { requested, lastValues }, said),
    ]),
  ) as Record<AnalysisType, ReturnType<typeof createEvidenceChecker>>
  for (const { id, type, ...before } of values) {
    // A value that waits may have been found in several turns.
    const quotes = before.fault
      ? before.quotes.map((it) => ({ ...it, place: null }))
      : before.quotes
    const found = await evidenceFinders[type]({ ...before, quotes }, metrics.get(before.key))
    const isAnswerFault = before.fault !== null && answerFaults.includes(before.fault)
    const after = isAnswerFault ? { ...found, fault: before.fault, isInferred: false } : found
    const { fault, isInferred } = before
    if (!isDeepStrictEqual(after, { quotes: before.quotes, fault, isInferred }))
      await updateEvidence(tx, id, after)
    await nextTurn()
  }
  await syncPlanValues(tx, sessionId, timeZone)
}
