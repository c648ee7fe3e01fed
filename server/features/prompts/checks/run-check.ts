import { maxAnswerCharacters } from '#contract/template-checks.ts'
import type { Db } from '../../../platform/db/db.ts'
import { renewLeaseDuringJob, type JobContext, type Lease } from '../../../platform/db/lease.ts'
import type { Deps } from '../../../deps.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { delayByAttempts } from '../../../platform/jobs/retry-delay.ts'
import { type ProviderAnswer, askProvider } from '../run/ask-provider.ts'
import {
  findReusableAnswer,
  finishCheck,
  releaseCheck,
  nextPendingAnswer,
  type AnswerResult,
  saveAnswerResult,
  claimCheck,
  type PendingAnswer,
} from './run-check.queries.ts'
import { findFailures } from './judge-answer.ts'
import { shortName } from '../run/log-execution.ts'
import {
  listRequestedMetrics,
  metricsInput,
} from '../../analysis/evidence/requested-metrics.queries.ts'
import { renderWithValues } from '../run/render-prompt.ts'

type Needs = Pick<Deps, 'db' | 'providers'>

/** Times that a check is taken up: behind so many, something is wrong with it and not with a process. */
const mostTries = 10

/**
 * Asks, one after the other, what a check still has to ask, and judges the answers. Harmless to call again: whoever was
 * killed in the middle leaves what was answered, and the next one goes on.
 */
export async function runTemplateCheck({ db, providers }: Needs, checkId: string, run: JobContext) {
  const lease = await claimCheck(db, checkId, run.times.leaseMs)
  if (!lease) return
  const { lost, stop, signal } = renewLeaseDuringJob(db, lease, run)
  try {
    if (lease.fence <= mostTries)
      while (!signal.aborted && (await askNext({ db, providers }, lease, signal)));
    if (!signal.aborted) await finishCheck(db, lease, 'The check broke off before this was asked.')
    else if (!lost.aborted) await releaseCheck(db, lease, 0)
  } catch (error) {
    if (!signal.aborted) run.onError(error as Error)
    const delayMs = signal.aborted ? 0 : delayByAttempts(lease.fence, run.times.retryMs)
    await releaseCheck(db, lease, delayMs).catch(run.onError)
  } finally {
    await stop()
  }
}

/** False where nothing is left to ask. */
async function askNext({ db, providers }: Needs, lease: Lease, signal: AbortSignal) {
  const next = await nextPendingAnswer(db, lease)
  if (!next) return false
  const settled = (next.isAgainst && (await known({ db, providers }, next))) || (await asked())
  await saveAnswerResult(db, lease, next.id, settled)
  return true

  async function asked() {
    const prompt = await promptOf(db, next as PendingAnswer)
    const answer = askProvider(() => providers.active('ai_analysis'), prompt, { signal })
    return judged(next as PendingAnswer, await abortable(answer, signal))
  }
}

/** What the active text has answered before needs not be asked again. */
async function known(
  { db, providers }: Needs,
  next: PendingAnswer,
): Promise<AnswerResult | undefined> {
  const provider = await providers.active('ai_analysis').catch(() => undefined)
  const earlier = provider && (await findReusableAnswer(db, next, provider.provider))
  return earlier && { ...earlier, isEarlier: true }
}

/** There is no session and no client: what is not the transcript itself is N/A. */
async function promptOf(db: Db, { type, transcript, ...prompts }: PendingAnswer) {
  const { prompt } = renderWithValues(type, prompts, {
    audioTranscript: transcript,
    sessionTranscript: transcript,
    transcribedTextRaw: transcript,
  })
  if (type !== 'metric_extraction') return prompt
  // Of no type of session in particular: all that may be read from what is said.
  const metrics = await metricsInput(db, await listRequestedMetrics(db, null))
  return { ...prompt, input: { ...prompt.input, ...metrics } }
}

function judged(
  next: PendingAnswer,
  { outcome, provider, executionTimeMs }: ProviderAnswer,
): AnswerResult {
  const common = { provider, executionTimeMs, isEarlier: false, askedAt: new Date().toISOString() }
  if ('thrown' in outcome)
    return {
      ...common,
      ...{ outcome: 'unanswered', failures: [outcome.sentence] },
      ...{ answer: null, model: null, tokensUsed: null },
    }
  const failures = findFailures(outcome.text, next)
  return {
    ...common,
    outcome: failures.length ? 'failed' : 'passed',
    failures: failures.slice(0, mostFailures),
    answer: outcome.text.slice(0, maxAnswerCharacters).toWellFormed(),
    model: shortName(outcome.model),
    tokensUsed: outcome.tokensUsed,
  }
}

/** Sentences about one answer: whoever reads them has seen enough. */
const mostFailures = 20
