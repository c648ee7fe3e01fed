import { everydayWords } from '../rules/everyday-words.ts'
import { normalizeKeyword, parseKeywords } from './metric-keywords.ts'

/** Label and keywords of a metric. */
export type SpokenMetric = { label: string; words: readonly string[] }
/** `isNoun`: its value can be a number: "sleep was a six", but "slept six" means hours. */
export type Name = { words: readonly string[]; isNoun: boolean }

/** Words in labels that do not identify a metric. */
const general: ReadonlySet<string> = new Set(
  'level levels quality score rating overall general daily weekly current after before at of in the a my your work'.split(
    ' ',
  ),
)
const specificKeywords = (label: string) => parseKeywords(label).filter((it) => !general.has(it))

/** The built-in entry for a label; undefined for none or several. */
export function findEverydayNames(label: string) {
  const own = specificKeywords(label)
  const lines = everydayWords.filter(({ nouns }) => nouns.some((noun) => own.includes(noun)))
  return lines.length === 1 ? lines[0] : undefined
}

/** Built-in keywords for a label, without those that it already contains. */
export function defaultKeywords(label: string): string[] {
  const { nouns = [], others = [] } = findEverydayNames(label) ?? {}
  const own = specificKeywords(label)
  return [...nouns.filter((it) => own.length > 1 || !own.includes(it)), ...others]
}

const everydayNouns: ReadonlySet<string> = new Set(everydayWords.flatMap(({ nouns }) => nouns))

/** All names of a metric: its label, the specific word in its label, and its keywords. */
export function listMetricNames({ label, words }: SpokenMetric): Name[] {
  const own = specificKeywords(label)
  const keywords = words.length ? words : defaultKeywords(label)
  const names = [
    ...[label, ...(own.length === 1 ? own : [])].map((it) => ({ it, isNoun: true })),
    ...keywords.map((it) => ({ it, isNoun: everydayNouns.has(normalizeKeyword(it)) })),
  ]
  return names
    .map(({ it, isNoun }) => ({ words: parseKeywords(it), isNoun }))
    .filter((name) => name.words.length > 0)
}

/** Keywords that are also names of other metrics, with the labels of these. */
export function sharedKeywords(words: readonly string[], others: readonly SpokenMetric[]) {
  const called = others.map((it) => ({
    label: it.label,
    names: new Set(listMetricNames(it).map((name) => name.words.join(' '))),
  }))
  return words.flatMap((word) => {
    const labels = called
      .filter(({ names }) => names.has(normalizeKeyword(word)))
      .map(({ label }) => label)
    return labels.length ? [{ word, labels }] : []
  })
}
