import { expect, test } from 'vitest'
import { cutLoops } from './cut-loops.ts'

const asWords = (text: string) => text.split(' ').map((word) => ({ text: word }))
const asSentences = (text: string) => text.split(/(?<=\.) /).map((sentence) => ({ text: sentence }))
const times = (count: number, text: string) => Array.from({ length: count }, () => text).join(' ')

test.each([
  [
    `He said: ${times(29, "We'll make a mistake.")} And so on.`,
    "He said: We'll make a mistake. And so on.",
  ],
  // The engine may stop within the sentence.
  [`${times(5, 'We made a mistake.')} We made`, 'We made a mistake.'],
  [times(4, 'i do not know'), 'i do not know'],
])('a sentence that is repeated again and again is cut: %s', (looped, cut) => {
  expect(cutLoops(asWords(looped))).toEqual(asWords(cut))
})

test('so is a line of a service that has no words', () => {
  expect(cutLoops(asSentences(`Hello. ${times(6, 'Thank you for watching.')} Bye.`))).toEqual(
    asSentences('Hello. Thank you for watching. Bye.'),
  )
})

test.each([
  'No, no, no, no, no, I did not.',
  'Very good. Very good. Very good. Very good.',
  "I don't know. I don't know. I don't know.",
])('what people repeat stays: %s', (said) => {
  expect(cutLoops(asWords(said))).toEqual(asWords(said))
})
