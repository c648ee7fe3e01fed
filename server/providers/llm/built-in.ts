import { Worker } from 'node:worker_threads'
import { Rejected } from '../../work/failures.ts'
import { orAborted } from '../../work/or-aborted.ts'
import { turns } from '../../work/turns.ts'
import type { Llm } from './llm.ts'

const thread = new URL('./conversation-thread.ts', import.meta.url)
/** A transcript of two megabytes takes a third of it. */
const memoryMebi = 512
const inTurn = turns({
  atOnce: 2,
  mostWaiting: 100,
  busy: 'Too many transcripts are being processed. Please try again in a moment.',
})

/** Needs no service: turns a raw transcript into a readable conversation by rules. Nothing but diarization. */
export const builtInLlm: Llm = {
  async complete({ type, input }, signal) {
    if (type !== 'diarization')
      throw new Rejected(
        'needs-model',
        'This needs an AI provider. Please configure one in System Settings.',
      )
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
