import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { workOf } from '../../../test/work-of.ts'
import { splitAtTurns, estimateTokens } from './split-at-turns.ts'

const line = (index: number) =>
  `[00:00:0${index % 10}] Speaker ${(index % 2) + 1}: line ${index} said`
const raw = Array.from({ length: 40 }, (_, index) => line(index)).join('\n')
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)

test('what fits stays as it is', () => {
  expect(splitAtTurns(raw, estimateTokens(raw))).toEqual([raw])
})

test('a transcript is cut between lines, into pieces of about the same length', () => {
  const pieces = splitAtTurns(raw, Math.ceil(estimateTokens(raw) / 2.5))
  expect(pieces).toHaveLength(3)
  expect(pieces.join('\n')).toBe(raw)
  const sizes = pieces.map(estimateTokens)
  expect(Math.max(...sizes) / Math.min(...sizes)).toBeLessThan(1.6)
})

test('a conversation is cut between turns', () => {
  const talk = raw.replaceAll(/\[.*?\] /g, '').replaceAll('\n', '\n\n')
  const pieces = splitAtTurns(talk, Math.ceil(estimateTokens(talk) / 3))
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.join('\n\n')).toBe(talk)
  for (const piece of pieces) expect(piece).toMatch(/^Speaker \d: line/)
})

describe('a turn that is longer than a piece', () => {
  test('is cut between sentences, and its speaker named again', () => {
    const turn = `[00:10:00] Speaker 2: ${'I was tired that day. '.repeat(30).trim()}`
    const pieces = splitAtTurns(turn, 60)
    expect(pieces.length).toBeGreaterThan(3)
    for (const piece of pieces)
      expect(piece).toMatch(/^\[00:10:00\] Speaker 2: (I was tired that day\. ?)+$/)
  })

  test.each(['a', '語', '😀', 'æ '])('is cut anywhere where nothing else is left: %s', (letter) => {
    const turn = letter.repeat(3000)
    const pieces = splitAtTurns(turn, 100)
    for (const piece of pieces) expect(estimateTokens(piece)).toBeLessThanOrEqual(100)
    expect(pieces.join('').replaceAll(/\s/g, '')).toBe(turn.replaceAll(' ', ''))
    expect(pieces.every((it) => it.isWellFormed())).toBe(true)
  })
})

test('whatever was said, no word is lost and no piece too long', () => {
  const turn = fc
    .array(fc.constantFrom('yes.', 'well', 'I', 'slept?', 'æøå', 'a'.repeat(90), '語語', '\n'), {
      minLength: 1,
      maxLength: 60,
    })
    .map((words) => `Coach: ${words.join(' ')}`)
  fc.assert(
    fc.property(
      fc.array(turn, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 40, max: 200 }),
      (turns, most) => {
        const text = turns.join('\n')
        const pieces = splitAtTurns(text, most)
        for (const piece of pieces) expect(estimateTokens(piece)).toBeLessThanOrEqual(most + 2)
        const said = (it: string) =>
          wordsOf(it)
            .filter((word) => word !== 'Coach:')
            .join('')
        expect(said(pieces.join('\n'))).toBe(said(text))
      },
    ),
    { numRuns: 100 },
  )
})

test('two megabytes are cut in a moment', () => {
  const long = `${line(1)}\n`.repeat(60_000)
  const cut = () => {
    for (const most of [1_000, 250_000]) splitAtTurns(long, most)
  }
  expect(workOf(cut)).toBeLessThan(2_000)
})
