import { isAnalysis } from '#contract/analysis.ts'
import { isNoConsent } from '../../../platform/consent.ts'
import type { JobContext } from '../../../platform/db/lease.ts'
import { retryLater } from '../../../platform/db/queue.ts'
import type { Deps } from '../../../deps.ts'
import { runLeasedJob } from '../../../platform/jobs/run-leased-job.ts'
import { findActiveTemplate } from '../../prompts/prompts.queries.ts'
import { getPromptFacts } from '../../prompts/run/facts.ts'
import { promptRetries, runPrompt } from '../../prompts/run/run-prompt.ts'
import { saveAnswer } from '../values/save-answer.ts'
import { type ClaimedRun, claimRun, finishRun, type RunResult } from './automatic-runs.queries.ts'
import { findEarlierExecution } from './earlier-execution.queries.ts'

type Needs = Pick<Deps, 'db' | 'installation' | 'providers' | 'queue' | 'announcements'>

/**
 * Runs the active template of a type on a saved conversation, as an execution in the log, and saves what it found with the
 * session. A conversation that was saved again meanwhile has a run of its own.
 */
export async function runAnalysisStep(deps: Needs, runId: string, context: JobContext) {
  const { db, queue } = deps
  const claimed = await claimRun(db, runId, context.times.leaseMs)
  if (!claimed) return
  await runLeasedJob(db, claimed, context, {
    ...promptRetries,
    run: (signal) => outcomeOf(deps, claimed, signal),
    save: (outcome) => save(deps, claimed, outcome),
    fail(sentence, error) {
      const result = isNoConsent(error) ? ({ status: 'cancelled' } as const) : failed(sentence)
      return finishRun(db, claimed.lease, result)
    },
    retry: (plan) => retryLater(db, queue, 'run-after-conversation', claimed.lease, plan),
  })
}

const failed = (sentence: string): RunResult => ({ status: 'failed', sentence })

type Answer = { executionId: string; processedText: string }

async function outcomeOf(
  deps: Needs,
  { lease, sessionId, type, session, conversationVersion, ...run }: ClaimedRun,
  signal: AbortSignal,
): Promise<RunResult | Answer> {
  const { requestedBy, originalUserId, address } = run
  const { text } = session
  if (text === null || session.version !== conversationVersion || requestedBy === null)
    return { status: 'outdated' }
  const asked = { sessionId, type, by: requestedBy, since: run.askedAt, text }
  const before = await findEarlierExecution(deps.db, lease, asked)
  if (before) return before
  const active = await deps.providers.active('ai_analysis').catch(() => undefined)
  // Not a failure: nothing is logged.
  const sentence = active?.adapter.needsElse?.[type]
  if (sentence !== undefined) return { status: 'impossible', sentence }
  const template = await findActiveTemplate(deps.db, type)
  if (!template) return failed('No prompt of this type is active.')
  const { timeZone } = deps.installation
  const subject = { sessionId, audioTranscript: text, now: new Date(), timeZone }
  const facts = await getPromptFacts(deps.db, subject)
  const actor = { userId: requestedBy, originalUserId, ...(address !== null && { address }) }
  return runPrompt(deps, actor, { kind: 'run', template, facts, signal })
}

function save(deps: Needs, claimed: ClaimedRun, outcome: RunResult | Answer) {
  const { lease, type } = claimed
  if ('status' in outcome) return finishRun(deps.db, lease, outcome)
  if (isAnalysis(type)) return saveAnswer(deps, { ...claimed, type }, outcome)
  return finishRun(deps.db, lease, { status: 'done', executionId: outcome.executionId })
}
