import { outOf, type Scale, scaleOf } from './scale.ts'
import type { Named, Names } from './topics.ts'

/**
 * A piece of what somebody says. `scale`: of "zero to ten", or what a number is out of; of a range its two numbers. `end`:
 * the punctuation that follows, where `;` is any within a sentence. `from` and `to`: where it stands in the text.
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
type Read = Partial<Token>
type Rule = {
  pattern: RegExp
  read: (match: readonly string[], before?: Token) => Read | undefined
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const values = new Map([
  ...small.map((word, value) => [word, value] as const),
  ...tens.map((word, index) => [word, (index + 2) * 10] as const),
  ['nought', 0],
])
/** Speech recognition writes them for numbers. */
const misheard = new Map([
  ['won', 1],
  ['to', 2],
  ['too', 2],
  ['for', 4],
  ['ate', 8],
])

const digit = small.slice(0, 10).join('|')
const belowHundred = `(?:(?:${tens.join('|')})(?:[\\s-](?:${digit})\\b|(?![\\s-](?:${digit})\\b))|${small.toReversed().join('|')}|nought)`
const spoken = `(?:(?:(?:${digit}) )?hundred(?: and ${belowHundred})?|${belowHundred})(?: point (?:${digit})| and a half)?`
const number = `(?:\\d+(?:\\.\\d+)?|${spoken})(?![\\p{L}\\d]|[.:]\\d)`
const top = `(?:\\s?(?:%|per\\s?cent(?:age)?\\b)| out of (?:an? )?(${number})|\\/(${number}))`
const sticky = (pattern: string) => new RegExp(pattern.replaceAll(' ', '\\s+'), 'iuy')

function numberOf(text: string) {
  let value = 0
  let isDecimal = false
  for (const word of text.toLowerCase().split(/[\s-]+/)) {
    if (word === 'hundred') value = (value || 1) * 100
    else if (word === 'half') value += 0.5
    else if (word === 'point') isDecimal = true
    else value += (values.get(word) ?? (Number(word) || 0)) / (isDecimal ? 10 : 1)
  }
  return value
}

const scaleOfTop = (spokenTop: string | undefined) =>
  spokenTop === undefined ? { low: 0, high: 100 } : outOf(numberOf(spokenTop))

/** "Zero to ten", "seven to eight", "six or seven", "7-8", "six seven", "between five and six". */
function readPair(
  [, low = '', by = '', high = '']: readonly string[],
  before?: Token,
): Read | undefined {
  const [least, most, joint] = [
    numberOf(low),
    numberOf(high),
    by === '-' ? by : (by.split(/[\s-]+/).find(Boolean) ?? ''),
  ]
  if (joint === 'and' && !/^(?:between|from)$/.test(before?.text ?? '')) return undefined
  if (least === most) return { kind: 'number', value: least }
  const scale = /^(?:-|to|and|through|till?)$/i.test(joint) ? scaleOf(least, most) : undefined
  return scale ? { kind: 'scale', scale } : { kind: 'range', scale: { low: least, high: most } }
}

function readNumber(
  [, said = '', spokenTop, first, second]: readonly string[],
  before?: Token,
): Read | undefined {
  const isPronoun =
    before?.kind === 'topic' ||
    /^(?:the|this|that|which|each|every|no|any|last|first|only|right|good|hard)$/.test(
      before?.text ?? '',
    )
  if (/^one$/i.test(said) && isPronoun && !before?.end) return undefined
  const value = misheard.get(said.toLowerCase()) ?? numberOf(said)
  if (spokenTop === undefined) return { kind: 'number', value }
  const scale = scaleOfTop(first ?? second)
  return scale && { kind: 'number', value, scale }
}

/** In this order. */
const rules: readonly Rule[] = [
  // "One more", and a number below zero, which nobody is asked for.
  {
    pattern: sticky('one(?= (?:more|last|of|thing)\\b)|(?<=(?:^|[\\s(])[-−])\\d+(?:\\.\\d+)?'),
    read: () => ({ kind: 'word' }),
  },
  {
    pattern: sticky(
      `(${number})(\\s*, (?:or|to) (?:an? )?|[\\s-]+(?:to|or|through|till?|and)[\\s-]+(?:an? )?|-|\\s*, | )(${number})`,
    ),
    read: readPair,
  },
  { pattern: sticky(`(${number})(${top})?`), read: readNumber },
  {
    pattern: sticky(`(won|too?|for|ate)(?= out of )(${top})|(?<=\\b(?:say|an?) )(ate)\\b`),
    read: ([, said, ...rest]) => readNumber(['', said ?? 'ate', ...(said ? rest : [])]),
  },
  {
    pattern: sticky(`%|per\\s?cent(?:age)?\\b|out of (?:an? )?(${number})`),
    read: ([, most]) => {
      const scale = scaleOfTop(most)
      return scale && { kind: 'scale', scale }
    },
  },
  {
    pattern: sticky("\\d+(?:[.:]\\d+)+|[\\p{L}\\p{M}\\p{N}]+(?:['’]\\p{L}+)*|%"),
    read: () => ({ kind: 'word' }),
  },
]
const between = /[^\p{L}\p{N}%]*/uy
/** The first of a word that is said twice. */
const stammer = /(\p{L}+)\s+(?=\1(?![\p{L}'’]))/iuy

/** What one says, in numbers, scales, ranges, names of metrics, and all other words. */
export function tokensOf(text: string, { pattern, find }: Names): Token[] {
  const all = [{ pattern, read: ([name = '']: readonly string[]) => find(name) }, ...rules]
  const tokens: Token[] = []
  const match = (of: RegExp, at: number) => {
    of.lastIndex = at
    return of.exec(text)
  }
  for (let at = match(between, 0)?.[0].length ?? 0; at < text.length;) {
    for (let again = match(stammer, at); again; again = match(stammer, at)) at += again[0].length
    const before = tokens.at(-1)
    for (const rule of all) {
      const found = match(rule.pattern, at)
      const read = found && rule.read(found, before)
      if (!found || !read) continue
      const to = at + found[0].length
      const gap = match(between, to)?.[0] ?? ''
      const word = plainWord(found[0])
      tokens.push({
        kind: 'word',
        text: word,
        value: Number.NaN,
        end: endOf(gap),
        from: at,
        to,
        ...read,
      })
      at = to + gap.length
      break
    }
  }
  return tokens.map(asNoun)
}

function endOf(gap: string): Token['end'] {
  if (gap.includes('?')) return '?'
  if (/[.!…]/.test(gap)) return '.'
  return /[,;:()"“”–—]|\s-\s/.test(gap) ? ';' : ''
}

/** In lower case, with the apostrophes that speech recognition leaves out. */
const plainWord = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^(it|that)s$/, "$1's")
    .replace(/^i([dm])$/, "i'$1")
    .replace(/^(don|can|isn|wasn|didn)t$/, "$1't")

/** "My rest at night", "rest at night was a six": a noun, whatever kind of word it is otherwise. */
function asNoun(token: Token, at: number, tokens: readonly Token[]): Token {
  const isNoun =
    /^(?:my|your)$/.test(tokens[at - 1]?.text ?? '') ||
    /^(?:is|are|was|were)$/.test(tokens[at + 1]?.text ?? '')
  return token.named && isNoun ? { ...token, named: { ...token.named, isNoun } } : token
}

/** The tokens cut after each end of a sentence. Without punctuation they are one. */
export function sentencesOf(tokens: readonly Token[]) {
  const sentences: Token[][] = [[]]
  for (const token of tokens) {
    sentences.at(-1)?.push(token)
    if (token.end === '.' || token.end === '?') sentences.push([])
  }
  return sentences.filter(({ length }) => length > 0)
}

/**
 * Tokens as one line to match patterns against: `#` is a number, `##` a range, `~` a scale, `@` a metric's noun, `@v` a
 * metric's verb or adjective, and the punctuation marks stand alone.
 */
export const signsOf = (tokens: readonly Token[]) => tokens.map(signOf).join(' ')

function signOf({ kind, text, named, end }: Token) {
  const topic = named?.isNoun ? '@' : '@v'
  const sign = { word: text, topic, number: '#', scale: '~', range: '##' }[kind]
  return end ? `${sign} ${end}` : sign
}
