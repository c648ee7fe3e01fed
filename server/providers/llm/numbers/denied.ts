import type { Item } from './items.ts'
import { answering, denying, refusing } from './vocabulary.ts'

/** Words of the thought behind a number that are looked at. */
const mostLooked = 12

/** A number that is only named to be denied: "no ten", "anything but a ten", "a ten? No way". */
export const isDenied = (items: readonly Item[], at: number) =>
  isNone(items, at) || isExcepted(items, at) || isTurnedDown(items, at)

/** "Definitely no ten", but not "no, ten" and not "seven no eight", which corrects. */
const isNone = (items: readonly Item[], at: number) =>
  items[at - 1]?.text === 'no' && !items[at - 1]?.ends && items[at - 2]?.kind !== 'number'

const all: ReadonlySet<string> = new Set(['anything', 'everything', 'all', 'any'])
function isExcepted(items: readonly Item[], at: number) {
  const isArticle = /^an?$/.test(items[at - 1]?.text ?? '')
  const but = at - (isArticle ? 2 : 1)
  const before = items[but - 1]
  return items[but]?.text === 'but' && !!before && !before.ends && all.has(before.text)
}

/**
 * The thought behind it is nothing but a no, or says that it is a joke. Behind a number that is asked back only what agrees
 * lets it stand, so that "ten? As if" is none. A thought with a number of its own is another answer.
 */
function isTurnedDown(items: readonly Item[], at: number) {
  const last = items[at + 1]?.isOfNumber && !items[at]?.ends ? at + 1 : at
  const end = items[last]
  if (!end?.ends) return false
  const thought = thoughtFrom(items, last + 1, end.isAsked ? 'sentence' : 'clause')
  if (!thought.length || thought.some(({ kind }) => kind !== 'word')) return false
  if (thought.some(({ text }) => joking.has(text))) return true
  return end.isAsked
    ? thought.some(({ text }) => refusing.has(text) || !answering.has(text))
    : thought.every(({ text }) => denying.has(text))
}

const joking: ReadonlySet<string> = new Set(['joking', 'kidding', 'joke'])

function thoughtFrom(items: readonly Item[], from: number, upTo: 'sentence' | 'clause') {
  const some = items.slice(from, from + mostLooked)
  const end = some.findIndex(({ ends }) => ends === 'sentence' || ends === upTo)
  return end < 0 ? some : some.slice(0, end + 1)
}
