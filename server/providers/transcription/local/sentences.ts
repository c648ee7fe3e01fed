import { capitalised, marked, withI } from '../../transcript/sentences.ts'
import type { PlacedWord } from './sentence-ends.ts'

/**
 * Words of one speaker as text: the recogniser knows neither case nor punctuation. The first sentence has begun before
 * where it `isContinued`; the last one stays open where it does not end.
 */
export function toText(
  words: Pick<PlacedWord, 'word' | 'endsSentence'>[],
  { isContinued = false }: { isContinued?: boolean } = {},
) {
  const sentences: string[][] = [[]]
  for (const { word, endsSentence } of words) {
    sentences.at(-1)?.push(named(word))
    if (endsSentence) sentences.push([])
  }
  const open = sentences.length - 1
  return sentences
    .map((sentence, index) => {
      const text = withI(sentence.join(' '))
      const begun = index === 0 && isContinued ? text : capitalised(text)
      return index === open ? begun : marked(`${begun}.`)
    })
    .filter((text) => text !== '')
    .join(' ')
}

/** Days, and those months that are nothing else. */
const names =
  /^((mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|april|june|july|september|october|november|december)$/
const named = (word: string) => (names.test(word) ? capitalised(word) : word)
