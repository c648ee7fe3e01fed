import type {
  TranscribeOptions,
  Transcriber,
  Transcript,
} from '../providers/transcription/transcriber.ts'
import { spoken } from './fake-transcriber.ts'

type Call = TranscribeOptions & {
  path: string
  succeed: (transcript?: Partial<Transcript>) => void
  fail: (error: Error) => void
}

/** A speech engine controlled by the test: `next` resolves with the next call, which the test completes. */
export function ledTranscriber({ isDeaf = false, maxConcurrent = 1 } = {}) {
  const waiting: Call[] = []
  const takers: ((call: Call) => void)[] = []
  const transcriber: Transcriber = {
    maxConcurrent,
    begin: (path, options) =>
      new Promise((resolve, reject) => {
        if (!isDeaf)
          options.signal.addEventListener('abort', () => reject(options.signal.reason as Error))
        const call: Call = {
          ...options,
          path,
          succeed: (transcript) => resolve({ transcript: { ...spoken, ...transcript } }),
          fail: reject,
        }
        const taker = takers.shift()
        if (taker) taker(call)
        else waiting.push(call)
      }),
  }
  return {
    transcriber,
    next: () =>
      new Promise<Call>((resolve) => {
        const call = waiting.shift()
        if (call) resolve(call)
        else takers.push(resolve)
      }),
    /** Calls not yet returned by `next`. */
    waiting,
  }
}
