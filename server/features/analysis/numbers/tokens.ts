import { scaleFromZero, type Scale, findScale } from './scale.ts'
import type { Named, Names } from './topics.ts'

/**
 * A word or phrase. `scale`: the scale itself, that of a number ("out of ten"), or both numbers of a range. `end`: the
 * punctuation that follows; `;` stands for any within a sentence. `from` and `to`: offsets in the text.
 */
export type Token = {
  kind: 'word' | 'topic' | 'number' | 'scale' | 'range'
  text: string
  value: number
  scale?: Scale
  named?: Named
  end: '' | ';' | '.' | '?'
  from: number
  to: number
}
type Read = Partial<Token> | undefined
type Rule = readonly [pattern: RegExp, read: (match: readonly string[], before?: Token) => Read]

const small =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`.split(/\s+/)
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const values = new Map([
  ...small.map((word, value) => [word, value] as const),
  ...tens.map((word, index) => [word, (index + 2) * 10] as const),
  // Misrecognized numbers.
  ...Object.entries({ nought: 0, won: 1, to: 2, too: 2, for: 4, ate: 8 }),
])

// A space in a pattern matches any white space.
const digit = small.slice(0, 10).join('|')
const ten = `(?:${tens.join('|')})(?:[\\s-](?:${digit})\\b|(?![\\s-](?:${digit})\\b))`
const belowHundred = `(?:${ten}|${small.toReversed().join('|')}|nought)`
const hundred = `(?:(?:${digit}) )?hundred(?: and ${belowHundred})?`
const spoken = `(?:${hundred}|${belowHundred})(?: point (?:${digit})| and a half)?`
const number = `(?:\\d+(?:\\.\\d+|,\\d(?!\\d)|\\s?½| and a half)?|${spoken})(?![\\p{L}\\d]|[.:]\\d)`
const percent = '(?:%|per\\s?cent(?:age)?\\b)'
const top = `(?:\\s?${percent}| out of (?:an? )?(${number})|\\/(${number}))`
const joint =
  '\\s*, (?:or|to) (?:an? )?|[\\s-]+(?:to|or|through|till?|and)[\\s-]+(?:an? )?|-|\\s*, | '
const sticky = (pattern: string) => new RegExp(pattern.replaceAll(' ', '\\s+'), 'iuy')

function parseNumber(text: string) {
  let value = 0
  let unit = 1
  for (const word of text
    .toLowerCase()
    .replace(',', '.')
    .replace('½', ' half')
    .split(/[\s-]+/)) {
    if (word === 'hundred') value = (value || 1) * 100
    else if (word === 'half') value += 0.5
    else if (word === 'point') unit = 0.1
    else value += (values.get(word) ?? (Number(word) || 0)) * unit
  }
  return value
}

const scaleOfTop = (most: string | undefined) =>
  most === undefined ? { low: 0, high: 100 } : scaleFromZero(parseNumber(most))

/** "Zero to ten", "seven to eight", "six or seven", "7-8", "six seven", "between five and six". */
function readPair([, one = '', by = '', two = '']: readonly string[], before?: Token): Read {
  const [low, high] = [parseNumber(one), parseNumber(two)]
  const word = by === '-' ? by : (by.split(/[\s-]+/).find(Boolean) ?? '')
  if (word === 'and' && !/^(?:between|from)$/.test(before?.text ?? '')) return undefined
  if (low === high) return { kind: 'number', value: low }
  const scale = /^(?:-|to|and|through|till?)$/i.test(word) ? findScale(low, high) : undefined
  return scale ? { kind: 'scale', scale } : { kind: 'range', scale: { low, high } }
}

const pointing = /^(?:the|this|that|which|each|every|no|any|last|first|only|right|good|hard)$/

function readNumber([, said = '', out, one, two]: readonly string[], before?: Token): Read {
  const isPronoun = before && !before.end && (before.named || pointing.test(before.text))
  if (isPronoun && /^one$/i.test(said)) return undefined
  const scale = out === undefined ? undefined : scaleOfTop(one ?? two)
  if (out !== undefined && !scale) return undefined
  return { kind: 'number', value: parseNumber(said), ...(scale && { scale }) }
}

function readScale([, most]: readonly string[]): Read {
  const scale = scaleOfTop(most)
  return scale && { kind: 'scale', scale }
}

const readWord = (): Read => ({ kind: 'word' })

/** The first rule that matches at a position applies. */
const rules: readonly Rule[] = [
  // "One more", "fifty-fifty" and negative numbers are no ratings.
  [
    sticky(
      'fifty[\\s-]+fifty|one(?= (?:more|last|of|thing)\\b)|(?<=(?:^|[\\s(])[-−])\\d+(?:\\.\\d+)?',
    ),
    readWord,
  ],
  [sticky(`(${number})(${joint})(${number})`), readPair],
  [sticky(`(${number})(${top})?`), readNumber],
  [sticky(`(won|too?|for|ate)(${top})`), readNumber],
  [sticky('(?<=\\b(?:say|an?) )(ate)\\b'), readNumber],
  [sticky(`${percent}|out of (?:an? )?(${number})`), readScale],
  [sticky("\\d+(?:[.:]\\d+)+|[\\p{L}\\p{M}\\p{N}]+(?:['’]\\p{L}+)*|%"), readWord],
]
const between = /[^\p{L}\p{N}%]*/uy
/** The first occurrence of a repeated word. */
const stammer = /(?!fifty)(\p{L}+)\s+(?=\1(?![\p{L}'’]))/iuy

/** Splits speech into numbers, scales, ranges, metric names and other words. */
export function tokenize(text: string, { pattern, find }: Names): Token[] {
  const all: Rule[] = [[pattern, ([name = '']) => find(name)], ...rules]
  const tokens: Token[] = []
  const match = (of: RegExp, at: number) => {
    of.lastIndex = at
    return of.exec(text)
  }
  for (let at = match(between, 0)?.[0].length ?? 0; at < text.length;) {
    for (let again = match(stammer, at); again; again = match(stammer, at)) at += again[0].length
    let to = at + 1
    for (const [rule, read] of all) {
      const found = match(rule, at)
      const of = found && read(found, tokens.at(-1))
      if (!found || !of) continue
      to = at + found[0].length
      const end = findEnd(match(between, to)?.[0] ?? '')
      const plain = plainWord(found[0])
      tokens.push({ kind: 'word', text: plain, value: Number.NaN, end, from: at, to, ...of })
      break
    }
    at = to + (match(between, to)?.[0].length ?? 0)
  }
  return tokens.map(asNoun)
}

function findEnd(gap: string): Token['end'] {
  if (gap.includes('?')) return '?'
  if (/[.!…]/.test(gap)) return '.'
  return /[,;:()"“”–—]|\s-\s/.test(gap) ? ';' : ''
}

/** In lower case, with the apostrophes that speech recognition omits. */
const plainWord = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^(it|that)s$/, "$1's")
    .replace(/^i([dm])$/, "i'$1")
    .replace(/^(don|can|isn|wasn|didn)t$/, "$1't")

/** Treats a metric name as a noun in "my rest at night" and "rest at night was a six". */
function asNoun(token: Token, at: number, tokens: readonly Token[]): Token {
  const isNoun =
    /^(?:my|your)$/.test(tokens[at - 1]?.text ?? '') ||
    /^(?:is|are|was|were)$/.test(tokens[at + 1]?.text ?? '')
  return token.named && isNoun ? { ...token, named: { ...token.named, isNoun } } : token
}

/** Splits tokens at the end of each sentence. Speech without punctuation is one sentence. */
export function toSentences(tokens: readonly Token[]) {
  const sentences: Token[][] = [[]]
  for (const token of tokens) {
    sentences.at(-1)?.push(token)
    if (token.end === '.' || token.end === '?') sentences.push([])
  }
  return sentences.filter(({ length }) => length > 0)
}

/**
 * Tokens as one line for pattern matching: `#` is a number, `##` a range, `~` a scale, `@` a metric's noun, `@v` a
 * metric's verb or adjective. Punctuation marks are signs of their own.
 */
export const toSigns = (tokens: readonly Token[]) => tokens.map(toSign).join(' ')

function toSign({ kind, text, named, end }: Token) {
  const topic = named?.isNoun ? '@' : '@v'
  const sign = { word: text, topic, number: '#', scale: '~', range: '##' }[kind]
  return end ? `${sign} ${end}` : sign
}
