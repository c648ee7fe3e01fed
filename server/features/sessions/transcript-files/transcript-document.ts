import { turnsOf } from '#contract/conversation-turns.ts'
import type { Segment } from '#contract/transcriptions.ts'
import { oneLine } from '#contract/words.ts'
import { linesOf } from '../../../providers/transcript/transcript-text.ts'

/** `start` and `end` in seconds, where they are known. */
export type DocumentLine = {
  speaker: string | null
  start: number | null
  end: number | null
  text: string
}

/** A transcript as a file shows it, whatever its format. */
export type TranscriptDocument = {
  title: string
  /** What it is of: "Weekly coaching · Nov 21, 2026 · Week 3". It names nobody. */
  about: string
  lines: DocumentLine[]
  /** Stands in the place of the lines where there are none. */
  ifEmpty: string
}

/** The lines of a raw transcript: as data where it is kept as such, else as far as its text says them. */
export const linesOfRaw = (text: string, segments: readonly Segment[]): DocumentLine[] =>
  segments.length
    ? segments.map(({ speaker, start, end, text: said }) => ({
        ...{ speaker, start, end },
        text: oneLine(said),
      }))
    : linesOf(text).map((it) => ({ ...it, end: null }))

/** A conversation paragraph by paragraph: with the speakers that the screen shows, each where a turn begins. */
export const linesOfConversation = (text: string, segments: readonly Segment[]): DocumentLine[] =>
  turnsOf(text, segments).flatMap((turn) =>
    turn.text
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line, index) => ({
        speaker: index === 0 ? turn.speaker : null,
        ...{ start: null, end: null, text: line },
      })),
  )

/**
 * Characters that no XML 1.0 can hold, and that a page of paper has no place for.
 */
const unprintable = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu
export const printable = (text: string) => text.replaceAll(unprintable, '')
