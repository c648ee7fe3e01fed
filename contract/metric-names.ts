import { everydayWords } from './everyday-words.ts'
import { normalizeKeyword, parseKeywords } from './metric-keywords.ts'

/** What a metric is called by. */
export type SpokenMetric = { label: string; words: readonly string[] }
/** `isNoun`: it can be a number itself: "sleep was a six", but "slept six" are hours. */
export type Name = { words: readonly string[]; isNoun: boolean }

/** Of a label, what does not tell what it is about. */
const general: ReadonlySet<string> = new Set(
  'level levels quality score rating overall general daily weekly current after before at of in the a my your work'.split(
    ' ',
  ),
)
const specificKeywords = (label: string) => parseKeywords(label).filter((it) => !general.has(it))

/** The line of every day that a label stands in; undefined where it is none, or two. */
export function everydayNamesOf(label: string) {
  const own = specificKeywords(label)
  const lines = everydayWords.filter(({ nouns }) => nouns.some((noun) => own.includes(noun)))
  return lines.length === 1 ? lines[0] : undefined
}

/** The words that ship for a label, beside what it is called by itself. */
export function defaultKeywords(label: string): string[] {
  const { nouns = [], others = [] } = everydayNamesOf(label) ?? {}
  const own = specificKeywords(label)
  return [...nouns.filter((it) => own.length > 1 || !own.includes(it)), ...others]
}

const everydayNouns: ReadonlySet<string> = new Set(everydayWords.flatMap(({ nouns }) => nouns))

/** All that a metric is called: its label, what its label is about, and its words. */
export function metricNamesOf({ label, words }: SpokenMetric): Name[] {
  const own = specificKeywords(label)
  const kept = words.length ? words : defaultKeywords(label)
  const names = [
    ...[label, ...(own.length === 1 ? own : [])].map((it) => ({ it, isNoun: true })),
    ...kept.map((it) => ({ it, isNoun: everydayNouns.has(normalizeKeyword(it)) })),
  ]
  return names
    .map(({ it, isNoun }) => ({ words: parseKeywords(it), isNoun }))
    .filter((name) => name.words.length > 0)
}

/** Those of the words that others are called by as well, with the labels of these. */
export function sharedKeywords(words: readonly string[], others: readonly SpokenMetric[]) {
  const called = others.map((it) => ({
    label: it.label,
    names: new Set(metricNamesOf(it).map((name) => name.words.join(' '))),
  }))
  return words.flatMap((word) => {
    const labels = called
      .filter(({ names }) => names.has(normalizeKeyword(word)))
      .map(({ label }) => label)
    return labels.length ? [{ word, labels }] : []
  })
}
