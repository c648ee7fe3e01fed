import { isDenied } from './denied.ts'
import type { Item } from './items.ts'
import type { Scale } from './scale.ts'
import { isOfSomebody, isPast, isWished } from './stretches.ts'
import { inLongNames, type Named, namedIn, type Topic, type Topics } from './topics.ts'
import {
  announcing,
  answering,
  correcting,
  dividing,
  elsewhere,
  following,
  pauses,
  unmeant,
} from './vocabulary.ts'

/** A number that somebody says of themselves at present. */
export type Said = {
  value: number
  /** What it is out of, where that is said with it. */
  scale: Scale | undefined
  /** What it is said of, where that is said with it. */
  topics: readonly Topic[]
  /** Something else is spoken of beside it in the same sentence. */
  beside: readonly Topic[]
  isBoth: boolean
  /** Nothing but what was understood stands before it. */
  isPlain: boolean
  /** What stands between the number before it and this one takes that one back. */
  isCorrection: boolean
  at: number
}

/** What an answer says; `isOpen` where it gives two numbers, or takes what it said back. */
export type Answer = { said: Said[]; isOpen: boolean }

/** `isCut`: it is so long that its beginning is unknown. */
type Clause = { from: number; behind: number; isCut?: boolean }
/** Words of a thought that are looked at together. */
const mostWords = 60

export function answerOf(items: readonly Item[], topics: Topics): Answer {
  const clauses = clausesIn(items)
  const said: Said[] = []
  let isOpen = false
  let isCorrected = false
  for (const [index, clause] of clauses.entries())
    for (let at = clause.from; at < clause.behind; at++) {
      const item = items[at]
      if (item && correcting.has(item.text)) isCorrected = true
      if (item?.text === 'depends') return { said: [], isOpen: true }
      if (isUnknown(items, at)) isOpen = true
      if (item?.kind === 'range' && isMeant(items, clauses, index, at, topics)) {
        isOpen = true
        said.length = 0
      }
      if (item?.kind !== 'number') continue
      const one = saidAt(items, clauses, index, at, topics)
      if (!one) continue
      said.push({ ...one, isCorrection: isCorrected })
      isOpen = false
      isCorrected = false
    }
  return { said, isOpen }
}

/** "I don't know", "I'm not sure", "I can't say". */
const isUnknown = (items: readonly Item[], at: number) =>
  /^(?:don't|not|can't|cannot)$/.test(items[at]?.text ?? '') &&
  /^(?:know|sure|say|tell|certain)$/.test(items[at + 1]?.text ?? '') &&
  !/^(?:why|what|how|who|where)$/.test(items[at + 2]?.text ?? '')

/** Where one thought ends: at a comma, or at a word that divides. */
function clausesIn(items: readonly Item[]) {
  const clauses: Clause[] = []
  let from = 0
  let isCut = false
  const end = (behind: number, isFull = false) => {
    if (behind > from) clauses.push({ from, behind, isCut })
    from = behind
    isCut = isFull
  }
  for (const [at, item] of items.entries()) {
    if (dividing.has(item.text)) end(at)
    else if (at - from === mostWords) end(at, true)
    if (item.ends) end(at + 1)
  }
  end(items.length)
  return clauses
}

function saidAt(
  items: readonly Item[],
  clauses: readonly Clause[],
  index: number,
  at: number,
  topics: Topics,
): Said | undefined {
  const number = items[at]
  if (!number || !isMeant(items, clauses, index, at, topics)) return undefined
  const { from, behind, isCut = false } = clauses[index] ?? { from: at, behind: at + 1 }
  const own = namedIn(items.slice(from, behind), topics)
  const unit = items[at + 1]
  const around = besides(items, clauses, index, topics)
  return {
    value: number.value,
    scale: unit?.kind === 'scale' && unit.isOfNumber ? unit.scale : undefined,
    topics: unique(own.filter(isOfIt).map(({ topic }) => topic)),
    beside: around,
    isBoth: items.slice(from, behind).some(({ text }) => text === 'both'),
    isPlain: beginningOf(items, { from, behind, isCut }, at, topics) === 'plain',
    isCorrection: false,
    at,
  }
}

/** "I was tired" tells how somebody is, and is no other topic unless it is asked for. */
const isOfIt = ({ topic, isNoun }: Named) => isNoun || topic.metric !== undefined

const unique = <T>(list: readonly T[]) => [...new Set(list)]

/** What the thoughts of the same sentence before it speak of, as far as they say no number. */
function besides(
  items: readonly Item[],
  clauses: readonly Clause[],
  index: number,
  topics: Topics,
) {
  const found: Topic[] = []
  for (let other = index - 1; other >= 0 && other >= index - mostLooked; other--) {
    const { from, behind } = clauses[other] ?? { from: 0, behind: 0 }
    const clause = items.slice(from, behind)
    if (clause.at(-1)?.ends === 'sentence' || clause.some(({ kind }) => kind !== 'word')) break
    found.push(
      ...namedIn(clause, topics)
        .filter(isOfIt)
        .map(({ topic }) => topic),
    )
  }
  return unique(found)
}

/** Thoughts around a number that are looked at. */
const mostLooked = 4

/** A number or range of one's own and of now, and not one of something that is counted. */
function isMeant(
  items: readonly Item[],
  clauses: readonly Clause[],
  index: number,
  at: number,
  topics: Topics,
) {
  const { from, behind, isCut = false } = clauses[index] ?? { from: at, behind: at + 1 }
  const unit = items[at + 1]?.isOfNumber && !items[at]?.ends ? 1 : 0
  if (!isAfter(items, at + unit, topics) || isDenied(items, at, topics)) return false
  if (beginningOf(items, { from, behind, isCut }, at, topics) === 'other') return false
  if (hasOther(items, { from, behind }, topics)) return false
  return (
    !isOtherBefore(items, clauses, index, topics) &&
    !isOtherAfter(items, clauses, index, topics, items[at]?.value)
  )
}

/** What follows tells whether something is counted: "six, I think", "six hours". */
function isAfter(items: readonly Item[], at: number, topics: Topics) {
  let last = at
  while (!items[last]?.ends && pauses.has(items[last + 1]?.text ?? '')) last++
  const next = items[last + 1]
  if (!next || items[last]?.ends) return true
  const [one = '', two = ''] = items.slice(last + 2, last + 4).map(({ text }) => text)
  if (next.text === 'my') return topics.has(one)
  if (next.text === 'you') return one === 'know'
  if (following.has(next.text)) return true
  if (next.text === 'at') return one === 'the' && two === 'moment'
  if (next.text !== 'for') return false
  return presently.has(one) || topics.has(one) || (owning.has(one) && topics.has(two))
}

/** "A six for both", "for my sleep": but not "for effort". */
const presently: ReadonlySet<string> = new Set(['both', 'me', 'this', 'now', 'today'])
const owning: ReadonlySet<string> = new Set(['my', 'the'])

/** Back from a number: all is understood, or it is announced, or it belongs to something else. */
function beginningOf(items: readonly Item[], { from, isCut }: Clause, at: number, topics: Topics) {
  const before = items[at - 1]
  if (at > from && before?.text === 'at' && !isPlacing(items[at - 2]?.text)) return 'other'
  if (isYours(items.slice(from, at))) return 'other'
  const named = namedIn(items.slice(from, at), topics)
  for (let back = at - 1; back >= from; back--) {
    const item = items[back]
    const isNamed = named.some((it) => it.isNoun && back - from >= it.at && back - from < it.behind)
    if (item && isAnnouncing(items, back)) {
      // Only what stands right before it is needed.
      const isAll = items
        .slice(from, back)
        .every(
          (_it, place) =>
            understood(items, from + place) ||
            named.some((n) => place >= n.at && place < n.behind && n.isNoun),
        )
      return isAll ? 'plain' : 'announced'
    }
    const isHonestly = item?.text !== 'to' || items[back + 1]?.text === 'be'
    if (!item || !isHonestly || !(isNamed || understood(items, back))) return 'other'
  }
  return isCut ? 'other' : 'plain'
}

/** "You would say eight" is what somebody else says. */
function isYours(items: readonly Item[]) {
  const you = items.findIndex(
    ({ text }, at) => /^you(?:'d|'ll)?$/.test(text) && items[at + 1]?.text !== 'know',
  )
  return you >= 0 && items.slice(you).some(({ text }) => giving.has(text))
}
const giving: ReadonlySet<string> = new Set(['say', 'guess', 'think', 'put', 'give', 'call'])

/** "I'd say", "let's say", but not "I was going to say" or "can I say". */
const isAnnouncing = (items: readonly Item[], at: number) =>
  announcing.has(items[at]?.text ?? '') ||
  (items[at]?.text === 'say' && /^(?:i'd|would|let's)$/.test(items[at - 1]?.text ?? ''))

/** "You know, eight", but not "you would say eight". */
function understood(items: readonly Item[], at: number) {
  const { kind = 'range', text = '' } = items[at] ?? {}
  if (text === 'you') return items[at + 1]?.text === 'know'
  return kind === 'word'
    ? answering.has(text) || text === 'because' || dividing.has(text)
    : kind === 'scale' || kind === 'number'
}

/** "I'm at a seven", but not "I woke at seven". */
const isPlacing = (text = '') =>
  ["i'm", 'am', "it's", 'is', 'be', "i'd", 'still', 'right', 'currently', 'probably'].includes(text)

function hasOther(items: readonly Item[], { from, behind }: Clause, topics: Topics) {
  const isNamed = inLongNames(items.slice(from, behind), topics)
  for (let at = from; at < behind; at++) {
    const item = items[at]
    if (!item) continue
    if ((elsewhere.has(item.text) && !isNamed.has(at - from)) || unmeant.has(item.text)) {
      if (!isUnknown(items, at)) return true
    }
    if (isOfSomebody(item) || isPast(items, at) || isWished(items, at)) return true
  }
  return false
}

const presents: ReadonlySet<string> = new Set(['now', 'today', 'currently', 'me'])
const selves: ReadonlySet<string> = new Set(['i', "i'd", "i'm", 'mine', 'my'])

/** "On a good day, an eight": what stands before it in the sentence, unless "but" or "now" parts them. */
function isOtherBefore(
  items: readonly Item[],
  clauses: readonly Clause[],
  index: number,
  topics: Topics,
) {
  for (let at = index; at > 0 && at > index - mostLooked; at--) {
    const [own, before] = [clauses[at], clauses[at - 1]]
    if (!own || !before || items[before.behind - 1]?.ends === 'sentence') return false
    const begins = items[own.from]?.text ?? ''
    if (['but', 'because', 'so'].includes(begins)) return false
    const words = items.slice(own.from, own.behind)
    if (words.some(({ text }) => presents.has(text))) return false
    const hasNumber = items.slice(before.from, before.behind).some(({ kind }) => kind !== 'word')
    if (hasNumber && words.some(({ text }) => selves.has(text))) return false
    if (hasOther(items, before, topics)) return true
    if (hasNumber) return false
  }
  return false
}

const referring: ReadonlySet<string> = new Set(
  "that that's on at in if when depends it's or".split(' '),
)

/** "An eight. On a good day." and "a four, that was last week". */
function isOtherAfter(
  items: readonly Item[],
  clauses: readonly Clause[],
  index: number,
  topics: Topics,
  value = Number.NaN,
) {
  const next = clauses[index + 1]
  if (!next) return false
  const stretch = items.slice(next.from, next.behind)
  const others = stretch.filter(({ kind }) => kind !== 'word')
  // "Three. Three at most."
  if (others.length)
    return others.every((it) => it.value === value) && hasOther(items, next, topics)
  if (dividing.has(stretch[0]?.text ?? '')) return false
  const isSameSentence = items[next.from - 1]?.ends !== 'sentence'
  return (isSameSentence || referring.has(stretch[0]?.text ?? '')) && hasOther(items, next, topics)
}
