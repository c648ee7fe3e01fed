import { anyOf, has } from './patterns.ts'
import { type Scale, scaleOf } from './scale.ts'
import type { Token } from './tokens.ts'
import type { Topic } from './topics.ts'

/** A description of one end of the scale: "ten is completely relaxed". */
export type Anchor = { number: Token; tokens: readonly Token[] }

const maxTokens = 12
const means = anyOf('is, being, means, meaning, mean, as, would, equals, stands')
/** Matches anchors in the output of `signsOf`. */
export const meanings = new RegExp(`# ${means} [^#;.?~]*(?:and(?= #))?`, 'g')
const isMeaning = new RegExp(`^${means}$`)
const isNext = /^(?:how|where|what|which|rate|on|from|if)$/

export const anchorsIn = (tokens: readonly Token[]): Anchor[] =>
  tokens.flatMap((number, at) => {
    if (number.kind !== 'number' || number.end || !isMeaning.test(tokens[at + 1]?.text ?? ''))
      return []
    const rest = tokens.slice(at + 1, at + 1 + maxTokens)
    const stop = rest.findIndex(
      ({ kind, text }, index) =>
        rest[index - 1]?.end || /^(?:scale|number|range)$/.test(kind) || isNext.test(text),
    )
    return [{ number, tokens: stop < 0 ? rest : rest.slice(0, stop) }]
  })

export function scaleOfAnchors(anchors: readonly Anchor[]) {
  const values = anchors.map(({ number }) => number.value)
  return values.length === 2 ? scaleOf(Math.min(...values), Math.max(...values)) : undefined
}

/** Whether the scale runs in the direction of the metric: more of it at the top. False if an anchor is ambiguous. */
export const isAscending = (anchors: readonly Anchor[], scale: Scale | undefined, topic: Topic) =>
  anchors.every((anchor) => {
    if (anchor.number.value === scale?.high) return meaningOf(anchor, topic) === 'much'
    return anchor.number.value === scale?.low && meaningOf(anchor, topic) === 'little'
  })

const none = has(
  'no, not, none, nothing, without, least, lowest, minimum, minimal, never, free, lack',
)
const most = has(
  'most, highest, maximum, maximal, extreme, extremely, very, strongest, full, completely, totally',
)
const good =
  has(`good, great, best, excellent, perfect, wonderful, amazing, relaxed, calm, peaceful, well, fine, happy, rested, fantastic
  super, brilliant, ideal, optimal, better, easy`)
const bad =
  has(`bad, worst, terrible, awful, horrible, poor, dreadful, miserable, exhausted, tired, empty, drained, panic, overwhelmed
  unbearable, worse, sad, down, depressed, stressed, anxious, burnt, worn, hard, lousy`)

function meaningOf({ tokens }: Anchor, { id, isGood }: Topic) {
  const words = tokens.map(({ text }) => text).join(' ')
  const named = tokens.flatMap((it) => it.named ?? [])
  if (named.some(({ topic }) => topic.id !== id && topic.metric)) return undefined
  const isNamed = named.some(({ topic }) => topic.id === id)
  const [isGoodEnd, isBadEnd] = [good.test(words), bad.test(words)]
  if (none.test(words)) return isGoodEnd || (isBadEnd && !isNamed) ? undefined : 'little'
  if (isNamed) return isGood !== false && isBadEnd ? undefined : 'much'
  if (isGoodEnd === isBadEnd) return most.test(words) && !isGoodEnd ? 'much' : undefined
  return isGood === undefined ? undefined : isGoodEnd === isGood ? 'much' : 'little'
}
