import { oneLine } from '#contract/rules/words.ts'
import { toSentences } from '../../transcript/sentences.ts'

/** A word, or a longer text if the service returns no word times. In seconds. */
export type Spoken = {
  start: number
  end: number
  text: string
  isWord: boolean
  /** 0 to 1; null if unknown. */
  conf: number | null
  /** The speaker label of the service, unique within one call. */
  label?: string | undefined
}

/** Converts times within a chunk to times in the recording, in order and within the chunk. */
export function placeInRecording(
  spoken: readonly Spoken[],
  chunk: { start: number; end: number },
): Spoken[] {
  let before = chunk.start
  return spoken
    .map((it) => ({ ...it, text: oneLine(it.text.toWellFormed().replaceAll('\0', '')) }))
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => a.start - b.start)
    .map((it) => {
      const start = within(before, chunk.start + it.start, chunk.end)
      before = start
      return { ...it, start, end: within(start, chunk.start + it.end, chunk.end) }
    })
}

/** Splits texts into sentences with times in proportion to their length. */
export const splitSentences = (spoken: readonly Spoken[]): Spoken[] =>
  spoken.flatMap((it) => {
    const sentences = it.isWord ? [it.text] : toSentences(it.text)
    const letters = sentences.reduce((sum, { length }) => sum + length, 0)
    let start = it.start
    return sentences.map((text) => {
      const end = Math.min(it.end, start + ((it.end - it.start) * text.length) / letters)
      const sentence = { ...it, text, start, end }
      start = end
      return sentence
    })
  })

const within = (min: number, value: number, max: number) =>
  Math.round(100 * Math.min(Math.max(min, value), Math.max(min, max))) / 100
