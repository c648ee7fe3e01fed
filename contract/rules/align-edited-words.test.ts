import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commonWords } from './common-words.ts'
import { alignEditedWords, timedWords, type Word } from './align-edited-words.ts'

const line = { start: 10, end: 14 }
const word = (spoken: string, start: number, end: number): Word => ({
  ...{ start, end, word: spoken },
  conf: 0.5,
})
const words = [
  word('I', 10, 10.2),
  word('feel', 10.5, 11),
  word('tyred', 11, 12),
  word('now', 13, 14),
]
const times = (of: readonly Word[]) => of.map((it) => [it.word, it.start, it.end])

test('a changed word gets the time between its neighbours, which keep theirs', () => {
  expect(times(alignEditedWords(words, 'I feel tired now', line))).toEqual([
    ['I', 10, 10.2],
    ['feel', 10.5, 11],
    ['tired', 11, 13],
    ['now', 13, 14],
  ])
})

test('changes of case and punctuation keep time and confidence; entered words have full confidence', () => {
  const fitted = alignEditedWords(words, 'I FEEL, tired now.', line)
  expect(fitted[1]).toEqual({ ...words[1], word: 'FEEL,' })
  expect(fitted[2]?.conf).toBe(1)
  expect(fitted[3]).toEqual({ ...words[3], word: 'now.' })
})

test('several new words share the time in proportion to their length', () => {
  expect(times(alignEditedWords(words, 'I feel so very x now', line))).toEqual([
    ['I', 10, 10.2],
    ['feel', 10.5, 11],
    ['so', 11, 11.571],
    ['very', 11.571, 12.714],
    ['x', 12.714, 13],
    ['now', 13, 14],
  ])
})

test('new words at either end of a line get the time there, and a rewritten line keeps its time span', () => {
  expect(times(alignEditedWords(words.slice(1), 'Oh feel tyred now', line))[0]).toEqual([
    'Oh',
    10,
    10.5,
  ])
  expect(times(alignEditedWords(words.slice(0, 3), 'I feel tyred again', line))[3]).toEqual([
    'again',
    12,
    14,
  ])
  expect(times(alignEditedWords(words, 'aa bb', line))).toEqual([
    ['aa', 10, 12],
    ['bb', 12, 14],
  ])
})

test('a word inserted without a gap overlaps both neighbours', () => {
  const [, , fresh] = alignEditedWords(words, 'I feel so tyred now', line)
  expect(fresh?.word).toBe('so')
  expect(fresh?.start).toBeGreaterThan(10.5)
  expect(fresh?.start).toBeLessThan(11)
  expect(fresh?.end).toBeGreaterThan(11)
  expect(fresh?.end).toBeLessThan(12)
})

describe('timed words', () => {
  const segment = { ...line, speaker: 'Speaker 1', text: 'I feel tired now' }
  test('are spread over the line if the engine returns no words', () => {
    expect(times(timedWords(segment))).toEqual([
      ['I', 10, 10.308],
      ['feel', 10.308, 11.538],
      ['tired', 11.538, 13.077],
      ['now', 13.077, 14],
    ])
  })
  test('are sorted and get a duration if those of the engine are out of order or have none', () => {
    const odd = [
      word('I', 10, 10),
      word('feel', 9, 9.5),
      word('tired', 12, 13),
      word('now', 13, 13),
    ]
    const timed = timedWords({ ...segment, words: odd })
    expectInOrder(timed)
    expect(timed[2]).toMatchObject({ start: 12, end: 13 })
  })
})

function expectInOrder(of: readonly Word[]) {
  for (const [index, it] of of.entries()) {
    expect(it.end).toBeGreaterThan(it.start)
    expect(it.start).toBeGreaterThanOrEqual(of[index - 1]?.start ?? 0)
    expect(it.end).toBeGreaterThanOrEqual(of[index - 1]?.end ?? 0)
  }
}

/** Words with gaps between them, and some without. */
const spoken = fc
  .array(
    fc.tuple(
      fc.constantFrom('so', 'I', 'feel', 'quite', 'tired'),
      fc.constantFrom(0, 0, 0.3),
      fc.constantFrom(0.05, 0.4),
    ),
    { maxLength: 12 },
  )
  .map((parts) => {
    let at = 5
    return parts.map(([text, gap, length]) => {
      const start = at + gap
      at = start + length
      return word(text, start, at)
    })
  })
const typed = fc.array(fc.constantFrom('So', 'I', 'feel,', 'quite', 'Tired.', 'really', 'x'), {
  maxLength: 14,
})

test('after any edits unchanged words keep their times, and all words have a duration and are in order', () => {
  fc.assert(
    fc.property(spoken, fc.array(typed, { minLength: 1, maxLength: 4 }), (begun, edits) => {
      const span = { start: 5, end: Math.max(5.5, begun.at(-1)?.end ?? 0) }
      let before = begun
      for (const tokens of edits) {
        const after = alignEditedWords(before, tokens.join(' '), span)
        expect(after.map((it) => it.word)).toEqual(tokens)
        expectInOrder(after)
        for (const it of after) {
          expect(it.start).toBeGreaterThanOrEqual(span.start)
          expect(it.end).toBeLessThanOrEqual(span.end)
        }
        const letters = (text: string) => text.toLowerCase().replaceAll(/[.,]/g, '')
        const pairs = commonWords(
          before.map((it) => letters(it.word)),
          tokens.map(letters),
        )
        for (const [i, j] of pairs)
          expect([after[j]?.start, after[j]?.end]).toEqual([before[i]?.start, before[i]?.end])
        before = after
      }
    }),
    { numRuns: 300 },
  )
})
