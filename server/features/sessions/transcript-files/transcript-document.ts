import { parseTurns } from '#contract/rules/conversation-turns.ts'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import { oneLine } from '#contract/rules/words.ts'
import { parseLines } from '../../../providers/transcript/transcript-text.ts'

/** `start` and `end` in seconds, if known. */
export type DocumentLine = {
  speaker: string | null
  start: number | null
  end: number | null
  text: string
}

export type TranscriptDocument = {
  title: string
  /** "Weekly coaching · Nov 21, 2026 · Week 3", without names. */
  about: string
  /** What made the text, and who checked it; null: people wrote it, or it is a transcript. */
  origin: { sentence: string; isByModel: boolean } | null
  lines: DocumentLine[]
  /** Shown if there are no lines. */
  ifEmpty: string
}

/** From the segments, or parsed from the text if there are none. */
export const linesOfRaw = (text: string, segments: readonly Segment[]): DocumentLine[] =>
  segments.length
    ? segments.map(({ speaker, start, end, text: said }) => ({
        ...{ speaker, start, end },
        text: oneLine(said),
      }))
    : parseLines(text).map((it) => ({ ...it, end: null }))

/** Paragraphs of a conversation; the first of each turn has the speaker. */
export const linesOfConversation = (text: string, segments: readonly Segment[]): DocumentLine[] =>
  parseTurns(text, segments).flatMap((turn) =>
    turn.text
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line, index) => ({
        speaker: index === 0 ? turn.speaker : null,
        ...{ start: null, end: null, text: line },
      })),
  )

/** IPTC NewsCodes: content that a trained model made. */
export const digitalSourceType =
  'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
