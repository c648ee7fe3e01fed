import type { Transcript } from '../transcriber.ts'
import type { AudioAnalysis } from './sound/analyze-recording.ts'

type File = {
  path: string
  modelsDir: string
  /** Number of speakers; detected if undefined. */
  speakers: number | undefined
}

/** The tasks of the worker process. */
export type WorkerTasks = {
  transcribe: {
    /** `isEnglish`: a user chose English as the language. */
    job: File & { threads: number; hasVosk: boolean; isEnglish: boolean }
    result: Transcript
  }
  listen: { job: File & { hasVoices: boolean; atMost: number }; result: AudioAnalysis }
}
export type WorkerTask = keyof WorkerTasks

/** Sent once to the worker process. */
export type Job = { [W in WorkerTask]: { work: W } & WorkerTasks[W]['job'] }[WorkerTask]

/** Sent by the worker process. On unexpected errors it exits without a final report. */
export type Report =
  | { type: 'progress'; progress: number }
  | { type: 'done'; result: WorkerTasks[WorkerTask]['result'] }
  | { type: 'rejected'; reason: string; message: string }
  | { type: 'unavailable'; message: string }
