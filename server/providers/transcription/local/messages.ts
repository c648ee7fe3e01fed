import type { Transcript } from '../transcriber.ts'
import type { Listened } from './listen.ts'

type File = {
  path: string
  modelsDir: string
  /** Found out unless told. */
  voices: number | undefined
}

/** What the worker process does, and what comes of it. */
export type Works = {
  transcribe: {
    /** `isEnglish`: somebody said so. */
    job: File & { threads: number; hasVosk: boolean; isEnglish: boolean }
    result: Transcript
  }
  listen: { job: File & { hasVoices: boolean; atMost: number }; result: Listened }
}
export type Work = keyof Works

/** To the worker process, once. */
export type Job = { [W in Work]: { work: W } & Works[W]['job'] }[Work]

/** From the worker process. It dies without a message when something unforeseen happens. */
export type Report =
  | { type: 'progress'; progress: number }
  | { type: 'done'; result: Works[Work]['result'] }
  | { type: 'rejected'; reason: string; message: string }
  | { type: 'unavailable'; message: string }
