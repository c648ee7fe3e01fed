import { Worker } from 'node:worker_threads'
import type { TemplateType } from '#contract/prompts.ts'
import { Rejected } from '../../work/failures.ts'
import { orAborted } from '../../work/or-aborted.ts'
import { turns } from '../../work/turns.ts'
import type { Llm } from './llm.ts'
import { preparationOf } from './preparation.ts'

const thread = new URL('./conversation-thread.ts', import.meta.url)
/** A transcript of two megabytes takes a third of it. */
const memoryMebi = 512
const inTurn = turns({
  atOnce: 2,
  mostWaiting: 100,
  busy: 'Too many transcripts are being processed. Please try again in a moment.',
})

/** What rules do not answer, and what would. */
const needsModel: Partial<Record<TemplateType, string>> = {
  metric_extraction:
    'Metric extraction needs a language model. Please configure one in System Settings: OpenAI, Anthropic, or an OpenAI-compatible server of your own.',
  burnout_assessment:
    'A burnout assessment needs a questionnaire that the client answers, or a language model. Please configure one in System Settings: OpenAI, Anthropic, or an OpenAI-compatible server of your own.',
}

/** Needs no service: by rules a raw transcript becomes a readable conversation, and a plan the preparation of a session. */
export const builtInLlm: Llm = {
  async complete({ type, input }, signal) {
    const reason = needsModel[type]
    if (reason) throw new Rejected('needs-model', reason)
    if (type === 'session_preparation') return { text: preparationOf(input), tokensUsed: null }
    const text = await inTurn(() => inThread(input['audioTranscript'] ?? '', signal), signal)
    return { text, tokensUsed: null }
  },
}

/** Off the event loop: two megabytes take seconds, in which nobody else would be answered. An abort ends it at once. */
async function inThread(transcript: string, signal: AbortSignal) {
  const worker = new Worker(thread, {
    workerData: transcript,
    resourceLimits: { maxOldGenerationSizeMb: memoryMebi },
  })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', (code) => reject(new Error(`The thread ended (${code}).`)))
  try {
    return await orAborted(promise, signal)
  } finally {
    await worker.terminate()
  }
}
