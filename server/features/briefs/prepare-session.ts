import { renewLeaseDuringJob, type JobContext } from '../../platform/db/lease.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import { abortable } from '../../platform/jobs/abortable.ts'
import { requestedDelay, delayByAttempts } from '../../platform/jobs/retry-delay.ts'
import { findEarlierExecution } from '../analysis/automatic/earlier-execution.queries.ts'
import { mentionedSessions } from './brief-content.ts'
import {
  clearExecution,
  type ClaimedBrief,
  saveContent,
  retryBrief,
  finishBrief,
  claimBrief,
} from './briefs.queries.ts'
import { factsForBrief, templateFor } from './briefs.service.ts'
import { runPrompt } from '../prompts/run/run-prompt.ts'

type Needs = Pick<Deps, 'db' | 'installation' | 'providers' | 'queue'>

/** How often a provider that is away is asked. */
const mostTries = 5
const wentWrong = 'Something went wrong on our side.'

/**
 * Makes a brief if nobody else does: what rules say, where it does not stand yet, and the text of a language model where
 * one is connected, as an execution in the log. What passes is tried again, each wait twice as long; without a text the brief
 * stays as rules made it, and says why.
 */
export async function prepareSession(deps: Needs, briefId: string, run: JobContext) {
  const { db } = deps
  const held = await claimBrief(db, briefId, run.times.leaseMs)
  if (!held) return
  // No process survives it.
  if (held.attempts > mostTries) {
    await finishBrief(db, held.lease, { status: 'failed', sentence: wentWrong })
    return
  }
  const { lost, stop, signal } = renewLeaseDuringJob(db, held.lease, run)
  let write: () => Promise<unknown>
  try {
    const executionId = await abortable(written(deps, held, signal), signal)
    write = () => keep(deps, held, executionId)
  } catch (error) {
    write = () => settle(deps, held, error, run)
  }
  await stop()
  if (!lost.aborted) await write()
}

/** The execution that wrote the text; undefined where rules say all there is. */
async function written(deps: Needs, held: ClaimedBrief, signal: AbortSignal) {
  const { db } = deps
  const { lease, sessionId, madeAt, madeBy } = held
  const type = 'session_preparation'
  const asked = { sessionId, type, by: madeBy, since: madeAt, text: '' } as const
  const before = await findEarlierExecution(db, lease, asked)
  if (before) return before.executionId
  const facts = await factsForBrief(deps, sessionId)
  const template = await templateFor(deps, facts)
  const content = await facts.brief()
  // Prompts may tell what was said before; of a text that is not asked for only the quotes are told.
  const others = template ? (await facts.earlierTexts()).map(({ id }) => id) : []
  const told = [...new Set([...mentionedSessions(content), ...others])]
  if (!(await inTransaction(db, (tx) => saveContent(tx, lease, { content, told }))))
    throw new AppError('unavailable', 'The plan has just been changed.')
  if (!template) return undefined
  const { executionId } = await runPrompt(deps, askerOf(held), {
    ...{ kind: 'run', template, facts, signal },
  })
  return executionId
}

/** Whoever asked for it was allowed to; nobody did where it is made by itself. */
const askerOf = ({ madeBy, originalUserId, address }: ClaimedBrief) => ({
  ...(madeBy !== null && { userId: madeBy }),
  ...{ originalUserId, ...(address !== null && { address }) },
})

/** Where the brief is gone meanwhile, with a session that was told of, nothing of it stays in the log. */
async function keep({ db }: Needs, { lease }: ClaimedBrief, executionId: string | undefined) {
  const isKept = await finishBrief(db, lease, {
    status: 'done',
    ...(executionId !== undefined && { executionId }),
  })
  if (!isKept && executionId !== undefined) await clearExecution(db, executionId)
}

function settle({ db, queue }: Needs, held: ClaimedBrief, error: unknown, run: JobContext) {
  if (run.signal.aborted) return retryBrief(db, queue, held, { delayMs: 0, isCounted: false })
  // The client refused it meanwhile: rules alone make it, without a word.
  const isRefused = error instanceof AppError && error.code === 'conflict'
  const passes = isRefused || (error instanceof AppError && error.code === 'unavailable')
  if (!(error instanceof AppError)) run.onError(error as Error)
  const sentence = error instanceof AppError ? error.message : wentWrong
  if (!passes || held.attempts >= mostTries)
    return finishBrief(db, held.lease, { status: 'failed', sentence })
  // A service that says when it wants to be asked again is not asked sooner.
  const delayMs = delayByAttempts(held.attempts, run.times.retryMs, requestedDelay(error.cause))
  return retryBrief(db, queue, held, { delayMs, isCounted: true })
}
