import type { Language } from '#contract/transcription-hints.ts'
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

export type Hints = {
  /** Detected where it is undefined. */
  language?: Language | undefined
  /** Names and terms that may be mentioned. */
  terms?: readonly string[] | undefined
}

export type TranscribeOptions = Hints & {
  /** Number of speakers; detected where it is undefined. */
  speakers?: number | undefined
  /** The same for every attempt. */
  reference: string
  /** For the outbound log. */
  sessionId: string
  /** From 0 to 1, never falling; `note`: what it waits for. */
  onProgress: (progress: number, note: string | null) => void
  /**
   * Called before anything is stored at the service under this id, so that it can be deleted there even after a crash.
   * Throws where another worker has the transcription.
   */
  recordExternalId: (externalId: string) => Promise<void>
  signal: AbortSignal
}

/** An external job, to be polled after so many milliseconds or when the service calls back. */
type ExternalJob = { externalId: string; askAgainMs: number }
/** `progress` from 0 to 1; null where it is unknown. */
type InProgress = { progress: number | null; askAgainMs: number }

/** Speech to text with speakers. Throws Rejected or Unavailable. */
export interface Transcriber {
  /** Recordings that one process starts at a time, without external jobs. */
  readonly maxConcurrent: number
  begin(path: string, options: TranscribeOptions): Promise<{ transcript: Transcript } | ExternalJob>
  /** Polls an external job. Throws NotFound where the service does not know it. */
  collect?(
    externalId: string,
    options: Pick<TranscribeOptions, 'sessionId' | 'signal'>,
  ): Promise<{ transcript: Transcript } | InProgress>
  /** Deletes what the service has stored of a job. Idempotent. */
  forget?(externalId: string, signal: AbortSignal): Promise<void>
  /** Signs the service's webhook calls. */
  readonly callSecret?: string | undefined
}
