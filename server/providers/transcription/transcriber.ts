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

/** What is known of a recording beforehand. */
export type Hints = {
  /** What is spoken; found out by the service where it is not told. */
  language?: Language | undefined
  /** Names and terms that may be said. */
  terms?: readonly string[] | undefined
}

export type TranscribeOptions = Hints & {
  /** Number of voices, 1 to `maxVoices`; found out unless told. */
  voices?: number | undefined
  /** Names the work: the same one again where it is begun again, because nobody knows whether it had been. */
  reference: string
  /** Whose words it is about: it stands in the record of what left. */
  sessionId: string
  /** Called at most twice a second: 0 to 1, never falling, and what is being waited for, if anything. */
  onProgress: (progress: number, note: string | null) => void
  /**
   * Called before anything of the work is kept elsewhere under this name: from then on it is removed there however the work
   * ends, also where this process is killed. Throws where the work is in other hands by now.
   */
  recordExternalId: (externalId: string) => Promise<void>
  signal: AbortSignal
}

/** The work goes on elsewhere under this name; it is to be asked for after so many milliseconds, or when it calls back. */
type Elsewhere = { externalId: string; askAgainMs: number }
/** It is not done yet. `progress` 0 to 1; null where nobody knows. */
type Underway = { progress: number | null; askAgainMs: number }

/**
 * Speech to text with speakers: at once, or elsewhere, and then it is asked for until it is done. Throws Rejected (this
 * recording cannot be transcribed) or Unavailable (try again).
 */
export interface Transcriber {
  /** How many recordings one process begins with it at a time. What goes on elsewhere takes no place here. */
  readonly maxConcurrent: number
  begin(path: string, options: TranscribeOptions): Promise<{ transcript: Transcript } | Elsewhere>
  /** Of those whose work goes on elsewhere. Throws NotFound where nothing is known of it there. */
  collect?(
    externalId: string,
    asked: Pick<TranscribeOptions, 'sessionId' | 'signal'>,
  ): Promise<{ transcript: Transcript } | Underway>
  /** What it keeps of work that was begun there is of no use any more: harmless to call again, and for what is not there. */
  forget?(externalId: string, signal: AbortSignal): Promise<void>
  /** What its calls are signed with, where it calls back. */
  readonly callSecret?: string | undefined
}
