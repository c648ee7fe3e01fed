import { oneLine } from '#contract/words.ts'
import { sentencesOf } from '../../transcript/sentences.ts'

/** What a service heard: a word, or a sentence or more where it does not say when which word was said. Seconds. */
export type Spoken = {
  start: number
  end: number
  text: string
  isWord: boolean
  /** 0 to 1; null where the service does not say. */
  conf: number | null
  /** By the service's own name, which holds for one call. */
  label?: string | undefined
}

/** As it lies in the recording: in order, of no less than no length, and within the piece that was sent. */
export function placeInRecording(
  spoken: readonly Spoken[],
  piece: { start: number; end: number },
): Spoken[] {
  let before = piece.start
  return spoken
    .map((it) => ({ ...it, text: oneLine(it.text.toWellFormed().replaceAll('\0', '')) }))
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => a.start - b.start)
    .map((it) => {
      const start = within(before, piece.start + it.start, piece.end)
      before = start
      return { ...it, start, end: within(start, piece.start + it.end, piece.end) }
    })
}

/** Each sentence by itself, at about the time at which it was said: as long as its letters are of all. */
export const splitSentences = (spoken: readonly Spoken[]): Spoken[] =>
  spoken.flatMap((it) => {
    const sentences = it.isWord ? [it.text] : sentencesOf(it.text)
    const letters = sentences.reduce((sum, { length }) => sum + length, 0)
    let start = it.start
    return sentences.map((text) => {
      const end = Math.min(it.end, start + ((it.end - it.start) * text.length) / letters)
      const sentence = { ...it, text, start, end }
      start = end
      return sentence
    })
  })

const within = (least: number, value: number, most: number) =>
  hundredths(Math.min(Math.max(least, value), Math.max(least, most)))
const hundredths = (seconds: number) => Math.round(seconds * 100) / 100
