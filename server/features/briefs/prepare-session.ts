import type { JobContext } from '../../platform/db/lease.ts'
import { retryLater } from '../../platform/db/queue.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import { findEarlierExecution } from '../analysis/automatic/earlier-execution.queries.ts'
import { runLeasedJob } from '../../platform/jobs/run-leased-job.ts'
import { promptRetries, runPrompt } from '../prompts/run/run-prompt.ts'
import { mentionedSessions } from './brief-content.ts'
import {
  claimBrief,
  type ClaimedBrief,
  clearExecution,
  finishBrief,
  saveContent,
} from './briefs.queries.ts'
import { factsForBrief, templateFor } from './briefs.service.ts'

type Needs = Pick<Deps, 'db' | 'installation' | 'providers' | 'queue' | 'announcements'>

/**
 * Builds a brief by rules, and a text by the language model if there is one, as an execution in the log. Without a text the
 * brief stays as the rules built it, and says why.
 */
export async function prepareSession(deps: Needs, briefId: string, context: JobContext) {
  const { db, queue } = deps
  const claimed = await claimBrief(db, briefId, context.times.leaseMs)
  if (!claimed) return
  const { lease } = claimed
  await runLeasedJob(db, claimed, context, {
    ...promptRetries,
    run: (signal) => writeBrief(deps, claimed, signal),
    async save(executionId) {
      const isSaved = await finishBrief(db, lease, { status: 'done', executionId })
      // The brief was deleted with a session that it mentions.
      if (!isSaved && executionId !== undefined) await clearExecution(db, executionId)
    },
    fail: (sentence) => finishBrief(db, lease, { status: 'failed', sentence }),
    retry: (plan) => retryLater(db, queue, 'prepare-session', claimed.lease, plan),
  })
}

/** Id of the execution that wrote the text; undefined if the brief is built by rules alone. */
async function writeBrief(
  deps: Needs,
  { lease, sessionId, madeAt, madeBy, originalUserId, address }: ClaimedBrief,
  signal: AbortSignal,
) {
  const { db } = deps
  const asked = { sessionId, by: madeBy, since: madeAt, text: '' }
  const before = await findEarlierExecution(db, lease, { ...asked, type: 'session_preparation' })
  if (before) return before.executionId
  const facts = await factsForBrief(deps, sessionId)
  const template = await templateFor(deps, facts)
  const content = await facts.brief()
  // Prompts may contain what was said before.
  const inPrompt = template ? (await facts.earlierTexts()).map(({ id }) => id) : []
  const mentioned = [...new Set([...mentionedSessions(content), ...inPrompt])]
  if (!(await inTransaction(db, (tx) => saveContent(tx, lease, content, mentioned))))
    throw new AppError('unavailable', 'The plan has just been changed.')
  if (!template) return undefined
  const actor = {
    ...(madeBy !== null && { userId: madeBy }),
    originalUserId,
    ...(address !== null && { address }),
  }
  const { executionId } = await runPrompt(deps, actor, { kind: 'run', template, facts, signal })
  return executionId
}
