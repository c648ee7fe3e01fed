import type { Item } from './items.ts'
import type { Word } from './words-said.ts'

type Said = { lines: readonly string[]; words: readonly Word[] }

/** Words of one quote: of a long sentence only those around its number. */
const mostBefore = 12
const mostAfter = 6
const mostWords = 60

/** What was said from one word up to another, word for word: a quote for each line in which it stands. */
export function quoteOf(
  { lines, words }: Said,
  { first, behind }: { first: number; behind: number },
) {
  const quoted = words.slice(Math.max(first, behind - mostWords), behind)
  return [...Map.groupBy(quoted, ({ line }) => line)].flatMap(([line, of]) => {
    const [one, last] = [of[0], of.at(-1)]
    const text = lines[line]
    if (!one || !last || text === undefined) return []
    const mark = /^[%.?!]/.exec(text.slice(last.to, last.to + 1))?.[0] ?? ''
    return [text.slice(one.from, last.to) + mark]
  })
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
