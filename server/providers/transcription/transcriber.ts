import type { Segment, TranscriptionWarning } from '#contract/transcriptions.ts'

export type Transcript = {
  engine: string
  /** ISO 639-1. */
  language: string
  /** Seconds of audio. */
  duration: number
  segments: Segment[]
  warnings: TranscriptionWarning[]
}

export type TranscribeOptions = {
  /** Number of voices, 1 to `maxVoices`; found out unless told. */
  voices?: number | undefined
  /** Called at most twice a second: 0 to 1, never falling, and what is being waited for, if anything. */
  onProgress: (progress: number, note: string | null) => void
  signal: AbortSignal
}

/** Speech to text with speakers. Throws Rejected (this recording cannot be transcribed) or Unavailable (try again). */
export interface Transcriber {
  transcribe(path: string, options: TranscribeOptions): Promise<Transcript>
}
