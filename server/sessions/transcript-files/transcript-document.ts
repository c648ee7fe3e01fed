import type { Segment } from '#contract/transcriptions.ts'
import { linesOf } from '../../providers/transcript/transcript-text.ts'

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

const turn = /^([^:\n]{1,80}): +(\S.*)$/su

/** A conversation line by line, as somebody wrote it: who speaks where a line begins with a name. */
export const linesOfConversation = (text: string): DocumentLine[] =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, speaker = null, said = line] = turn.exec(line) ?? []
      return { speaker, start: null, end: null, text: said }
    })

/** '0:01:05', as files write a time. */
export function clock(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds))
  return [
    Math.floor(whole / 3600),
    ...[Math.floor(whole / 60) % 60, whole % 60].map(twoDigits),
  ].join(':')
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/**
 * Characters that no XML 1.0 can hold, and that a page of paper has no place for.
 */
const unprintable = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu
export const printable = (text: string) => text.replaceAll(unprintable, '')
