import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitAtTurns, estimateTokens } from './split-at-turns.ts'

const transcript = Array.from(
  { length: 40 },
  (_, index) => `[00:00:0${index % 10}] Speaker ${(index % 2) + 1}: line ${index} said`,
).join('\n')
const conversation = transcript.replaceAll(/\[.*?\] /g, '').replaceAll('\n', '\n\n')

test.each([
  ['a transcript between lines', transcript, '\n'],
  ['a conversation between turns', conversation, '\n\n'],
])('splits %s into chunks of about the same length', (_, text, separator) => {
  expect(splitAtTurns(text, estimateTokens(text))).toEqual([text])
  const chunks = splitAtTurns(text, Math.ceil(estimateTokens(text) / 2.5))
  expect(chunks).toHaveLength(3)
  expect(chunks.join(separator)).toBe(text)
  const sizes = chunks.map(estimateTokens)
  expect(Math.max(...sizes) / Math.min(...sizes)).toBeLessThan(1.6)
})

test('splits a long turn between sentences and repeats its speaker', () => {
  const turn = `[00:10:00] Speaker 2: ${'I was tired that day. '.repeat(30).trim()}`
  const chunks = splitAtTurns(turn, 60)
  expect(chunks.length).toBeGreaterThan(3)
  for (const chunk of chunks)
    expect(chunk).toMatch(/^\[00:10:00\] Speaker 2: (I was tired that day\. ?)+$/)
})

test.each(['a', '語', '😀', 'æ '])('splits a word that is longer than a chunk: %s', (letter) => {
  const turn = letter.repeat(3000)
  const chunks = splitAtTurns(turn, 100)
  for (const chunk of chunks) expect(estimateTokens(chunk)).toBeLessThanOrEqual(100)
  expect(chunks.join('').replaceAll(/\s/g, '')).toBe(turn.replaceAll(' ', ''))
  expect(chunks.every((it) => it.isWellFormed())).toBe(true)
})

test('loses no word and exceeds no limit', () => {
  const word = fc.constantFrom('yes.', 'well', 'I', 'slept?', 'æøå', 'a'.repeat(90), '語語', '\n')
  const turn = fc
    .array(word, { minLength: 1, maxLength: 60 })
    .map((words) => `Coach: ${words.join(' ')}`)
  const withoutSpeakers = (text: string) =>
    text
      .split(/\s+/)
      .filter((it) => it && it !== 'Coach:')
      .join('')
  fc.assert(
    fc.property(
      fc.array(turn, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 40, max: 200 }),
      (turns, max) => {
        const text = turns.join('\n')
        const chunks = splitAtTurns(text, max)
        for (const chunk of chunks) expect(estimateTokens(chunk)).toBeLessThanOrEqual(max + 2)
        expect(withoutSpeakers(chunks.join('\n'))).toBe(withoutSpeakers(text))
      },
    ),
    { numRuns: 100 },
  )
})
