import { commonWords } from '#contract/common-words.ts'
import { allWords, isNumber, isSignificantWord, type QuotedWord } from '#contract/quote-words.ts'
import { tokensOf } from '#contract/words.ts'
import type { Piece } from '../sound/speech-detector.ts'
import type { RecognizedWord } from '../engines/vosk.ts'

type Span = { start: number; end: number }

/** Of a word on which both engines agree, and of one on which they do not. */
const confidence = { agreed: 1, differs: 0.5 }

/**
 * The words of a text without times as they lie in the `pieces` of speech, in order: with the times of those words that the
 * other engine `heard` too, the rest on what lies between. The confidence tells whether both heard the same; where nothing
 * was heard by another one, nothing speaks against a word.
 */
export function alignWords(
  text: string,
  heard: readonly RecognizedWord[] | null,
  pieces: readonly Piece[],
): RecognizedWord[] {
  const tokens = tokensOf(text).filter((token) => /[\p{L}\p{N}]/u.test(token))
  const { spans, doubtful } = heard ? compare(tokens, heard) : nothingHeard
  return placed(tokens, spans, pieces).map((span, at) => ({
    ...span,
    word: tokens[at]!,
    conf: doubtful.has(at) ? confidence.differs : confidence.agreed,
  }))
}

/** When each token was heard, and which of them are doubtful, by their places. */
type Compared = { spans: ReadonlyMap<number, Span>; doubtful: ReadonlySet<number> }
const nothingHeard: Compared = { spans: new Map(), doubtful: new Set() }

function compare(tokens: readonly string[], heard: readonly RecognizedWord[]): Compared {
  const spans = new Map<number, Span>()
  const doubtful = new Set<number>()
  const written = allWords(tokens.join(' '))
  const other = allWords(heard.map(({ word }) => word).join(' '))
  const pairs = commonWords(textsOf(written), textsOf(other))

  /** Some written words were said while some others were heard. */
  const place = (from: number, to: number, otherFrom: number, otherTo: number) => {
    if (from >= to || otherFrom >= otherTo) return
    const first = heard[other[otherFrom]!.at]!
    const last = heard[lastPlace(other, otherTo - 1)]!
    const places = rangeOf(written[from]!.at, lastPlace(written, to - 1)).filter(
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
    // "Any thing" is "anything".
    if (textsOf(only).join('') !== textsOf(onlyOther).join(''))
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

const textsOf = (words: readonly QuotedWord[]) => words.map(({ text }) => text)

/** "Twenty one" is one number out of two words. */
function lastPlace(words: readonly QuotedWord[], index: number) {
  const { text, at } = words[index]!
  const next = words[index + 1]
  return isNumber(text) && text.length > 1 && next && next.at === at + 2 ? at + 1 : at
}

const rangeOf = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** A time for each word: those without one share what is spoken between their neighbours. */
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

/** Words share the speech within a span, or all of it where there is none. */
function spokenIn(span: Span, tokens: readonly string[], pieces: readonly Piece[]) {
  const speech = pieces
    .map(({ start, end }) => ({
      start: Math.max(start, span.start),
      end: Math.min(end, span.end),
    }))
    .filter(({ start, end }) => end > start)
  const parts = speech.length ? speech : [span]
  const total = parts.reduce((sum, { start, end }) => sum + end - start, 0)
  // A word begins behind a pause and ends before it.
  const timeOf = (spoken: number, isEnd: boolean) => {
    let left = spoken
    for (const { start, end } of parts) {
      if (left < end - start - 1e-6 || (isEnd && left <= end - start + 1e-6)) return start + left
      left -= end - start
    }
    return parts.at(-1)!.end
  }
  return shared(tokens, { start: 0, end: total }).map(({ start, end }) => ({
    start: timeOf(start, false),
    end: timeOf(end, true),
  }))
}

/** Words next to each other in a span, each for as long as its letters are of all. */
function shared(tokens: readonly string[], { start, end }: Span): Span[] {
  const letters = tokens.reduce((sum, { length }) => sum + length, 0)
  let before = 0
  const timeOf = (count: number) => start + ((end - start) * count) / letters
  return tokens.map(({ length }) => ({ start: timeOf(before), end: timeOf((before += length)) }))
}
