import { parseLabel, type Spoken } from './conversation-turns.ts'
import {
  isSimilarWord,
  allWords,
  isNumber,
  isSignificantWord,
  type QuotedWord,
  significantWords,
} from './quote-words.ts'
import { tokenize } from './words.ts'

/** What a speaker says without being interrupted, with the times of its words where they are known. */
export type QuotableTurn = {
  speaker: string | null
  isClient: boolean
  text: string
  /** One for each word of the text (`tokenize`). */
  heard?: readonly Spoken[]
}

/** A place in a conversation: from a word of a turn to one of the same or a later turn, both inclusive. */
export type Place = {
  from: { turn: number; word: number }
  to: { turn: number; word: number }
  /** Seconds from the start of its first recognized word to the end of the last; null where none is known. */
  time: { start: number; end: number } | null
  /** Share of its words with a known time, from 0 to 1. */
  heard: number
  /** The client said at least a part of it. */
  isClients: boolean
  /** The client said at least three words of it, or a number. */
  isEvidence: boolean
}
/** Place of a quote. `others`: places that match as well. */
export type QuotePlace = Place & { others: readonly Place[] }
/** Whether a quote likely belongs to a turn. */
export type IsLikely = (turn: number) => boolean

/** Longer quotes are not searched: they copy a conversation. */
const maxQuoteWords = 300
/** Minimum words of a quote that is found as a part of a sentence. */
const minSignificantWords = 3
/** Whether words identify a quote even as a part of a sentence. */
export const isDistinctive = (words: readonly QuotedWord[]) =>
  words.some(({ text }) => isNumber(text)) ||
  new Set(words.map(({ at }) => at)).size >= minSignificantWords

/** `sentence` identifies the sentence of the word. */
type Indexed = QuotedWord & { turn: number; sentence: string }

/**
 * Finds quotes in a conversation, allowing for recognition errors, but never in a number or a negation. Of one or two
 * words none may differ, of three to five one similar word. One or two words match only with a number in them, or as
 * a whole sentence or turn. The closest match wins; of several one with words of the client, then after `behind` and next to
 * it, then in a turn that `likely` prefers, then the first.
 * Repeated words are collapsed first; if nothing is found, they are searched as written.
 */
export function quotesIn(turns: readonly QuotableTurn[]) {
  const speakers = new Set(
    turns.flatMap(({ speaker }) => (speaker === null ? [] : speaker.trim().toLowerCase())),
  )
  const find = finder(turns, significantWords)
  let findAmongAll: typeof find | undefined
  return (quote: string, behind?: Place, likely: readonly IsLikely[] = []) => {
    const said = withoutSpeakers(quote, speakers)
    return (
      find(said, behind, likely) ?? (findAmongAll ??= finder(turns, allWords))(said, behind, likely)
    )
  }
}

function finder(turns: readonly QuotableTurn[], wordsOf: typeof significantWords) {
  const said = turns.flatMap(({ text }, turn) => {
    const sentences = toSentences(text)
    return wordsOf(text).map((word): Indexed => {
      const sentence = `${turn} ${sentences[word.at]}`
      return { ...word, turn, sentence }
    })
  })
  return (quote: string, behind?: Place, likely: readonly IsLikely[] = []) => {
    const quoted = wordsOf(quote)
    const words = quoted.map(({ text }) => text)
    if (!words.length || words.length > maxQuoteWords) return undefined
    const isClients = ({ from, to }: Stretch) =>
      said.slice(from, to + 1).some(({ turn }) => turns[turn]?.isClient)
    const isBehind = ({ from }: Stretch) => {
      const { turn = 0, at = 0 } = said[from] ?? {}
      const before = behind?.to ?? { turn: -1, word: 0 }
      return turn > before.turn || (turn === before.turn && at > before.word)
    }
    const isNext = (it: Stretch) =>
      behind !== undefined && isBehind(it) && (said[it.from]?.turn ?? 0) <= behind.to.turn + 1
    const isLikely = likely.map((holds) => (it: Stretch) => holds(said[it.from]?.turn ?? 0))
    // Repetition does not make a quote more distinctive.
    const mayBePart = isDistinctive(significantWords(quote))
    const stretches = findStretches(words, said).filter((it) => mayBePart || isWhole(it, said))
    const best = findBest(stretches, [isClients, isBehind, isNext, ...isLikely])
    const [place, ...others] = best
      .filter((it, at) => at === 0 || it.from > (best[0]?.to ?? 0))
      .flatMap((it) => findPlace(it, { said, turns, isClients: isClients(it) }) ?? [])
    return place && { ...place, others }
  }
}

/** Finds a single quote. */
export const findQuote = (quote: string, turns: readonly QuotableTurn[]) => quotesIn(turns)(quote)

/** Removes speaker names and times, which may be quoted too. */
const withoutSpeakers = (quote: string, speakers: ReadonlySet<string>) =>
  quote
    .split('\n')
    .map((line) => {
      const begun = line.trimStart()
      const { name, length } = parseLabel(begun)
      return name !== undefined && speakers.has(name.toLowerCase()) ? begun.slice(length) : line
    })
    .join('\n')

type Stretch = { from: number; to: number; cost: number }

/** In half words: a similar word costs half. */
const cost = { alike: 1, other: 2 }
const never = 1_000_000
/** Maximum cost: one similar word for three to five words, then one different word for every six. */
const allowed = (words: number) =>
  words < 3 ? 0 : words < 6 ? cost.alike : cost.other * Math.floor(words / 6)

/**
 * Every stretch of words that matches the quote within the maximum cost (Sellers, "The theory and computation of
 * evolutionary distances"), in one pass over the conversation with a column of the length of the quote.
 */
function findStretches(quote: readonly string[], said: readonly Indexed[]): Stretch[] {
  const size = quote.length
  const most = allowed(size)
  const dropped = quote.map((word) => (isSignificantWord(word) ? never : cost.other))
  let costs = new Int32Array(size + 1)
  let starts = new Int32Array(size + 1)
  for (let row = 1; row <= size; row++) costs[row] = (costs[row - 1] ?? 0) + (dropped[row - 1] ?? 0)
  let [nextCosts, nextStarts] = [new Int32Array(size + 1), new Int32Array(size + 1)]
  const likeness = new Map<string, Int32Array>()
  const found: Stretch[] = []
  for (const [at, { text }] of said.entries()) {
    const changed = likeness.get(text) ?? getCosts(quote, text)
    likeness.set(text, changed)
    const added = isSignificantWord(text) ? never : cost.other
    nextCosts[0] = 0
    nextStarts[0] = at + 1
    for (let row = 1; row <= size; row++) {
      const replaced = (costs[row - 1] ?? 0) + (changed[row - 1] ?? 0)
      const left = (nextCosts[row - 1] ?? 0) + (dropped[row - 1] ?? 0)
      const taken = (costs[row] ?? 0) + added
      const best = Math.min(replaced, left, taken)
      nextCosts[row] = Math.min(best, never)
      nextStarts[row] =
        (best === replaced ? starts[row - 1] : best === left ? nextStarts[row - 1] : starts[row]) ??
        0
    }
    ;[costs, nextCosts] = [nextCosts, costs]
    ;[starts, nextStarts] = [nextStarts, starts]
    const total = costs[size] ?? never
    const from = starts[size] ?? 0
    if (total <= most && from <= at) found.push({ from, to: at, cost: total })
  }
  return found.filter((it) => !isCutOff(it, said))
}

/** The sentence number of each token of a turn; line breaks end sentences too. */
const toSentences = (text: string) =>
  text
    .split(/(?<=[.!?…]["”’)]{0,2})\s+|\n+/u)
    .flatMap((sentence, index) => tokenize(sentence).map(() => index))

/** Whether it begins and ends at the boundaries of sentences. */
const isWhole = ({ from, to }: Stretch, said: readonly Indexed[]) =>
  said[from - 1]?.sentence !== said[from]?.sentence && said[to + 1]?.sentence !== said[to]?.sentence

/** Whether a negation or a number may be in place of words dropped at an end of the quote. */
function isCutOff({ from, to, cost: paid }: Stretch, said: readonly Indexed[]) {
  const beside = Math.ceil(paid / cost.other)
  const turns = [said[from]?.turn, said[to]?.turn]
  return [
    ...said.slice(Math.max(0, from - beside), from),
    ...said.slice(to + 1, to + 1 + beside),
  ].some(({ text, turn }) => isSignificantWord(text) && turns.includes(turn))
}

/** Cost of replacing each word of the quote with a word of the conversation. */
const getCosts = (quote: readonly string[], said: string) =>
  Int32Array.from(quote, (word) => {
    if (word === said) return 0
    if (isSignificantWord(word) || isSignificantWord(said)) return never
    return isSimilarWord(word, said) ? cost.alike : cost.other
  })

/** The cheapest stretches that meet all criteria, in order; criteria that none meets are ignored. */
function findBest(stretches: readonly Stretch[], criteria: readonly ((it: Stretch) => boolean)[]) {
  const least = stretches.reduce((all, it) => Math.min(all, it.cost), never)
  let best = stretches.filter((it) => it.cost === least)
  for (const holds of criteria) best = best.some(holds) ? best.filter(holds) : best
  return best
}

type Found = { said: readonly Indexed[]; turns: readonly QuotableTurn[]; isClients: boolean }

function findPlace(stretch: Stretch, { said, turns, isClients }: Found): Place | undefined {
  const [first, last] = [said[stretch.from], said[stretch.to]]
  if (!first || !last) return undefined
  const tokens = new Set(
    said.slice(stretch.from, stretch.to + 1).map(({ turn, at }) => `${turn} ${at}`),
  )
  const spans = [...tokens].flatMap((name) => {
    const [turn = 0, at = 0] = name.split(' ').map(Number)
    const { start = null, end = null } = turns[turn]?.heard?.[at] ?? {}
    return start === null || end === null ? [] : [{ start, end }]
  })
  return {
    from: { turn: first.turn, word: first.at },
    to: { turn: last.turn, word: last.at },
    time: spans.length
      ? {
          start: Math.min(...spans.map((it) => it.start)),
          end: Math.max(...spans.map((it) => it.end)),
        }
      : null,
    heard: spans.length / tokens.size,
    isClients,
    isEvidence: isDistinctive(
      said.slice(stretch.from, stretch.to + 1).filter(({ turn }) => turns[turn]?.isClient),
    ),
  }
}
