import { expect, test } from 'vitest'
import { groupByLanguage, soundsLikeOtherLanguage } from './other-language.ts'

/** Uncertain words end with a question mark. */
const heard = (text: string) =>
  text.split(' ').map((word, at) => ({
    ...{ start: at, end: at + 1, word: word.replace('?', '') },
    conf: word.endsWith('?') ? 0.5 : 1,
  }))
const english = heard('let? us? talk about? the walks in the evening')
const german = heard('to? that? our? belief? me laugh and be? brushed?')

test.each([
  ['Let us talk about the rocks in the evening.', english, false],
  ['This is the first glass laughing.', german, true],
  // Moonshine may find no words in another language.
  ['', german, true],
  // Heard with certainty, but noisy.
  ['What is it?', heard("what's with the night and day"), false],
  ['Right.', heard('ride? in?'), false],
])('%s', (text, words, isOther) => {
  expect(soundsLikeOtherLanguage(text, words)).toBe(isOther)
})

test('an answer in another language is a group of its own, with its short parts', () => {
  const parts = [english, heard('good? to? morgan?'), german, heard('see?'), heard('how many')]
  const text = 'Let us talk about the rocks in the evening. Put in Morgan. This laughing. How many?'
  const groups = groupByLanguage(
    text,
    parts.map((words) => ({ words })),
  )
  expect(groups.map(({ parts: own, isDoubtful }) => [own.length, isDoubtful])).toEqual([
    [1, false],
    [3, true],
    [1, false],
  ])
})
