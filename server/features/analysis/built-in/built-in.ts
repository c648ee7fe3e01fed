import { Worker } from 'node:worker_threads'
import type { TemplateType } from '#contract/prompts/prompts.ts'
import { Rejected } from '../../../platform/jobs/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { limitConcurrency } from '../../../platform/jobs/limit-concurrency.ts'
import type { Testable } from '../../../providers/provider.ts'
import type { Llm, Prompt } from '../../../providers/llm/llm.ts'
import { formatPreparation } from './preparation.ts'

export type ThreadInput = {
  type: TemplateType
  audioTranscript: string
  metrics: string
  otherMetrics: string
}

const thread = new URL('./thread.ts', import.meta.url)
/** A transcript of two megabytes uses a third of it. */
const threadMemoryMb = 512
const inTurn = limitConcurrency({
  maxConcurrent: 2,
  maxQueued: 100,
  busyMessage: 'Too many transcripts are being processed. Please try again in a moment.',
})

const needsModel: Partial<Record<TemplateType, string>> = {
  burnout_assessment:
    'A burnout assessment needs a questionnaire that the client answers, or a language model. An administrator connects one in System Settings: OpenAI, Anthropic, or an OpenAI-compatible server of your own.',
}

const testTranscript =
  '[00:00:00] Speaker 1: How was your week?\n[00:00:04] Speaker 2: Better than the one before.'

/** Rule-based, without a service: conversations, metrics stated as numbers, and preparations. */
export const builtInLlm: Llm & Testable = {
  needsElse: needsModel,
  isByRules: true,
  async complete({ type, input }, signal) {
    const reason = needsModel[type]
    if (reason) throw new Rejected('needs-model', reason)
    if (type === 'session_preparation') return { text: formatPreparation(input), tokensUsed: null }
    return { text: await inTurn(() => runThread(type, input, signal), signal), tokensUsed: null }
  },
  async test(signal) {
    const input = { audioTranscript: testTranscript }
    const prompt: Prompt = { type: 'diarization', system: '', user: '', sessionId: null, input }
    await builtInLlm.complete(prompt, signal)
    return 'A transcript of two lines was turned into a conversation on this machine.'
  },
}

/** Runs in a thread because a transcript of two megabytes takes seconds. An abort ends the thread. */
async function runThread(
  type: TemplateType,
  { audioTranscript = '', metrics = '[]', otherMetrics = '[]' }: Prompt['input'],
  signal: AbortSignal,
) {
  const worker = new Worker(thread, {
    workerData: { type, audioTranscript, metrics, otherMetrics } satisfies ThreadInput,
    resourceLimits: { maxOldGenerationSizeMb: threadMemoryMb },
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
