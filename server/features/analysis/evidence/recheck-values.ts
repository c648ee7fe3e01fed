import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type AnalysisType, analysisTypes } from '#contract/analysis.ts'
import type { Db } from '../../../platform/db/db.ts'
import { checkedValues, updateEvidence } from './evidence.queries.ts'
import { bringIntoPlan } from './found-in-plan.queries.ts'
import { answerFaults, evidenceIn } from './judge-values.ts'
import { metricsAsked, riskScoreMetric } from './metrics-asked.queries.ts'
import { saidIn } from './said-in-session.ts'
import { wordsOf } from './words-of-session.queries.ts'

/**
 * Holds the values of a session against its text as it is now, which this transaction changed, and takes out of the plan
 * what nothing shows any more. What a person decided stays. The caller has locked the session.
 */
export async function recheckValues(tx: Db, sessionId: string, timeZone: string) {
  const values = await checkedValues(tx, sessionId)
  const session = values.length ? await wordsOf(tx, sessionId) : undefined
  if (!session) return
  const said = saidIn(
    session.conversation ?? '',
    session.segments,
    session,
    session.originalSegments,
  )
  const asked = await metricsAsked(tx, session.sessionDefinitionId)
  const metrics = new Map([...asked, riskScoreMetric].map((it) => [it.key, it]))
  const evidenceOf = Object.fromEntries(
    analysisTypes.map((type) => [type, evidenceIn(type, said)]),
  ) as Record<AnalysisType, ReturnType<typeof evidenceIn>>
  for (const { id, type, ...before } of values) {
    const found = await evidenceOf[type](before, metrics.get(before.key))
    const isAnswerFault = before.fault !== null && answerFaults.includes(before.fault)
    const after = isAnswerFault ? { ...found, fault: before.fault, isInferred: false } : found
    const { quotes, fault, isInferred } = before
    if (!isDeepStrictEqual(after, { quotes, fault, isInferred }))
      await updateEvidence(tx, id, after)
    await nextTurn()
  }
  await bringIntoPlan(tx, sessionId, timeZone)
}
