import { type Item, itemsOf } from './items.ts'
import type { Turn } from './who-speaks.ts'
import { type Word, wordsOf } from './words-said.ts'

/** A turn that was taken apart. */
export type Heard = Turn & {
  words: Word[]
  items: Item[]
  /** Its end, where it asks. */
  asked: Item[]
  /** It is told who speaks, and not only guessed by who asks. */
  isSure: boolean
}

/** Items at the end of a turn in which its question is looked for. */
const mostAsked = 150

export function heard(turn: Turn): Heard {
  const words = wordsOf(turn.lines)
  const items = itemsOf(words)
  return { ...turn, words, items, asked: items.slice(-mostAsked), isSure: true }
}
