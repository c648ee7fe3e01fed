import { normalizeLetters, tokenize } from '#contract/rules/words.ts'

type Word = { word: string; start: number; end: number }

/** Number of written words to search for a timed one. */
const lookAhead = 6
/** With fewer matches the text is a different one. */
const minFound = 0.8

/** Applies the case and punctuation of the text to timed words. Undefined if they do not match. */
export function punctuateWords<W extends Word>(words: readonly W[], text: string): W[] | undefined {
  const written = tokenize(text)
  let at = 0
  let found = 0
  const result = words.map((it) => {
    const index = written.findIndex(
      (token, place) =>
        place >= at &&
        place < at + lookAhead &&
        normalizeLetters(token) === normalizeLetters(it.word),
    )
    if (index < 0) return it
    const word = written.slice(at, index + 1).join(' ')
    found += index + 1 - at
    at = index + 1
    return { ...it, word }
  })
  if (found < written.length * minFound) return undefined
  const last = result.at(-1)
  if (last && at < written.length)
    result[result.length - 1] = { ...last, word: [last.word, ...written.slice(at)].join(' ') }
  return result
}
