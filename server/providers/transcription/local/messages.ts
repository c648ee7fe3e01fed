import type { Transcript } from '../transcriber.ts'
import type { AudioAnalysis } from './sound/analyze-recording.ts'

type File = {
  path: string
  modelsDir: string
  /** Found out unless told. */
  voices: number | undefined
}

/** What the worker process does, and what comes of it. */
export type WorkerTasks = {
  transcribe: {
    /** `isEnglish`: somebody said so. */
    job: File & { threads: number; hasVosk: boolean; isEnglish: boolean }
    result: Transcript
  }
  listen: { job: File & { hasVoices: boolean; atMost: number }; result: AudioAnalysis }
}
export type WorkerTask = keyof WorkerTasks

/** To the worker process, once. */
export type Job = { [W in WorkerTask]: { work: W } & WorkerTasks[W]['job'] }[WorkerTask]

/** From the worker process. It dies without a message when something unforeseen happens. */
export type Report =
  | { type: 'progress'; progress: number }
  | { type: 'done'; result: WorkerTasks[WorkerTask]['result'] }
  | { type: 'rejected'; reason: string; message: string }
  | { type: 'unavailable'; message: string }
