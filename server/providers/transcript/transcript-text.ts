import { formatRawTime } from '#contract/recording-time.ts'
import type { Segment } from '#contract/transcriptions.ts'
import { oneLine } from '#contract/words.ts'

/** One line of a raw transcript; without `speaker` and `start` where the text does not say them. */
export type Line = { start: number | null; speaker: string | null; text: string }

/**
 * The raw transcript as text, one line per segment: `[00:01:23] Speaker 1: text`. Times are HH:MM:SS, cut to whole
 * seconds. White space inside a segment becomes one space, so that a segment is always one line.
 */
export const rawTextOf = (segments: readonly Pick<Segment, 'start' | 'speaker' | 'text'>[]) =>
  segments
    .map((it) => ({ ...it, text: oneLine(it.text) }))
    .filter(({ text }) => text !== '')
    .map(({ start, speaker, text }) => `[${formatRawTime(start)}] ${oneLine(speaker)}: ${text}`)
    .join('\n')

/** Both forms in which a session keeps its raw transcript: nothing else writes either. */
export const transcriptOf = (segments: readonly Segment[]) => ({
  segments: JSON.stringify(segments),
  transcribedTextRaw: rawTextOf(segments),
})

const lineFormat = /^\[(\d{2,}):([0-5]\d):([0-5]\d)\] ([^:]{1,100}): (.+)$/

/** The lines of a raw transcript. Text that is in no such format comes back as it is, one unnamed line for each. */
export const linesOf = (text: string): Line[] =>
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
