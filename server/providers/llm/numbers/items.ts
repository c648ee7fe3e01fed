import { isScale, outOf, type Scale } from './scale.ts'
import { numberAt } from './spoken-number.ts'
import type { Word } from './words-said.ts'

/**
 * What somebody says, with its numbers understood: a word, a number, a scale ("zero to ten", "per cent"; `isOfNumber` where
 * it stands behind a number and says what it is out of), or a range, which is no number.
 */
export type Item = {
  kind: 'word' | 'number' | 'scale' | 'range'
  /** Of a word; else empty. */
  text: string
  value: number
  scale: Scale | undefined
  isOfNumber: boolean
  ends: Word['ends']
  isAsked: boolean
  /** Its words: from the first up to behind the last. */
  first: number
  behind: number
}

const percent: ReadonlySet<string> = new Set(['percent', 'percentage', '%'])
const articles: ReadonlySet<string> = new Set(['a', 'an'])

/** One pass over the words: nothing is looked at more than a few times. */
export function itemsOf(words: readonly Word[]): Item[] {
  const items: Item[] = []
  for (let at = 0; at < words.length;) {
    const item =
      scaleAt(words, at, items.at(-1)) ??
      rangeAt(words, at) ??
      singleAt(words, at) ??
      wordAt(words, at)
    items.push(item)
    at = item.behind
  }
  return items
}

const itemOf = (
  words: readonly Word[],
  first: number,
  behind: number,
  of: Partial<Item>,
): Item => ({
  ...{ kind: 'word', text: '', value: Number.NaN, scale: undefined, isOfNumber: false },
  ...{ ends: words[behind - 1]?.ends ?? null, first, behind },
  isAsked: words[behind - 1]?.isAsked ?? false,
  ...of,
})

const wordAt = (words: readonly Word[], at: number) =>
  itemOf(words, at, at + 1, { text: words[at]?.text ?? '' })

function singleAt(words: readonly Word[], at: number) {
  const number = numberAt(words, at)
  return number && itemOf(words, at, at + number.length, { kind: 'number', value: number.value })
}

function scaleAt(words: readonly Word[], at: number, before: Item | undefined) {
  const text = (index: number) => words[index]?.text ?? ''
  const isOfNumber = before?.kind === 'number' && !before.ends
  const found = (behind: number, scale: Scale, isOf = isOfNumber) =>
    itemOf(words, at, behind, { kind: 'scale', scale, isOfNumber: isOf })
  if (percent.has(text(at))) return found(at + 1, { low: 0, high: 100 })
  if (text(at) === 'per' && text(at + 1) === 'cent') return found(at + 2, { low: 0, high: 100 })
  if (text(at) === 'out' && text(at + 1) === 'of') {
    const top = numberAfter(words, at + 2)
    const scale = top && outOf(top.value)
    return scale && found(top.behind, scale)
  }
  if (isOfNumber && words[at - 1]?.joint === '/') {
    const top = numberAt(words, at)
    const scale = top && outOf(top.value)
    return scale && found(at + top.length, scale)
  }
  const pair = pairAt(words, at)
  return pair && pair.by !== 'or' && pair.by !== '' && isScale(pair.low, pair.high)
    ? found(pair.behind, { low: pair.low, high: pair.high }, false)
    : undefined
}

function rangeAt(words: readonly Word[], at: number) {
  const pair = pairAt(words, at)
  return pair && itemOf(words, at, pair.behind, { kind: 'range' })
}

const joins: ReadonlySet<string> = new Set(['to', 'or', 'through', 'til', 'till'])

/** Two numbers in a row: "seven to eight", "six or seven", "7-8", "between five and six", "six seven". */
function pairAt(words: readonly Word[], at: number) {
  const one = numberAt(words, at)
  if (!one) return undefined
  const next = at + one.length
  const last = words[next - 1]
  if (!last || last.ends === 'sentence' || last.joint === '/') return undefined
  const by = words[next]?.text ?? ''
  const isBetween = ['between', 'from'].includes(words[at - 1]?.text ?? '') && by === 'and'
  const isJoined = joins.has(by) || isBetween
  if (last.ends && !isJoined) return undefined
  const two = numberAfter(words, isJoined ? next + 1 : next)
  if (!two || (!isJoined && two.hasArticle)) return undefined
  return {
    low: one.value,
    high: two.value,
    by: isJoined ? by : (last.joint ?? ''),
    behind: two.behind,
  }
}

function numberAfter(words: readonly Word[], at: number) {
  const hasArticle = articles.has(words[at]?.text ?? '')
  const from = hasArticle ? at + 1 : at
  const number = numberAt(words, from)
  return number && { value: number.value, behind: from + number.length, hasArticle }
}
