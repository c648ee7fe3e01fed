import type { TextSpan } from '#contract/briefs/briefs.ts'
import { everydayWords } from '#contract/rules/everyday-words.ts'
import { parseKeywords } from '#contract/definitions/metric-keywords.ts'
import { findEverydayNames, listMetricNames } from '#contract/definitions/metric-names.ts'
import { allWords } from '#contract/rules/quote-words.ts'
import { containsText } from '../prompts/checks/judge-answer.ts'

/** How a text in the first person begins, in the languages of the product. */
const firstPerson =
  /(?:I|My|Jeg|Min|Mit|Jag|Mitt|Ich|Mein|Meine|Ik|Mijn|Je|J[’']|Mon|Ma|Yo|Mi)(?![\p{L}])/u
const said =
  /said|says|told|tells|answered|replied|added|explained|words|sagte|sagt|sagde|siger|sier|sade|säger|zei|zegt|dit|disait|dijo|dice/u
const quotePatterns = [
  /[“„"«»]([^“”„"«»\n]{2,400})[”“"«»]/gu,
  // An apostrophe within a word ends no quote.
  /(?<![\p{L}\p{N}])[‘'‚‹›]((?:[^‘’'‹›\n]|(?<=\p{L})[’'](?=\p{L})){2,400})[’'‘‹›](?!\p{L})/gu,
]
/** "She said: I cannot sleep", up to the last sentence in the first person. */
const reportedPattern = new RegExp(
  `(?:(?<!\\p{L})(?:${said.source})(?:[ \\t]+\\p{L}+){0,4}(?::[ \\t]*(?=[\\p{L}\\p{N}])|,[ \\t]*(?=${firstPerson.source}))|:[ \\t]*(?=${firstPerson.source}))` +
    `([^.!?\\n]+(?:[.!?]+[ \\t]+(?=${firstPerson.source})[^.!?\\n]+)*)`,
  'gu',
)
/** Numbers in words up to this count anything: "two sessions". */
const maxSmall = 3

/**
 * Quotes, reported speech and numbers of a model's text that are not in its prompt. A number next to the name of a metric has to
 * be next to a name of that metric there.
 */
export function findUnsupported(
  text: string,
  source: string,
  labels: readonly string[],
): TextSpan[] {
  const quotes = quotesIn(text)
  const invented = quotes.filter(({ quote }) => !containsText(source, quote))
  const findTopics = topicsFinder(labels)
  const known = new Map<string | undefined, Set<string>>()
  for (const line of source.split('\n'))
    for (const { number, topics } of findNumbers(line, findTopics(line)))
      for (const topic of [undefined, ...topics])
        known.set(topic, (known.get(topic) ?? new Set()).add(number))
  const isKnown = ({ number, topics }: Numbered) =>
    (topics.length ? topics : [undefined]).some((it) => known.get(it)?.has(number))
  const listed = new Set(
    [...text.matchAll(/^[ \t]*(?=\d+[.)]\s)/gm)].map((it) => it.index + it[0].length),
  )
  const unknown = [...text.matchAll(/[^.!?\n]+(?:[.!?](?=\S)[^.!?\n]*)*/gu)].flatMap((sentence) =>
    findNumbers(sentence[0], findTopics(sentence[0]))
      .filter((it) => !isKnown(it) && !isCount(it))
      .map(({ from, to }) => ({ from: sentence.index + from, to: sentence.index + to })),
  )
  const isQuoted = ({ from }: TextSpan) => quotes.some((it) => it.from <= from && from < it.to)
  const numbers = [...new Map(unknown.map((it) => [it.from, it])).values()]
  return [
    ...invented.map(({ from, to }) => ({ from, to })),
    ...numbers.filter((it) => !isQuoted(it) && !listed.has(it.from)),
  ].toSorted((a, b) => a.from - b.from)
}

/** Quotes with their marks, and sentences of reported speech. */
function quotesIn(text: string) {
  const marked = quotePatterns
    .flatMap((it) => [...text.matchAll(it)])
    .map(({ index, 0: whole, 1: quote = '' }) => ({ from: index, to: index + whole.length, quote }))
  const reported = [...text.matchAll(reportedPattern)].flatMap(({ index, 0: whole, 1: all = '' }) =>
    [...all.matchAll(/[^.!?]+/gu)].map(({ index: at, 0: sentence }) => {
      const quote = sentence.trim()
      const from =
        index + whole.length - all.length + at + sentence.length - sentence.trimStart().length
      return { from, to: from + quote.length, quote }
    }),
  )
  const isMarked = (it: TextSpan) => marked.some(({ from, to }) => it.from < to && from < it.to)
  return [...marked, ...reported.filter((it) => !isMarked(it))]
}

type Numbered = TextSpan & { word: string; number: string; topics: readonly string[] }
type Named = TextSpan & { topics: readonly string[] }

/** The numbers of a line, each with the metrics it is about: "70 for stress", or else those named last before it, or next. */
function findNumbers(line: string, named: readonly Named[]): Numbered[] {
  return [...line.matchAll(/\S+/gu)].flatMap(({ index: from, 0: word }) => {
    const to = from + word.length
    const next = named.find((it) => it.from >= to)
    const isNext =
      next && /^\s*(?:for|of|on|in)\s+(?:\p{L}+\s+)?$/iu.test(line.slice(to, next.from))
    const before = named.findLast((it) => it.to <= from)
    const topics = (isNext ? next : (before ?? next))?.topics ?? []
    return [...numbersIn(word)].map((number) => ({ from, to, word, number, topics }))
  })
}

/** Finds the names of metrics in a line; of names within each other the longest. */
function topicsFinder(labels: readonly string[]) {
  const everyday = everydayWords.filter((it) =>
    labels.every((label) => findEverydayNames(label) !== it),
  )
  const names = [
    ...labels.flatMap((label) => {
      const all = listMetricNames({ label, words: [] }).filter(({ isNoun }) => isNoun)
      const first = parseKeywords(label).find((word) => word.length > 2)
      const own = all.length > 1 || !first ? all : [...all, { words: [first] }]
      return own.map(({ words }) => ({ words, topic: label }))
    }),
    ...everyday.flatMap(({ nouns }) =>
      nouns.map((noun) => ({ words: [noun], topic: nouns.join() })),
    ),
  ].map(({ words, topic }) => ({
    topic,
    // Also "stressed" and "sleeping".
    pattern: new RegExp(`(?<!\\p{L})${words.join('[^\\p{L}\\p{N}]+')}\\p{L}*`, 'giu'),
  }))
  return (line: string): Named[] => {
    const found = names.flatMap(({ pattern, topic }) =>
      [...line.matchAll(pattern)].map(({ index: from, 0: name }) => ({
        ...{ from, to: from + name.length, topic },
      })),
    )
    const isLongest = (it: TextSpan) =>
      found.every(
        (other) =>
          other.to <= it.from || it.to <= other.from || other.to - other.from <= it.to - it.from,
      )
    return [...Map.groupBy(found.filter(isLongest), ({ from }) => from).values()]
      .flatMap((of) => (of[0] ? { ...of[0], topics: of.map(({ topic }) => topic) } : []))
      .toSorted((a, b) => a.from - b.from)
  }
}

/** "two", but not "2". */
const isCount = ({ word, number }: Numbered) => !/\d/.test(word) && Number(number) <= maxSmall

const numbersIn = (text: string) =>
  new Set(allWords(text).flatMap(({ text: word }) => word.match(/\d+(?:\.\d+)?/g) ?? []))
