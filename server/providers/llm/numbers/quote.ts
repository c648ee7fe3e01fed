import { isTelling } from '#contract/find-quote.ts'
import { wordsSaid } from '#contract/quote-words.ts'
import type { Item } from './items.ts'
import type { Word } from './words-said.ts'

type Said = { lines: readonly string[]; words: readonly Word[] }

/** Words of one quote: of a long sentence only those around its number. */
const mostBefore = 12
const mostAfter = 6
const mostWords = 60

/** What was said from one word up to another, word for word: a quote for each line in which it stands. */
export function quoteOf(said: Said, { first, behind }: { first: number; behind: number }) {
  const from = Math.max(first, behind - mostWords)
  const quoted = said.words.slice(from, behind).map((word, index) => ({ word, at: from + index }))
  return [...Map.groupBy(quoted, ({ word }) => word.line).values()].flatMap((of) =>
    told(said, of[0]?.at ?? 0, of.at(-1)?.at ?? 0),
  )
}

/**
 * Words of one line. A word or two of a sentence, as where a quote ends behind the beginning of a line, take those beside
 * them along until they are found again (`find-quote.ts`), or are all of it.
 */
function told(said: Said, first: number, last: number): string[] {
  const { lines, words } = said
  const [one, end] = [words[first], words[last]]
  const line = lines[one?.line ?? -1]
  if (!one || !end || line === undefined) return []
  const mark = /^[%.?!]/.exec(line.slice(end.to, end.to + 1))?.[0] ?? ''
  const quote = line.slice(one.from, end.to) + mark
  if (isTelling(wordsSaid(quote)) || last - first >= mostWords) return [quote]
  const [before, next] = [words[first - 1], words[last + 1]]
  if (before?.line === one.line && before.ends !== 'sentence') return told(said, first - 1, last)
  if (next?.line === one.line && end.ends !== 'sentence') return told(said, first, last + 1)
  return [quote]
}

/** The sentence in which a number is said. */
export function quoteAround(said: Said, items: readonly Item[], at: number) {
  let from = at
  while (from > 0 && at - from < mostBefore && items[from - 1]?.ends !== 'sentence') from--
  let last = at
  while (last < items.length - 1 && last - at < mostAfter && items[last]?.ends !== 'sentence')
    last++
  return quoteOf(said, { first: items[from]?.first ?? 0, behind: items[last]?.behind ?? 0 })
}
