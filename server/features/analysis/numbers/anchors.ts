import { anyOf, has } from './patterns.ts'
import { type Scale, findScale } from './scale.ts'
import type { Token } from './tokens.ts'
import type { Topic } from './topics.ts'

/** A description of one end of the scale: "ten is completely relaxed". */
export type Anchor = { number: Token; tokens: readonly Token[] }

const maxTokens = 12
const means = anyOf('is, the, being, means, meaning, mean, as, would, equals, stands')
/** Matches anchors in the output of `toSigns`. */
export const meanings = new RegExp(`# ${means} [^#;.?~]*(?:and(?= #))?`, 'g')
const isMeaning = new RegExp(`^${means}$`)
const isNext = /^(?:how|where|what|which|rate|on|from|if)$/

export const anchorsIn = (tokens: readonly Token[]): Anchor[] =>
  tokens.flatMap((number, at) => {
    const next = tokens[at + 1]?.text ?? ''
    // "Zero, meaning no stress"
    const isSaid = isMeaning.test(next) && (!number.end || next === 'meaning')
    if (number.kind !== 'number' || !isSaid) return []
    const rest = tokens.slice(at + 1, at + 1 + maxTokens)
    const stop = rest.findIndex(
      ({ kind, text }, index) =>
        rest[index - 1]?.end || /^(?:scale|number|range)$/.test(kind) || isNext.test(text),
    )
    return [{ number, tokens: stop < 0 ? rest : rest.slice(0, stop) }]
  })

export function scaleOfAnchors(anchors: readonly Anchor[]) {
  const values = anchors.map(({ number }) => number.value)
  if (values.length === 2) return findScale(Math.min(...values), Math.max(...values))
  const [top] = anchors
  if (anchors.length !== 1 || !top) return undefined
  return (
    top.number.scale ??
    (tops.has(top.number.value) ? { low: 0, high: top.number.value } : undefined)
  )
}
/** "Ten being the highest" */
const tops: ReadonlySet<number> = new Set([10, 100])

/**
 * Whether the scale runs in the direction of the metric: more of it at the top. One end may be unclear if the other is not.
 */
export function isAscending(anchors: readonly Anchor[], scale: Scale | undefined, topic: Topic) {
  const ends = anchors.map((anchor) => {
    const isTop = anchor.number.value === scale?.high
    if (!isTop && anchor.number.value !== scale?.low) return false
    const meaning = findMeaning(anchor, topic)
    return typeof meaning === 'string' ? meaning === (isTop ? 'much' : 'little') : meaning
  })
  return !ends.includes(false) && (!ends.length || ends.includes(true))
}

const none = has(
  'no, not, none, nothing, without, least, lowest, minimum, minimal, never, free, lack',
)
const most = has(
  'most, highest, maximum, maximal, extreme, extremely, very, strongest, full, completely, totally',
)
const good =
  has(`good, great, best, excellent, perfect, wonderful, amazing, relaxed, calm, peaceful, well, fine, happy, rested, fantastic
  super, brilliant, baby, bursting, ideal, optimal, better, easy`)
const bad =
  has(`bad, worst, terrible, awful, horrible, poor, dreadful, miserable, exhausted, tired, empty, drained, panic, overwhelmed
  unbearable, worse, awake, flat, dead, nothing left, sad, down, depressed, stressed, anxious, burnt, worn, hard, lousy`)

/** Undefined if it is unclear; false if it is about something else. */
function findMeaning(
  { tokens }: Anchor,
  { id, isGood }: Topic,
): 'much' | 'little' | false | undefined {
  const words = tokens.map(({ text }) => text).join(' ')
  const named = tokens.flatMap((it) => it.named ?? [])
  if (named.some(({ topic }) => topic.id !== id && topic.metric)) return false
  const isNamed = named.some(({ topic }) => topic.id === id)
  const [isGoodEnd, isBadEnd] = [good.test(words), bad.test(words)]
  if (none.test(words)) return isGoodEnd || (isBadEnd && !isNamed) ? false : 'little'
  if (isNamed && isBadEnd && isGood !== false) return isGood ? 'little' : false
  if (isNamed) return 'much'
  if (isGoodEnd && isBadEnd) return false
  if (!isGoodEnd && !isBadEnd) return most.test(words) ? 'much' : undefined
  return isGood === undefined ? false : isGoodEnd === isGood ? 'much' : 'little'
}
