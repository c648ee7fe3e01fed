import type { Item } from './items.ts'

/** The items cut after each end of a sentence. Without punctuation they are one. */
export function sentencesIn(items: readonly Item[]) {
  const sentences: Item[][] = [[]]
  for (const item of items) {
    sentences.at(-1)?.push(item)
    if (item.ends === 'sentence') sentences.push([])
  }
  return sentences.filter(({ length }) => length > 0)
}

const possessive = /^(?!(?:it|that|what|how|where|there|here|let|who|she|he)'s$).+'s$/

/** Somebody's: "my manager's mood". */
export const isOfSomebody = ({ text }: Item) => possessive.test(text)

const upToNow: ReadonlySet<string> = new Set(['over', 'in', 'during', 'for', 'across'])

/** "Last week" is past; "over the last week" and "this past week" reach up to now. */
export function isPast(items: readonly Item[], at: number) {
  const text = items[at]?.text ?? ''
  if (text !== 'last' && text !== 'past') return false
  if (text === 'past' && items[at - 1]?.text === 'this') return false
  const isWeek = items[at + 1]?.text === 'week' || items[at + 1]?.text === 'few'
  return !(
    isWeek &&
    items[at - 1]?.text === 'the' &&
    upToNow.has(items[at - 2]?.text ?? '') &&
    items[at + 2]?.text !== 'of'
  )
}

const wanting: ReadonlySet<string> = new Set(['you', "you'd", 'would', "i'd", 'i', 'to'])

/** "Where would you like it to be": a wish, unlike "what is it like". */
export const isWished = (items: readonly Item[], at: number) =>
  (items[at]?.text === 'like' &&
    wanting.has(items[at - 1]?.text ?? '') &&
    /^(?:to|it|your|my|that)$/.test(items[at + 1]?.text ?? '')) ||
  (items[at]?.text === 'would' && items[at + 1]?.text === 'be')
