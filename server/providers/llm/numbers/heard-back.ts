import type { Item } from './items.ts'
import { isScoffed } from './denied.ts'
import type { Scale } from './scale.ts'
import { namedIn, type Topic, type Topics } from './topics.ts'
import { agreeing, refusing, repeating } from './vocabulary.ts'

/** A number that a coach says back: "so a six out of ten for your sleep?" */
export type HeardBack = { value: number; scale: Scale | undefined; topics: readonly Topic[] }

/** Words in which a number is said back. */
const mostWords = 20

export function heardBack(items: readonly Item[], topics: Topics): HeardBack | undefined {
  const numbers = items.filter(({ kind }) => kind === 'number')
  const [number] = numbers
  if (!number || numbers.length > 1 || items.length > mostWords) return undefined
  const named = namedIn(items, topics)
  const isKnown = items.every(
    ({ kind, text, isOfNumber }, at) =>
      kind === 'number' ||
      (kind === 'scale' && isOfNumber) ||
      repeating.has(text) ||
      named.some((it) => at >= it.at && at < it.behind),
  )
  if (!isKnown) return undefined
  return {
    value: number.value,
    scale: items.find(({ isOfNumber }) => isOfNumber)?.scale,
    topics: [...new Set(named.map(({ topic }) => topic))],
  }
}

/** Words at the beginning of a reply that say whether it agrees. */
const mostOfReply = 6

/** "Yes, that's right", but not "yes and no" and not "yeah, right". */
export function isAgreed(items: readonly Item[]) {
  const reply = items.slice(0, mostOfReply)
  return (
    !isScoffed(items, 0) &&
    reply.some(({ text }) => agreeing.has(text)) &&
    !reply.some(({ text }) => refusing.has(text))
  )
}
