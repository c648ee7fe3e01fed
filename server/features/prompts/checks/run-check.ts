import { maxAnswerCharacters } from '#contract/template-checks.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { JobContext, Lease } from '../../../platform/db/lease.ts'
import { retryLater } from '../../../platform/db/queue.ts'
import type { Deps } from '../../../deps.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { runLeasedJob } from '../../../platform/jobs/run-leased-job.ts'
import { type ProviderAnswer, askProvider } from '../run/ask-provider.ts'
import {
  findReusableAnswer,
  finishCheck,
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

const maxAttempts = 10

/** Requests pending answers one by one and judges them. Resumable after a crash. */
export async function runTemplateCheck(
  { db, providers, queue }: Needs & Pick<Deps, 'queue'>,
  checkId: string,
  run: JobContext,
) {
  const claimed = await claimCheck(db, checkId, run.times.leaseMs)
  if (!claimed) return
  const { lease } = claimed
  const finish = () => finishCheck(db, lease, 'The check stopped before this was requested.')
  await runLeasedJob(db, claimed, run, {
    maxAttempts,
    isPermanent: () => false,
    async run(signal) {
      while (!signal.aborted && (await askNext({ db, providers }, lease, signal)));
    },
    save: finish,
    fail: finish,
    retry: (plan) => retryLater(db, queue, 'check-template', lease, plan),
  })
}

/** False if nothing is pending. */
async function askNext({ db, providers }: Needs, lease: Lease, signal: AbortSignal) {
  const next = await nextPendingAnswer(db, lease)
  if (!next) return false
  const result =
    (next.isAgainst && (await reusableResult({ db, providers }, next))) || (await asked())
  await saveAnswerResult(db, lease, next.id, result)
  return true

  async function asked() {
    const prompt = await promptOf(db, next as PendingAnswer)
    const answer = askProvider(() => providers.active('ai_analysis'), prompt, { signal })
    return resultOf(next as PendingAnswer, await abortable(answer, signal))
  }
}

/** A recent answer of the active version is reused. */
async function reusableResult(
  { db, providers }: Needs,
  next: PendingAnswer,
): Promise<AnswerResult | undefined> {
  const provider = await providers.active('ai_analysis').catch(() => undefined)
  const earlier = provider && (await findReusableAnswer(db, next, provider.provider))
  return earlier && { ...earlier, isEarlier: true }
}

/** Without a session, placeholders other than the transcript are N/A. */
async function promptOf(db: Db, { type, transcript, ...prompts }: PendingAnswer) {
  const { prompt } = renderWithValues(type, prompts, {
    audioTranscript: transcript,
    sessionTranscript: transcript,
    transcribedTextRaw: transcript,
  })
  if (type !== 'metric_extraction') return prompt
  // All metrics with source transcription.
  const metrics = await metricsInput(db, await listRequestedMetrics(db, null))
  return { ...prompt, input: { ...prompt.input, ...metrics } }
}

function resultOf(
  next: PendingAnswer,
  { outcome, provider, executionTimeMs }: ProviderAnswer,
): AnswerResult {
  const common = { provider, executionTimeMs, isEarlier: false, askedAt: new Date().toISOString() }
  if ('thrown' in outcome)
    return {
      ...common,
      outcome: 'unanswered',
      failures: [outcome.sentence],
      answer: null,
      model: null,
      tokensUsed: null,
    }
  const failures = findFailures(outcome.text, next)
  return {
    ...common,
    outcome: failures.length ? 'failed' : 'passed',
    failures: failures.slice(0, maxFailures),
    answer: outcome.text.slice(0, maxAnswerCharacters).toWellFormed(),
    model: shortName(outcome.model),
    tokensUsed: outcome.tokensUsed,
  }
}

const maxFailures = 20
