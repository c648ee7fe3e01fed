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

/** A speech engine that the test leads: `next` gives the next call, which then ends as the test says. */
export function ledTranscriber({ isDeaf = false, maxConcurrent = 1 } = {}) {
  const waiting: Call[] = []
  const asked: ((call: Call) => void)[] = []
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
        const ask = asked.shift()
        if (ask) ask(call)
        else waiting.push(call)
      }),
  }
  return {
    transcriber,
    next: () =>
      new Promise<Call>((resolve) => {
        const call = waiting.shift()
        if (call) resolve(call)
        else asked.push(resolve)
      }),
    /** Calls that nobody has asked for yet. */
    waiting,
  }
}
