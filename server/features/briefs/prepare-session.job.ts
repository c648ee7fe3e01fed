import { z } from 'zod'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import { defineJob, type RunningJob } from '../../platform/jobs/job.ts'
import { findEarlierExecution } from '../analysis/automatic/automatic-runs.queries.ts'
import { promptRetries, runPrompt } from '../prompts/run/run-prompt.ts'
import { mentionedSessions } from './brief-content.ts'
import {
  type WaitingBrief,
  clearExecution,
  findWaitingBrief,
  finishBrief,
  saveContent,
} from './briefs.queries.ts'
import { factsForBrief, templateFor } from './briefs.service.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobPayloads {
    'prepare-session': { id: string }
  }
}

/**
 * Builds a brief by rules, and a text by the language model if there is one, as an execution in the log. Without a text the
 * brief stays as the rules built it, and says why.
 */
export const prepareSession = defineJob({
  name: 'prepare-session',
  payload: z.object({ id: z.uuid() }),
  queue: 'outside',
  group: 'analysis',
  ...promptRetries,
  async run(deps, { id }, job) {
    const brief = await findWaitingBrief(deps.db, id)
    if (!brief) return
    const { executionId, ...text } = await writeBrief(deps, brief, job)
    await inTransaction(deps.db, async (tx) => {
      await job.finish(tx)
      const isSaved = await finishBrief(tx, id, { status: 'done', executionId, ...text })
      // The brief was deleted with a session that it mentions.
      if (!isSaved && executionId !== undefined) await clearExecution(tx, executionId)
    })
  },
  failed: (tx, { id }, { sentence }) => finishBrief(tx, id, { status: 'failed', sentence }),
})

type Written = { executionId?: string; privateText?: string; privateSource?: string }

/** The execution that wrote the text, and the text itself where it is private; nothing if the brief is built by rules alone. */
async function writeBrief(
  deps: Deps,
  { id, sessionId, madeAt, madeBy, originalUserId, address, includesNotes }: WaitingBrief,
  job: RunningJob,
): Promise<Written> {
  const { db } = deps
  const asked = { sessionId, by: madeBy, since: madeAt, text: '' }
  const before = await findEarlierExecution(db, { ...asked, type: 'session_preparation' })
  // The text of a private one is not in its execution.
  if (before && !includesNotes) return { executionId: before.executionId }
  const notesOf = includesNotes ? (madeBy ?? undefined) : undefined
  const facts = await factsForBrief(deps, sessionId, notesOf)
  const template = await templateFor(deps, facts)
  const content = await facts.brief()
  // Prompts may contain what was said before.
  const inPrompt = template ? (await facts.earlierTexts()).map(({ id }) => id) : []
  const ofNotes = (await facts.notes()).flatMap((it) => it.sessionId ?? [])
  const mentioned = [...new Set([...mentionedSessions(content), ...inPrompt, ...ofNotes])]
  await inTransaction(db, async (tx) => {
    await job.requireClaim(tx)
    if (!(await saveContent(tx, id, content, mentioned)))
      throw new AppError('unavailable', 'The plan has just been changed.')
  })
  if (!template) return {}
  const actor = {
    ...(madeBy !== null && { userId: madeBy }),
    originalUserId,
    ...(address !== null && { address }),
  }
  const { executionId, processedText, prompt } = await runPrompt(deps, actor, {
    kind: 'run',
    template,
    facts,
    signal: job.signal,
  })
  if (!includesNotes) return { executionId }
  return { executionId, privateText: processedText, privateSource: prompt.user }
}
