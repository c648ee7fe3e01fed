import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markedWords } from './marked-words.ts'

const word = (conf: number) => ({ start: 0, end: 1, word: 'x', conf })

test('adjacent words of the same certainty form one run', () => {
  expect(
    markedWords({ text: 'I feel quite tired', words: [word(1), word(0.95), word(0.5), word(0.2)] }),
  ).toEqual([
    { text: 'I feel', isUncertain: false },
    { text: 'quite tired', isUncertain: true },
  ])
})

test('nothing is marked if the words do not match the text', () => {
  expect(markedWords({ text: 'I feel tired', words: [word(0.1)] })).toEqual([
    { text: 'I feel tired', isUncertain: false },
  ])
  expect(markedWords({ text: 'I feel tired' })).toEqual([
    { text: 'I feel tired', isUncertain: false },
  ])
})

test('marking loses no word', () => {
  const said = fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,6}$/), fc.double({ min: 0, max: 1 })))
  fc.assert(
    fc.property(said, (pairs) => {
      const text = pairs.map(([spoken]) => spoken).join(' ')
      const runs = markedWords({ text, words: pairs.map(([, conf]) => word(conf)) })
      expect(runs.map((run) => run.text).join(' ')).toBe(text)
    }),
  )
})
