import type { QuotePlace } from '#contract/find-quote.ts'
import { allWords, isSignificantWord } from '#contract/quote-words.ts'
import { uncertainBelow } from '#contract/transcriptions.ts'
import { tokensOf } from '#contract/words.ts'
import type { SpokenTurns } from './spoken-turns.ts'

/** Seconds around a quote in which its first or last word may have been recognized. */
const maxAround = 3

/** Whether numbers and negations of a quote differ from those recognized at that time, or are uncertain. */
export function differsFromRecognized(
  { from, to, time }: QuotePlace,
  { turns, heard }: SpokenTurns,
) {
  if (!time) return false
  const tokens = turns.flatMap(({ text, heard: spans = [] }, turn) =>
    tokensOf(text).map((word, at) => ({ turn, at, word, span: spans[at] })),
  )
  const first = tokens.findIndex(({ turn, at }) => turn === from.turn && at === from.word)
  const last = tokens.findIndex(({ turn, at }) => turn === to.turn && at === to.word)
  const before = tokens.slice(0, first).findLast(({ span }) => span?.end != null)?.span?.end
  const after = tokens.slice(last + 1).find(({ span }) => span?.start != null)?.span?.start
  const heardFrom = (start: number, end: number) =>
    heard.filter((it) => middle(it) >= start && middle(it) <= end)
  const quoted = weightyWords(tokens.slice(first, last + 1))
  const around = heardFrom(
    Math.max(before ?? 0, time.start - maxAround),
    Math.min(after ?? Infinity, time.end + maxAround),
  )
  const within = heardFrom(time.start, time.end)
  const uncertain = within.filter(({ conf }) => conf < uncertainBelow)
  return (
    weightyWords(uncertain).size > 0 ||
    !isWithin(quoted, weightyWords(around)) ||
    !isWithin(weightyWords(within), quoted)
  )
}

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) =>
  [...some].every((it) => all.has(it))

const middle = ({ start, end }: { start: number; end: number }) => (start + end) / 2

const weightyWords = (words: readonly { word: string }[]) =>
  new Set(
    allWords(words.map(({ word }) => word).join(' ')).flatMap(({ text }) =>
      isSignificantWord(text) ? text : [],
    ),
  )
