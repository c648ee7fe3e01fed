import { isAnalysis } from '#contract/analysis.ts'
import { renewLeaseDuringJob, type JobContext } from '../../../platform/db/lease.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { Rejected } from '../../../platform/jobs/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { requestedDelay, delayByAttempts } from '../../../platform/jobs/retry-delay.ts'
import { findEarlierExecution } from './earlier-execution.queries.ts'
import {
  type RunResult,
  type ClaimedRun,
  retryRun,
  finishRun,
  claimRun,
} from './automatic-runs.queries.ts'
import { getPromptFacts } from '../../prompts/run/facts.ts'
import { saveAnswer } from '../values/save-answer.ts'
import { findActiveTemplate } from '../../prompts/prompts.queries.ts'
import { runPrompt } from '../../prompts/run/run-prompt.ts'

type Needs = Pick<Deps, 'db' | 'installation' | 'providers' | 'queue'>

/** How often a provider that is away is asked. */
const mostTries = 5
const wentWrong = 'Something went wrong on our side.'

/**
 * Runs the active template of a type on a conversation that was saved, or is to be analysed, if nobody else does, as an
 * execution in the log; what it found is kept with the session. One that cannot be done is a failed execution; what passes is
 * tried again, each wait twice as long. A conversation that was saved anew meanwhile has a run of its own.
 */
export async function runAnalysisStep(deps: Needs, runId: string, run: JobContext) {
  const { db } = deps
  const held = await claimRun(db, runId, run.times.leaseMs)
  if (!held) return
  // No process survives it.
  if (held.attempts > mostTries) {
    await finishRun(db, held.lease, { status: 'failed', sentence: wentWrong })
    return
  }
  const { lost, stop, signal } = renewLeaseDuringJob(db, held.lease, run)
  let write: () => Promise<unknown>
  try {
    const end = await abortable(outcomeOf(deps, held, signal), signal)
    write = () => keep(deps, held, end)
  } catch (error) {
    write = () => settle(deps, held, error, run)
  }
  await stop()
  if (!lost.aborted) await write()
}

type Answer = { executionId: string; processedText: string }

/** Throws what the run threw, once it is in the log. */
async function outcomeOf(
  deps: Needs,
  held: ClaimedRun,
  signal: AbortSignal,
): Promise<RunResult | Answer> {
  const { lease, sessionId, type, session, conversationVersion, requestedBy } = held
  if (session.text === null || session.version !== conversationVersion || requestedBy === null)
    return { status: 'outdated' }
  const { text } = session
  const asked = { sessionId, type, by: requestedBy, since: held.askedAt, text }
  const before = await findEarlierExecution(deps.db, lease, asked)
  if (before) return before
  const sentence = await whyNot(deps, type)
  if (sentence !== undefined) return { status: 'impossible', sentence }
  const { timeZone } = deps.installation
  const about = { sessionId, audioTranscript: text, now: new Date(), timeZone }
  const facts = await getPromptFacts(deps.db, about)
  const actor = {
    ...{ userId: requestedBy, originalUserId: held.originalUserId, address: held.address ?? '' },
    // Whoever saved the conversation was allowed to; nothing is asked of them here.
    ...{ roles: [], loginId: '' },
  }
  const template = await findActiveTemplate(deps.db, type)
  return template
    ? runPrompt(deps, actor, { kind: 'run', template, facts, signal })
    : runPrompt(deps, actor, { kind: 'run', template: nothing(type), facts, whom: nobody })
}

/** What whoever answers prompts now does not do at all is no failure: nobody is asked, and nothing is logged. */
async function whyNot({ providers }: Needs, type: ClaimedRun['type']) {
  const active = await providers.active('ai_analysis').catch(() => undefined)
  return active?.adapter.needsElse?.[type]
}

/** Ends the run with what it found; an answer that nobody can read is a failure. */
function keep(deps: Needs, held: ClaimedRun, end: RunResult | Answer) {
  if ('status' in end) return finishRun(deps.db, held.lease, end)
  if (isAnalysis(held.type)) return saveAnswer(deps, { ...held, type: held.type }, end)
  return finishRun(deps.db, held.lease, { status: 'done', executionId: end.executionId })
}

/** For the log: there is nothing to run. */
const nothing = (type: ClaimedRun['type']) => ({
  ...{ name: 'No active prompt', type, systemPrompt: '', userPromptTemplate: '' },
})
const nobody = () =>
  Promise.reject(new Rejected('no-template', 'No prompt of this type is active.'))

function settle({ db, queue }: Needs, held: ClaimedRun, error: unknown, run: JobContext) {
  if (run.signal.aborted) return retryRun(db, queue, held, { delayMs: 0, isCounted: false })
  // The client refused it.
  if (error instanceof AppError && error.code === 'conflict')
    return finishRun(db, held.lease, { status: 'cancelled' })
  const passes = error instanceof AppError && error.code === 'unavailable'
  if (!(error instanceof AppError)) run.onError(error as Error)
  const sentence = error instanceof AppError ? error.message : wentWrong
  if (!passes || held.attempts >= mostTries)
    return finishRun(db, held.lease, { status: 'failed', sentence })
  // A service that says when it wants to be asked again is not asked sooner.
  const delayMs = delayByAttempts(held.attempts, run.times.retryMs, requestedDelay(error.cause))
  return retryRun(db, queue, held, { delayMs, isCounted: true })
}
