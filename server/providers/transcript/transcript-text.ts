import { formatRawTime } from '#contract/rules/recording-time.ts'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import { oneLine } from '#contract/rules/words.ts'

/** A line of a raw transcript. */
export type Line = { start: number | null; speaker: string | null; text: string }

/** One line per segment: `[00:01:23] Speaker 1: text`. */
export const formatRawText = (segments: readonly Pick<Segment, 'start' | 'speaker' | 'text'>[]) =>
  segments
    .map((it) => ({ ...it, text: oneLine(it.text) }))
    .filter(({ text }) => text !== '')
    .map(({ start, speaker, text }) => `[${formatRawTime(start)}] ${oneLine(speaker)}: ${text}`)
    .join('\n')

/** The two columns that store a transcript. */
export const toTranscriptColumns = (segments: readonly Segment[]) => ({
  segments: JSON.stringify(segments),
  transcribedTextRaw: formatRawText(segments),
})

const lineFormat = /^\[(\d{2,}):([0-5]\d):([0-5]\d)\] ([^:]{1,100}): (.+)$/

/** Lines in another format have no time and no speaker. */
export const parseLines = (text: string): Line[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, hours, minutes, seconds, speaker, said] = lineFormat.exec(line) ?? []
      if (speaker === undefined || said === undefined)
        return { start: null, speaker: null, text: line }
      return {
        start: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
        speaker,
        text: said,
      }
    })
