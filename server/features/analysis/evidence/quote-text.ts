import type { QuotePlace } from '#contract/find-quote.ts'
import { tokensOf } from '#contract/words.ts'
import type { SpokenTurns } from './spoken-turns.ts'

/** Per quote a line with the client's words in it, the other speaker's turn before it, or its whole turns. */
export function quoteText(
  places: readonly QuotePlace[],
  { turns }: Pick<SpokenTurns, 'turns'>,
  which: 'client' | 'before' | 'whole',
) {
  const lines = places.flatMap(({ from, to }) => {
    if (which === 'before') {
      const before = turns[from.turn - 1]
      return before && !before.isClient ? before.text : []
    }
    return turns.slice(from.turn, to.turn + 1).flatMap(({ text, isClient }, index) => {
      if (which === 'whole') return text
      if (!isClient) return []
      const turn = from.turn + index
      return tokensOf(text)
        .slice(turn === from.turn ? from.word : 0, turn === to.turn ? to.word + 1 : undefined)
        .join(' ')
    })
  })
  return [...new Set(lines)].join('\n')
}
