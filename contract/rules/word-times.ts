import { commonWords } from './common-words.ts'
import type { Spoken } from './conversation-turns.ts'
import { timedWords } from './align-edited-words.ts'
import type { Segment } from '../transcriptions/transcriptions.ts'
import { normalizeLetters, tokenize } from './words.ts'

const unknownTime: Spoken = { start: null, end: null }

/** Times of each word of consecutive texts; null where the raw transcript does not have the word. */
export function wordTimes(texts: readonly string[], segments: readonly Segment[]): Spoken[][] {
  const words = segments.flatMap(timedWords)
  const tokens = texts.map((text) => tokenize(text).map(normalizeLetters))
  const at = new Map(
    commonWords(
      words.map(({ word }) => normalizeLetters(word)),
      tokens.flat(),
    ).map(([index, place]) => [place, index]),
  )
  let place = 0
  return tokens.map((of) =>
    of.map(() => {
      const word = words[at.get(place++) ?? -1]
      return word ? { start: word.start, end: word.end } : unknownTime
    }),
  )
}
