import { type Anchor, anchorsIn, endsOf } from './anchors.ts'
import type { Item } from './items.ts'
import { isScale, type Scale } from './scale.ts'
import { isOfSomebody, isPast, isWished, sentencesIn } from './stretches.ts'
import { inLongNames, namedIn, type Topic, type Topics } from './topics.ts'
import { asking, degrees, elsewhere, interrogatives, otherwise, waiting } from './vocabulary.ts'

/** What somebody asks. `ends` are the meanings of the scale's; `from` and `behind` tell the words to quote. */
export type Question = {
  topics: readonly Topic[]
  scale: Scale | undefined
  ends: readonly Anchor[]
  quoted: readonly { first: number; behind: number }[]
}

/**
 * What a turn asks, or undefined where it asks something else, or where that is not plain. Every sentence that has a number
 * or asks must be understood; what is only told before it counts for nothing.
 */
export function questionOf(items: readonly Item[], topics: Topics): Question | undefined {
  const sentences = sentencesIn(items)
  const parts: Question[] = []
  for (const [index, sentence] of sentences.entries()) {
    const isAsking = sentence.at(-1)?.isAsked || sentence.some(({ kind }) => kind !== 'word')
    const isLast = index === sentences.length - 1
    if (!isAsking && (!isLast || (parts.length > 0 && isAside(sentence, topics)))) continue
    if (sentence.every(({ text }) => waiting.has(text))) continue
    const part = partOf(sentence, topics)
    if (!part) return undefined
    parts.push(part)
  }
  const scales = parts.flatMap(({ scale }) => (scale ? [scale] : []))
  const [scale] = scales
  const isOneScale = scales.every((it) => it.low === scale?.low && it.high === scale.high)
  const named = [...new Set(parts.flatMap((part) => part.topics))]
  if (!isOneScale || (!scale && !named.length)) return undefined
  return {
    topics: named,
    scale,
    ends: parts.flatMap(({ ends }) => ends),
    quoted: parts.flatMap(({ quoted }) => quoted),
  }
}

/** "Just a rough guess", behind a question. */
const isAside = (sentence: readonly Item[], topics: Topics) =>
  namedIn(sentence, topics).length === 0 && !isAnother(sentence, topics)

/** One sentence of a question; undefined where something in it is not understood. */
function partOf(sentence: readonly Item[], topics: Topics): Question | undefined {
  const anchors = anchorsIn(sentence)
  const isAnchor = (at: number) => anchors.some((it) => at >= it.at && at < it.behind)
  // The ends are read on their own.
  const items = anchors.length ? sentence.filter((_, at) => !isAnchor(at)) : sentence
  const ends = endsOf(anchors)
  const scaleItems = items.filter(({ kind, isOfNumber }) => kind === 'scale' && !isOfNumber)
  const told = ends && isScale(ends[0] ?? 0, ends[1] ?? 0) ? ends : undefined
  const scale = scaleItems[0]?.scale ?? (told && { low: told[0] ?? 0, high: told[1] ?? 0 })
  if (isAnother(items, topics)) return undefined
  const named = namedIn(items, topics)
  const quote = (first: Item | undefined, last: Item | undefined) =>
    first && last ? [{ first: first.first, behind: last.behind }] : []
  const found = {
    // "Where zero is not stressed and ten very stressed, where are you?"
    topics: [...new Set((named.length ? named : namedIn(sentence, topics)).map((it) => it.topic))],
    ...{ scale, ends: anchors },
  }
  const marks = [
    ...items.flatMap(({ kind }, at) => (kind === 'scale' ? [at] : [])),
    ...named.flatMap(({ at, behind }) => [at, behind - 1]),
  ]
  const asks = items.findLastIndex(({ text }) => interrogatives.has(text))
  if (!marks.length && anchors.length)
    return { ...found, quoted: quote(sentence[0], sentence.at(-1)) }
  if (!marks.length) return undefined
  const start = Math.min(...marks, asks < 0 ? Infinity : asks)
  // A number is asked for; of what, the question before has told: then nothing else may stand here.
  const end = named.length ? Math.max(...marks, asks) : items.length - 1
  const isNamed = (at: number) => named.some((it) => at >= it.at && at < it.behind)
  for (let at = start; at <= end; at++)
    if (!isNamed(at) && !isUnderstood(items, at)) return undefined
  const after = items[end + 1]
  if (named.length && after && !items[end]?.ends && !goesOn(items, end + 1)) return undefined
  let opening = start
  // "Where would you put": what asks first.
  for (let at = start - 1; at >= 0 && !items[at]?.ends && isUnderstood(items, at); at--)
    if (interrogatives.has(items[at]?.text ?? '')) opening = at
  while (introducing.has(items[opening - 1]?.text ?? '')) opening--
  const [first, last] = anchors.length
    ? [sentence[0], sentence.at(-1)]
    : [items[opening], lastAsking(items, end)]
  return { ...found, quoted: quote(first, last) }
}

/** The last of what is quoted, with what goes on asking behind it. */
function lastAsking(items: readonly Item[], end: number) {
  let last = end
  while (last < items.length - 1 && !items[last]?.ends && isUnderstood(items, last + 1)) last++
  return items[last]
}

/** "On a scale from": quoted with it. */
const introducing: ReadonlySet<string> = new Set('on a the scale of from'.split(' '))

function isUnderstood(items: readonly Item[], at: number) {
  const { kind = 'word', text = '' } = items[at] ?? {}
  if (kind !== 'word') return kind === 'scale'
  if (degrees.has(text)) return items[at - 1]?.text === 'how'
  return asking.has(text)
}

const connecting: ReadonlySet<string> = new Set(
  'with since because as when while considering so'.split(' '),
)
const goesOn = (items: readonly Item[], at: number) =>
  isUnderstood(items, at) || connecting.has(items[at]?.text ?? '')

/** It is another question: about somebody else, another time, a wish, or by a number of its own. */
function isAnother(items: readonly Item[], topics: Topics) {
  const isNamed = inLongNames(items, topics)
  return items.some(
    (item, at) =>
      item.kind === 'number' ||
      item.kind === 'range' ||
      item.isOfNumber ||
      (elsewhere.has(item.text) && !isNamed.has(at)) ||
      otherwise.has(item.text) ||
      isOfSomebody(item) ||
      isPast(items, at) ||
      isWished(items, at),
  )
}
