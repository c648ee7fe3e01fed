import type { Item } from './items.ts'
import type { Scale } from './scale.ts'
import type { Topic, Topics } from './topics.ts'
import { namedIn } from './topics.ts'
import { bad, good } from './vocabulary.ts'

/** What an end of the scale is said to mean: "ten is completely relaxed". */
export type Anchor = { value: number; items: readonly Item[] }

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const meaning = set('is being means meaning mean as would stands equals was')
const stops = set('how where what which rate and on from if')
const none = set('no not none nothing without least lowest minimum minimal never free lack')
const most = set(
  'most highest maximum maximal extreme extremely very strongest full completely totally',
)

/** The meanings of the ends, each up to the next thought. */
export function anchorsIn(items: readonly Item[]) {
  const anchors: (Anchor & { at: number; behind: number })[] = []
  for (let at = 0; at < items.length; at++) {
    const item = items[at]
    if (item?.kind !== 'number' || item.ends || !meaning.has(items[at + 1]?.text ?? '')) continue
    let behind = at + 2
    while (behind < items.length && !isOver(items, behind)) behind++
    anchors.push({ value: item.value, items: items.slice(at + 1, behind), at, behind })
    at = behind - 1
  }
  return anchors
}

const isOver = (items: readonly Item[], at: number) =>
  items[at - 1]?.ends !== null || items[at]?.kind !== 'word' || stops.has(items[at]?.text ?? '')

/** The scale whose ends are told without saying "from zero to ten". */
export const endsOf = (anchors: readonly Anchor[]) => {
  const values = anchors.map(({ value }) => value)
  return values.length === 2 ? [Math.min(...values), Math.max(...values)] : undefined
}

/**
 * Whether the ends mean what they do in the metric: much of it at the top. A scale that is turned round, and one of which
 * that is not plain, gives no value.
 */
export const isUpright = (
  anchors: readonly Anchor[],
  { low, high }: Scale,
  topic: Topic,
  topics: Topics,
) =>
  anchors.every((anchor) => {
    if (anchor.value === high) return points(anchor, topic, topics) === 'much'
    return anchor.value === low && points(anchor, topic, topics) === 'little'
  })

function points({ items }: Anchor, { id, isGood }: Topic, topics: Topics) {
  const says = (words: ReadonlySet<string>) => items.some(({ text }) => words.has(text))
  const named = namedIn(items, topics)
  if (named.some(({ topic }) => topic.id !== id && topic.metric)) return undefined
  const isNamed = named.some(({ topic }) => topic.id === id)
  if (says(none)) return says(good) || (says(bad) && !isNamed) ? undefined : 'little'
  if (isNamed) return isGood !== false && says(bad) ? undefined : 'much'
  if (says(good) && says(bad)) return undefined
  if (says(good) || says(bad)) {
    if (isGood === undefined) return undefined
    return says(good) === isGood ? 'much' : 'little'
  }
  return says(most) ? 'much' : undefined
}
