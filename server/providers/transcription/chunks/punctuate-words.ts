import { lettersOf, tokensOf } from '#contract/words.ts'

/** A word of a service that tells the time of each, without its marks. */
type Word = { word: string; start: number; end: number }

/** The next written word that is the spoken one is not further off. */
const lookAhead = 6
/** Where fewer of the words are found again, the two do not belong together. */
const leastFound = 0.8

/**
 * The timed words of a service as they stand in its text, with capitals and marks. Undefined where they are not the words
 * of the text.
 */
export function punctuateWords<W extends Word>(words: readonly W[], text: string): W[] | undefined {
  const written = tokensOf(text)
  let at = 0
  let found = 0
  const result = words.map((it) => {
    const index = written.findIndex(
      (token, place) =>
        place >= at && place < at + lookAhead && lettersOf(token) === lettersOf(it.word),
    )
    if (index < 0) return it
    const word = written.slice(at, index + 1).join(' ')
    found += index + 1 - at
    at = index + 1
    return { ...it, word }
  })
  if (found < written.length * leastFound) return undefined
  const last = result.at(-1)
  if (last && at < written.length)
    result[result.length - 1] = { ...last, word: [last.word, ...written.slice(at)].join(' ') }
  return result
}
