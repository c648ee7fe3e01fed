import { z } from 'zod'
import { maxAnswerCharacters } from '#contract/prompts/template-checks.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import { type ProviderAnswer, askProvider } from '../run/ask-provider.ts'
import {
  findReusableAnswer,
  finishCheck,
  findPendingAnswer,
  type AnswerResult,
  saveAnswerResult,
  type PendingAnswer,
} from './check-template.queries.ts'
import { findFailures } from './judge-answer.ts'
import { shortName } from '../run/log-execution.ts'
import {
  listRequestedMetrics,
  metricsInput,
} from '../../analysis/evidence/requested-metrics.queries.ts'
import { renderWithValues } from '../run/render-prompt.ts'

declare module '../../../platform/jobs/job.ts' {
  interface JobPayloads {
    'check-template': { id: string }
  }
}

type Needs = Pick<Deps, 'db' | 'providers'>

/** Requests one pending answer and judges it, then queues itself behind other work of the provider. */
export const checkTemplate = defineJob({
  name: 'check-template',
  payload: z.object({ id: z.uuid() }),
  queue: 'outside',
  group: 'analysis',
  attempts: 10,
  isPermanent: () => false,
  async run(deps, { id }, job) {
    const next = await findPendingAnswer(deps.db, id)
    if (!next)
      return inTransaction(deps.db, async (tx) => {
        await job.finish(tx)
        await finishCheck(tx, id)
      })
    const result =
      (next.isAgainst && (await reuseAnswer(deps, next))) || (await ask(deps, next, job.signal))
    return inTransaction(deps.db, async (tx) => {
      await job.runAgain(tx, 0)
      await saveAnswerResult(tx, next.id, result)
    })
  },
  failed: (tx, { id }) => finishCheck(tx, id),
})

async function ask({ db, providers }: Needs, next: PendingAnswer, signal: AbortSignal) {
  const prompt = await promptOf(db, next)
  const answer = await askProvider(() => providers.active('ai_analysis'), prompt, { signal })
  return resultOf(next, answer)
}

/** A recent answer of the active version is reused. */
async function reuseAnswer(
  { db, providers }: Needs,
  next: PendingAnswer,
): Promise<AnswerResult | undefined> {
  const provider = await providers.findActive('ai_analysis')
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
