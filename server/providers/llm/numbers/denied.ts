import type { Item } from './items.ts'
import type { Scale } from './scale.ts'
import type { Topics } from './topics.ts'
import {
  agreeing,
  answering,
  bad,
  denying,
  following,
  good,
  mocking,
  refusing,
  scoffs,
  starting,
} from './vocabulary.ts'

/** Words of the thought behind a number that are looked at. */
const mostLooked = 12

/** A number that is only named to be denied: "no ten", "anything but a ten", "a ten? No way". */
export const isDenied = (items: readonly Item[], at: number, topics: Topics) =>
  isNone(items, at) || isExcepted(items, at) || isTurnedDown(items, at, topics)

/** "Ten, not twelve": whoever denies a number that the scale does not have plays with it. */
export const deniesBeyond = (items: readonly Item[], { low, high }: Scale) =>
  items.some(({ kind, value, ends }, at) => {
    if (kind !== 'number' || (value >= low && value <= high)) return false
    const denial = items[at - (isArticle(items[at - 1]) ? 2 : 1)]?.text
    const next = items[at + 1]?.text
    const isAlone = ends !== null || next === undefined || next === 'but'
    return isAlone && (denial === 'not' || denial === 'no')
  })

const isArticle = (item: Item | undefined) => item?.text === 'a' || item?.text === 'an'

/** "Definitely no ten", but not "no, ten" and not "seven no eight", which corrects. */
const isNone = (items: readonly Item[], at: number) =>
  items[at - 1]?.text === 'no' && !items[at - 1]?.ends && items[at - 2]?.kind !== 'number'

const all: ReadonlySet<string> = new Set(['anything', 'everything', 'all', 'any'])
function isExcepted(items: readonly Item[], at: number) {
  const but = at - (isArticle(items[at - 1]) ? 2 : 1)
  const before = items[but - 1]
  return items[but]?.text === 'but' && !!before && !before.ends && all.has(before.text)
}

/**
 * What stands behind it denies it: a no, a mockery, or a word or two that nobody foresaw ("ten my foot"). Behind a number that
 * is asked back only what agrees lets it stand, so that "ten? As if" is none. A thought with a number of its own is another
 * answer.
 */
function isTurnedDown(items: readonly Item[], at: number, topics: Topics) {
  const last = items[at + 1]?.isOfNumber && !items[at]?.ends ? at + 1 : at
  const end = items[last]
  if (isScoffed(items, last + 1)) return true
  const thought = thoughtFrom(items, last + 1, end?.isAsked ? 'sentence' : 'clause')
  if (!thought.length || thought.some(({ kind }) => kind !== 'word')) return false
  if (isMocked(thought)) return true
  if (end?.isAsked) return thought.some(({ text }) => refusing.has(text) || !answering.has(text))
  return isNo(thought) || (end?.ends !== 'sentence' && isUnforeseen(thought, topics))
}

/** "Yeah, right" and nothing else: nobody can tell whether that agrees. */
export const isScoffed = (items: readonly Item[], at: number) =>
  items[at]?.text === 'yeah' &&
  items[at + 1]?.text === 'right' &&
  (items[at + 1]?.ends === 'sentence' || items.length === at + 2)

/** "I doubt it", but not "no doubt". */
const isMocked = (thought: readonly Item[]) =>
  scoffs.has(thought.map(({ text }) => text).join(' ')) ||
  thought.some(
    ({ text }, at) => mocking.has(text) || (text === 'doubt' && thought[at - 1]?.text === 'i'),
  )

/** "No way", "but not really", and not only "of course". */
const isNo = (thought: readonly Item[]) =>
  thought.some(({ text }) => refusing.has(text) || text === 'never' || text === 'hardly') &&
  thought.every(({ text }) => denying.has(text))

/** Words of a thought that is no sentence of its own. */
const mostOfAside = 3

/** A word or two behind a number that are neither understood nor the beginning of something else that is told. */
const isUnforeseen = (thought: readonly Item[], topics: Topics) =>
  thought.length <= mostOfAside &&
  !starting.has(thought[0]?.text ?? '') &&
  thought.some(
    ({ text }) =>
      text !== 'doubt' &&
      ![answering, following, agreeing, denying, good, bad, topics].some((it) => it.has(text)),
  )

function thoughtFrom(items: readonly Item[], from: number, upTo: 'sentence' | 'clause') {
  const some = items.slice(from, from + mostLooked)
  const end = some.findIndex(({ ends }) => ends === 'sentence' || ends === upTo)
  return end < 0 ? some : some.slice(0, end + 1)
}
