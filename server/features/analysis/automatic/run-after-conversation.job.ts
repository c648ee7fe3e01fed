import { z } from 'zod'
import { isAnalysis } from '#contract/analysis/analysis.ts'
import { isNoConsent } from '../../../platform/consent.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import { findActiveTemplate } from '../../prompts/prompts.queries.ts'
import { getPromptFacts } from '../../prompts/run/facts.ts'
import { promptRetries, runPrompt } from '../../prompts/run/run-prompt.ts'
import { saveAnswer } from '../values/save-answer.ts'
import {
  finishRun,
  type RunResult,
  setWaiting,
  type StartedRun,
  startRun,
  findEarlierExecution,
} from './automatic-runs.queries.ts'

declare module '../../../platform/jobs/job.ts' {
  interface JobPayloads {
    'run-after-conversation': { id: string }
  }
}

/**
 * Runs the active template of a type on a saved conversation, as an execution in the log, and saves what it found with the
 * session. A conversation that was saved again meanwhile has a run of its own.
 */
export const runAfterConversation = defineJob({
  name: 'run-after-conversation',
  payload: z.object({ id: z.uuid() }),
  queue: 'outside',
  group: 'analysis',
  ...promptRetries,
  async run(deps, { id }, job) {
    const run = await inTransaction(deps.db, async (tx) => {
      await job.requireClaim(tx)
      return startRun(tx, id)
    })
    if (!run) return
    async function finish(tx: Db, result: RunResult) {
      await job.finish(tx)
      await finishRun(tx, id, result)
    }
    const outcome = await readOutcome(deps, run, job.signal)
    const { type } = run
    if ('status' in outcome) await inTransaction(deps.db, (tx) => finish(tx, outcome))
    else if (isAnalysis(type)) await saveAnswer(deps, { ...run, type }, outcome, finish)
    else {
      const { executionId } = outcome
      await inTransaction(deps.db, (tx) => finish(tx, { status: 'done', executionId }))
    }
  },
  retried: (tx, { id }) => setWaiting(tx, id),
  failed: (tx, { id }, { sentence, error }) =>
    finishRun(tx, id, isNoConsent(error) ? { status: 'cancelled' } : failed(sentence)),
})

const failed = (sentence: string): RunResult => ({ status: 'failed', sentence })

type Answer = { executionId: string; processedText: string }

async function readOutcome(
  deps: Deps,
  { sessionId, type, text, version, conversationVersion, ...run }: StartedRun,
  signal: AbortSignal,
): Promise<RunResult | Answer> {
  const { requestedBy, originalUserId, address } = run
  if (text === null || version !== conversationVersion || requestedBy === null)
    return { status: 'outdated' }
  const asked = { sessionId, type, by: requestedBy, since: run.askedAt, text }
  const before = await findEarlierExecution(deps.db, asked)
  if (before) return before
  const active = await deps.providers.findActive('ai_analysis')
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
