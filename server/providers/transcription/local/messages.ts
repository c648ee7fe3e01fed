import type { Transcript } from '../transcriber.ts'

/** To the worker process, once. */
export type Job = {
  path: string
  modelsDir: string
  /** Found out unless told. */
  voices: number | undefined
  threads: number
}

/** From the worker process. It dies without a message when something unforeseen happens. */
export type Report =
  | { type: 'progress'; progress: number }
  | { type: 'done'; transcript: Transcript }
  | { type: 'rejected'; reason: string; message: string }
  | { type: 'unavailable'; message: string }
