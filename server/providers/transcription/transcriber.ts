import type { Language } from '#contract/transcriptions/transcription-hints.ts'
import type { Segment, TranscriptionWarning } from '#contract/transcriptions/transcriptions.ts'

export type Transcript = {
  engine: string
  /** ISO 639-1. */
  language: string
  /** Duration of the audio in seconds. */
  duration: number
  segments: Segment[]
  warnings: TranscriptionWarning[]
}

export type Hints = {
  /** Detected if undefined. */
  language?: Language | undefined
  /** Names and terms that may be mentioned. */
  terms?: readonly string[] | undefined
}

export type TranscribeOptions = Hints & {
  /** Number of speakers; detected if undefined. */
  speakers?: number | undefined
  /** Identifies the transcription; the same for every attempt. */
  reference: string
  /** For the outbound log. */
  sessionId: string
  /** `progress`: from 0 to 1, never decreasing; `note`: what it is waiting for. */
  onProgress: (progress: number, note: string | null) => void
  /**
   * Called before the service stores anything under this id, so that it can be deleted there even after a crash. Throws if
   * another worker has claimed the transcription.
   */
  recordExternalId: (externalId: string) => Promise<void>
  signal: AbortSignal
}

/** An external job, to poll after `askAgainMs` or when the service calls the webhook. */
type ExternalJob = { externalId: string; askAgainMs: number }
/** `progress` from 0 to 1; null if unknown. */
type InProgress = { progress: number | null; askAgainMs: number }

/** Speech to text with speakers. Throws Rejected or Unavailable. */
export interface Transcriber {
  /** Recordings that one process transcribes concurrently, not counting external jobs. */
  readonly maxConcurrent: number
  begin(path: string, options: TranscribeOptions): Promise<{ transcript: Transcript } | ExternalJob>
  /** Polls an external job. Throws NotFound if the service does not know it. */
  collect?(
    externalId: string,
    options: Pick<TranscribeOptions, 'sessionId' | 'signal'>,
  ): Promise<{ transcript: Transcript } | InProgress>
  /** Deletes everything that the service stores for a job. Idempotent. */
  forget?(externalId: string, signal: AbortSignal): Promise<void>
  /** The secret with which the service signs webhook calls. */
  readonly callSecret?: string | undefined
}
