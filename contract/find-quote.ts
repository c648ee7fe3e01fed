import { labelOf, type Spoken } from './conversation-turns.ts'
import {
  isSimilarWord,
  allWords,
  isNumber,
  isSignificantWord,
  type QuotedWord,
  significantWords,
} from './quote-words.ts'
import { tokensOf } from './words.ts'

/** What one says without being interrupted, and when each of its words was heard, as far as that is known. */
export type QuotableTurn = {
  speaker: string | null
  isClient: boolean
  text: string
  /** One for each word of the text (`tokensOf`). */
  heard?: readonly Spoken[]
}

/** Where a quote stands: from a word of a turn up to one of the same or a later turn, both included. */
export type QuotePlace = {
  from: { turn: number; word: number }
  to: { turn: number; word: number }
  /** Seconds from the first to behind the last of its words that was heard; null where none is known. */
  time: { start: number; end: number } | null
  /** How many of its words were heard at a known time, from 0 to 1. */
  heard: number
  /** At least a part of it is said by the client. */
  isClients: boolean
  /** The client says at least three words of it, or a number. */
  isEvidence: boolean
}

/** Words of a quote that are looked for: whoever quotes more quotes a conversation. */
const maxQuoteWords = 300
/** Written words from which on a part of a sentence tells something. */
const minSignificantWords = 3
/** Whether they are found also where they are not all of a sentence. */
export const isDistinctive = (words: readonly QuotedWord[]) =>
  words.some(({ text }) => isNumber(text)) ||
  new Set(words.map(({ at }) => at)).size >= minSignificantWords

/** `sentence` differs from that of the next word where one ends between them. */
type Indexed = QuotedWord & { turn: number; sentence: string }

/**
 * The places of quotes in what was said. A word may differ here and there as two people hear differently, but never a number
 * or a negation; of a few words none may but one that is nearly the same. A word or two are said of anything: they count with
 * a number in them, or as all that a sentence or a turn says. Of several places the one that is most alike counts,
 * of these one in the client's turns, and of these the first behind the place that it is said to follow, if there is one.
 * What is said twice in a row is looked for as once, and as it stands where that is not found.
 */
export function quotesIn(turns: readonly QuotableTurn[]) {
  const speakers = new Set(
    turns.flatMap(({ speaker }) => (speaker === null ? [] : speaker.trim().toLowerCase())),
  )
  const find = finder(turns, significantWords)
  let findAmongAll: typeof find | undefined
  return (quote: string, behind?: QuotePlace) => {
    const said = withoutSpeakers(quote, speakers)
    return find(said, behind) ?? (findAmongAll ??= finder(turns, allWords))(said, behind)
  }
}

function finder(turns: readonly QuotableTurn[], wordsOf: typeof significantWords) {
  const said = turns.flatMap(({ text }, turn) => {
    const sentences = sentencesOf(text)
    return wordsOf(text).map((word): Indexed => {
      const sentence = `${turn} ${sentences[word.at]}`
      return { ...word, turn, sentence }
    })
  })
  return (quote: string, behind?: QuotePlace): QuotePlace | undefined => {
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
    // What is said twice tells no more than once.
    const tells = isDistinctive(significantWords(quote))
    const stretches = stretchesOf(words, said).filter((it) => tells || isWhole(it, said))
    const found = bestOf(stretches, [isClients, isBehind])
    return found && placeOf(found, { said, turns, isClients: isClients(found) })
  }
}

/** Of one quote alone. */
export const findQuote = (quote: string, turns: readonly QuotableTurn[]) => quotesIn(turns)(quote)

/** Who quotes a turn may quote the name and the time before it too. */
const withoutSpeakers = (quote: string, speakers: ReadonlySet<string>) =>
  quote
    .split('\n')
    .map((line) => {
      const begun = line.trimStart()
      const { name, length } = labelOf(begun)
      return name !== undefined && speakers.has(name.toLowerCase()) ? begun.slice(length) : line
    })
    .join('\n')

type Stretch = { from: number; to: number; cost: number }

/** In steps of half a word: one that is nearly the same counts half. */
const cost = { alike: 1, other: 2 }
const never = 1_000_000
/** How much may differ: of three words one that is nearly the same, of every six another one. */
const allowed = (words: number) =>
  words < 3 ? 0 : words < 6 ? cost.alike : cost.other * Math.floor(words / 6)

/**
 * Every stretch of what was said that is the quote but for what is allowed (Sellers, "The theory and computation of
 * evolutionary distances"): one pass over what was said, a column of the quote's length for each word of it.
 */
function stretchesOf(quote: readonly string[], said: readonly Indexed[]): Stretch[] {
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
    const changed = likeness.get(text) ?? changesOf(quote, text)
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

/** Which sentence of a turn each of its tokens stands in; a line ends one, too. */
const sentencesOf = (text: string) =>
  text
    .split(/(?<=[.!?…]["”’)]{0,2})\s+|\n+/u)
    .flatMap((sentence, index) => tokensOf(sentence).map(() => index))

/** It begins and ends where a sentence does. */
const isWhole = ({ from, to }: Stretch, said: readonly Indexed[]) =>
  said[from - 1]?.sentence !== said[from]?.sentence && said[to + 1]?.sentence !== said[to]?.sentence

/** Where words at an end of the quote were left out, what stands in their place is no negation and no number. */
function isCutOff({ from, to, cost: paid }: Stretch, said: readonly Indexed[]) {
  const beside = Math.ceil(paid / cost.other)
  const turns = [said[from]?.turn, said[to]?.turn]
  return [
    ...said.slice(Math.max(0, from - beside), from),
    ...said.slice(to + 1, to + 1 + beside),
  ].some(({ text, turn }) => isSignificantWord(text) && turns.includes(turn))
}

/** What it costs to have a said word in the place of each word of the quote. */
const changesOf = (quote: readonly string[], said: string) =>
  Int32Array.from(quote, (word) => {
    if (word === said) return 0
    if (isSignificantWord(word) || isSignificantWord(said)) return never
    return isSimilarWord(word, said) ? cost.alike : cost.other
  })

/** Of the cheapest stretches the first of which all that is wished for holds, as far as it holds for any. */
function bestOf(stretches: readonly Stretch[], wishes: readonly ((it: Stretch) => boolean)[]) {
  const least = stretches.reduce((all, it) => Math.min(all, it.cost), never)
  let best = stretches.filter((it) => it.cost === least)
  for (const holds of wishes) best = best.some(holds) ? best.filter(holds) : best
  return best[0]
}

type Found = { said: readonly Indexed[]; turns: readonly QuotableTurn[]; isClients: boolean }

function placeOf(stretch: Stretch, { said, turns, isClients }: Found): QuotePlace | undefined {
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
