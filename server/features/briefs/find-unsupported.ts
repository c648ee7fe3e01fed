import type { TextSpan } from '#contract/briefs.ts'
import { allWords } from '#contract/quote-words.ts'
import { containsText } from '../prompts/checks/judge-answer.ts'

const quotePatterns = [
  /[“„"]([^“”„"\n]{2,400})[”“"]/gu,
  // An apostrophe within a word ends no quote.
  /(?<![\p{L}\p{N}])[‘']((?:[^‘’'\n]|(?<=\p{L})[’'](?=\p{L})){2,400})[’'](?!\p{L})/gu,
]
/** Numbers in words up to this count anything: "two sessions". */
const maxSmall = 3

/**
 * Quotes and numbers of a model's text that are not in its prompt. A number in a sentence about a metric has to be in a line
 * about that metric.
 */
export function findUnsupported(
  text: string,
  source: string,
  labels: readonly string[],
): TextSpan[] {
  const quotes = quotePatterns
    .flatMap((it) => [...text.matchAll(it)])
    .map(({ index, 0: whole, 1: quote = '' }) => ({ from: index, to: index + whole.length, quote }))
  const invented = quotes.filter(({ quote }) => !containsText(source, quote))
  const names = labels.flatMap((label) => label.toLowerCase().match(/\p{L}{3,}/u)?.[0] ?? [])
  const lines = source.split('\n')
  const listed = new Set(
    [...text.matchAll(/^[ \t]*(?=\d+[.)]\s)/gm)].map((it) => it.index + it[0].length),
  )
  const numbers = [...text.matchAll(/[^.!?\n]+(?:[.!?](?=\S)[^.!?\n]*)*/gu)].flatMap((sentence) => {
    const about = names.filter((name) => sentence[0].toLowerCase().includes(name))
    const isAbout = (line: string) => about.some((name) => line.toLowerCase().includes(name))
    const known = numbersIn((about.length ? lines.filter(isAbout) : lines).join('\n'))
    return [...sentence[0].matchAll(/\S+/g)].flatMap(({ index, 0: token }) => {
      const from = sentence.index + index
      const isKnown = [...numbersIn(token)].every((it) => known.has(it))
      if (listed.has(from) || isCount(token) || isKnown) return []
      return { from, to: from + token.length }
    })
  })
  const isQuoted = ({ from }: TextSpan) => quotes.some((it) => it.from <= from && from < it.to)
  return [
    ...invented.map(({ from, to }) => ({ from, to })),
    ...numbers.filter((it) => !isQuoted(it)),
  ].toSorted((a, b) => a.from - b.from)
}

/** "two", but not "2". */
const isCount = (token: string) =>
  !/\d/.test(token) && [...numbersIn(token)].every((it) => Number(it) <= maxSmall)

const numbersIn = (text: string) =>
  new Set(allWords(text).flatMap(({ text: word }) => word.match(/\d+(?:\.\d+)?/g) ?? []))
