import { commonWords } from '#contract/rules/common-words.ts'
import {
  allWords,
  isNumber,
  isSignificantWord,
  type QuotedWord,
} from '#contract/rules/quote-words.ts'
import { tokenize } from '#contract/rules/words.ts'
import type { Piece } from '../sound/speech-detector.ts'
import type { RecognizedWord } from '../engines/vosk.ts'

type Span = { start: number; end: number }

/** Confidence of a word by whether both engines agree. */
const confidence = { agreed: 1, differs: 0.5 }

/**
 * Aligns the words of a text with those of the other engine (`heard`). Equal words get its times; the others share the
 * speech between them. The confidence shows whether both agree; without the other engine it is that of agreed words.
 */
export function alignWords(
  text: string,
  heard: readonly RecognizedWord[] | null,
  pieces: readonly Piece[],
): RecognizedWord[] {
  const tokens = tokenize(text).filter((token) => /[\p{L}\p{N}]/u.test(token))
  const { spans, doubtful } = heard ? compare(tokens, heard) : nothingHeard
  return placed(tokens, spans, pieces).map((span, at) => ({
    ...span,
    word: tokens[at]!,
    conf: doubtful.has(at) ? confidence.differs : confidence.agreed,
  }))
}

/** Keys and members are token indexes. */
type Comparison = { spans: ReadonlyMap<number, Span>; doubtful: ReadonlySet<number> }
const nothingHeard: Comparison = { spans: new Map(), doubtful: new Set() }

function compare(tokens: readonly string[], heard: readonly RecognizedWord[]): Comparison {
  const spans = new Map<number, Span>()
  const doubtful = new Set<number>()
  const written = allWords(tokens.join(' '))
  const other = allWords(heard.map(({ word }) => word).join(' '))
  const pairs = commonWords(getTexts(written), getTexts(other))

  /** Assigns the time of the other engine's tokens to a range of tokens. */
  const place = (from: number, to: number, otherFrom: number, otherTo: number) => {
    if (from >= to || otherFrom >= otherTo) return
    const first = heard[other[otherFrom]!.at]!
    const last = heard[lastPlace(other, otherTo - 1)]!
    const places = toRange(written[from]!.at, lastPlace(written, to - 1)).filter(
      (at) => !spans.has(at),
    )
    const shares = shared(
      places.map((at) => tokens[at]!),
      { start: first.start, end: last.end },
    )
    for (const [index, at] of places.entries()) spans.set(at, shares[index]!)
  }

  let [from, otherFrom] = [0, 0]
  for (const [at, otherAt] of [...pairs, [written.length, other.length] as const]) {
    const only = written.slice(from, at)
    const onlyOther = other.slice(otherFrom, otherAt)
    // "Any thing" and "anything" are the same.
    if (getTexts(only).join('') !== getTexts(onlyOther).join(''))
      for (const word of only) doubtful.add(word.at)
    if (!only.length && onlyOther.some(({ text }) => isSignificantWord(text)))
      for (const word of written.slice(Math.max(0, at - 1), at + 1)) doubtful.add(word.at)
    place(from, at, otherFrom, otherAt)
    place(at, Math.min(at + 1, written.length), otherAt, otherAt + 1)
    from = at + 1
    otherFrom = otherAt + 1
  }
  return { spans, doubtful }
}

const getTexts = (words: readonly QuotedWord[]) => words.map(({ text }) => text)

/** "Twenty one" is one number in two words. */
function lastPlace(words: readonly QuotedWord[], index: number) {
  const { text, at } = words[index]!
  const next = words[index + 1]
  return isNumber(text) && text.length > 1 && next && next.at === at + 2 ? at + 1 : at
}

const toRange = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** Words without a time share the speech between their neighbors. */
function placed(
  tokens: readonly string[],
  spans: ReadonlyMap<number, Span>,
  pieces: readonly Piece[],
): Span[] {
  const times: Span[] = []
  let open: string[] = []
  const close = (next: Span | undefined) => {
    const start = times.at(-1)?.end ?? pieces[0]?.start ?? 0
    const end = Math.max(start, next?.start ?? pieces.at(-1)?.end ?? start)
    times.push(...spokenIn({ start, end }, open, pieces))
    open = []
  }
  for (const [at, token] of tokens.entries()) {
    const span = spans.get(at)
    if (!span) {
      open.push(token)
      continue
    }
    if (open.length) close(span)
    const start = Math.max(span.start, times.at(-1)?.end ?? span.start)
    times.push({ start, end: Math.max(start, span.end) })
  }
  if (open.length) close(undefined)
  return times
}

/** Distributes words over the speech within a span, or over the whole span if there is none. */
function spokenIn(span: Span, tokens: readonly string[], pieces: readonly Piece[]) {
  const speech = pieces
    .map(({ start, end }) => ({
      start: Math.max(start, span.start),
      end: Math.min(end, span.end),
    }))
    .filter(({ start, end }) => end > start)
  const parts = speech.length ? speech : [span]
  const total = parts.reduce((sum, { start, end }) => sum + end - start, 0)
  // At a pause, words start after it and end before it.
  const getTime = (spoken: number, isEnd: boolean) => {
    let left = spoken
    for (const { start, end } of parts) {
      if (left < end - start - 1e-6 || (isEnd && left <= end - start + 1e-6)) return start + left
      left -= end - start
    }
    return parts.at(-1)!.end
  }
  return shared(tokens, { start: 0, end: total }).map(({ start, end }) => ({
    start: getTime(start, false),
    end: getTime(end, true),
  }))
}

/** In proportion to the number of letters. */
function shared(tokens: readonly string[], { start, end }: Span): Span[] {
  const letters = tokens.reduce((sum, { length }) => sum + length, 0)
  let before = 0
  const getTime = (count: number) => start + ((end - start) * count) / letters
  return tokens.map(({ length }) => ({ start: getTime(before), end: getTime((before += length)) }))
}
