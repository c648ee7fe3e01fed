import { Worker } from 'node:worker_threads'
import type { TemplateType } from '#contract/prompts.ts'
import { Rejected } from '../../../platform/jobs/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { limitConcurrency } from '../../../platform/jobs/limit-concurrency.ts'
import type { Testable } from '../../adapter.ts'
import type { Llm, Prompt } from '../llm.ts'
import { formatPreparation } from './preparation.ts'
import { testRules } from '../test-rules.ts'

/** What a thread is given. */
export type ThreadInput = { audioTranscript: string; metrics: string; otherMetrics: string }

const threads = {
  conversation: new URL('./conversation-thread.ts', import.meta.url),
  numbers: new URL('./numbers-thread.ts', import.meta.url),
}
/** A transcript of two megabytes takes a third of it. */
const memoryMebi = 512
const inTurn = limitConcurrency({
  maxConcurrent: 2,
  maxQueued: 100,
  busyMessage: 'Too many transcripts are being processed. Please try again in a moment.',
})

/** What rules do not answer, and what would. */
const needsModel: Partial<Record<TemplateType, string>> = {
  burnout_assessment:
    'A burnout assessment needs a questionnaire that the client answers, or a language model. An administrator connects one in System Settings: OpenAI, Anthropic, or an OpenAI-compatible server of your own.',
}

/**
 * Needs no service: by rules a raw transcript becomes a readable conversation, what was said in numbers the values of
 * metrics, and a plan the preparation of a session.
 */
export const builtInLlm: Llm & Testable = {
  test: (signal) => testRules(builtInLlm, signal),
  needsElse: needsModel,
  isByRules: true,
  async complete({ type, input }, signal) {
    const reason = needsModel[type]
    if (reason) throw new Rejected('needs-model', reason)
    if (type === 'session_preparation') return { text: formatPreparation(input), tokensUsed: null }
    const thread = type === 'metric_extraction' ? threads.numbers : threads.conversation
    const text = await inTurn(() => inThread(thread, input, signal), signal)
    return { text, tokensUsed: null }
  },
}

/** Off the event loop: two megabytes take seconds, in which nobody else would be answered. An abort ends it at once. */
async function inThread(
  thread: URL,
  { audioTranscript = '', metrics = '[]', otherMetrics = '[]' }: Prompt['input'],
  signal: AbortSignal,
) {
  const worker = new Worker(thread, {
    workerData: { audioTranscript, metrics, otherMetrics } satisfies ThreadInput,
    resourceLimits: { maxOldGenerationSizeMb: memoryMebi },
  })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', (code) => reject(new Error(`The thread ended (${code}).`)))
  try {
    return await abortable(promise, signal)
  } finally {
    await worker.terminate()
  }
}
