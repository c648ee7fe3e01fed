import type { Transcript } from '../transcriber.ts'
import type { AudioAnalysis } from './sound/analyze-recording.ts'

type File = {
  path: string
  modelsDir: string
  /** Detected where it is undefined. */
  speakers: number | undefined
}

/** The tasks of the worker process. */
export type WorkerTasks = {
  transcribe: {
    /** `isEnglish`: chosen by a user. */
    job: File & { threads: number; hasVosk: boolean; isEnglish: boolean }
    result: Transcript
  }
  listen: { job: File & { hasVoices: boolean; atMost: number }; result: AudioAnalysis }
}
export type WorkerTask = keyof WorkerTasks

/** Sent to the worker process once. */
export type Job = { [W in WorkerTask]: { work: W } & WorkerTasks[W]['job'] }[WorkerTask]

/** Sent by the worker process. It exits without one on unexpected errors. */
export type Report =
  | { type: 'progress'; progress: number }
  | { type: 'done'; result: WorkerTasks[WorkerTask]['result'] }
  | { type: 'rejected'; reason: string; message: string }
  | { type: 'unavailable'; message: string }
