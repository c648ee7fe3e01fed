import type { Segment } from '../transcriptions/transcriptions.ts'
import { normalizeLetters, tokenize } from './words.ts'
import { commonWords } from './common-words.ts'
import type { Spoken } from './conversation-turns.ts'

export type Word = NonNullable<Segment['words']>[number]
type Span = { start: number; end: number }

/** Minimum duration of a word, where there is room. */
const minWordSeconds = 0.02

/**
 * The words of a line whose text was edited. Unchanged words keep their times, ignoring case and punctuation. New words
 * share the gap between their neighbours, or the ends of the line, by their letters. Without a gap they overlap
 * both neighbours, so that every word has a length, and starts and ends are in order.
 */
export function alignEditedWords(words: readonly Word[], text: string, line: Span): Word[] {
  const tokens = tokenize(text)
  const pairs = commonWords(
    words.map(({ word }) => normalizeLetters(word)),
    tokens.map(normalizeLetters),
  )
  const fitted: Word[] = []
  for (const [index, at] of [...pairs, [words.length, tokens.length] as const]) {
    const kept = words[index]
    if (fitted.length < at)
      fitted.push(...spread(tokens.slice(fitted.length, at), fitted.at(-1), kept, line))
    const token = tokens[at]
    if (kept && token !== undefined)
      fitted.push(kept.word === token ? kept : { ...kept, word: token })
  }
  return fitted
}

function spread(tokens: string[], before: Word | undefined, after: Word | undefined, line: Span) {
  const room = { start: before?.end ?? line.start, end: after?.start ?? line.end }
  const isRoomy = room.end - room.start >= minWordSeconds * tokens.length
  // Without a gap, starts are spread between the starts of the neighbours, and ends between their ends.
  const first = isRoomy ? at(room.start) : (before ?? at(line.start))
  const last = isRoomy ? at(room.end) : (after ?? at(line.end))
  const shares = getShares(tokens, isRoomy ? 0 : 1)
  const times = tokens.map((_, index) => ({
    start: between(first.start, last.start, shares[index] ?? 0),
    end: between(first.end, last.end, shares[index + 1] ?? 1),
  }))
  const isExact = times.some(({ start, end }) => end - start < 0.01)
  // Words entered by a person have full confidence.
  return tokens.map((word, index) => {
    const { start, end } = times[index] ?? first
    if (isExact) return { start, end, word, conf: 1 }
    return {
      start: clamped(inMs(start), first.start, last.start),
      end: clamped(inMs(end), first.end, last.end),
      word,
      conf: 1,
    }
  })
}

const at = (time: number): Span => ({ start: time, end: time })
const between = (from: number, to: number, share: number) =>
  clamped(from + (to - from) * share, from, to)
const clamped = (time: number, from: number, to: number) => Math.min(Math.max(time, from), to)
const inMs = (seconds: number) => Math.round(seconds * 1000) / 1000

/** Boundaries of words by their letters, from 0 to 1, with `beside` letters left free at both ends. */
function getShares(tokens: readonly string[], beside: number) {
  const total = tokens.reduce((sum, { length }) => sum + length, 2 * beside)
  let before = beside
  return [before / total, ...tokens.map(({ length }) => (before += length) / total)]
}

/**
 * The words of a line as in its text, in order and each with a length: those of the engine where they match the text,
 * the others fitted in between.
 */
export function timedWords({ text, words = [], ...line }: Segment): Word[] {
  const known: Word[] = []
  for (const word of words) {
    const last = known.at(-1)
    const start = Math.max(word.start, last?.start ?? line.start)
    known.push({ ...word, start, end: Math.max(word.end, last?.end ?? start, start + 0.001) })
  }
  return alignEditedWords(known, text, { start: line.start, end: lastWordEnd(line, known) })
}

/** End of a line: not before its last word, and at least 1 ms after its start. */
export const lastWordEnd = ({ start, end }: Span, words: readonly Span[]) =>
  Math.max(end, words.at(-1)?.end ?? 0, start + 0.001)

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
