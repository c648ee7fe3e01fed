import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonWords } from './common-words.ts'

/** Length of the longest common subsequence, by the full table. */
function mostCommon(one: readonly string[], other: readonly string[]) {
  let above = Array.from({ length: other.length + 1 }, () => 0)
  for (const word of one) {
    const row = [0]
    for (const [at, theirs] of other.entries())
      row.push(word === theirs ? (above[at] ?? 0) + 1 : Math.max(above[at + 1] ?? 0, row[at] ?? 0))
    above = row
  }
  return above.at(-1) ?? 0
}

const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 })

test('pairs as many equal words as possible, in order', () => {
  fc.assert(
    fc.property(words, words, (one, other) => {
      const pairs = commonWords(one, other)
      for (const [i, j] of pairs) expect(one[i]).toBe(other[j])
      for (const [index, [i, j]] of pairs.entries()) {
        const [before, theirs] = pairs[index - 1] ?? [-1, -1]
        expect(i).toBeGreaterThan(before)
        expect(j).toBeGreaterThan(theirs)
      }
      expect(pairs.length).toBe(mostCommon(one, other))
    }),
    { numRuns: 500 },
  )
})

const numbered = (length: number, name = 'w') =>
  Array.from({ length }, (_, index) => `${name}${index}`)

test('aligns long texts without common words, or with the same few words reversed', () => {
  expect(commonWords(numbered(10_000), numbered(10_000, 'x'))).toEqual([])
  const few = Array.from({ length: 5000 }, (_, index) => String((index * 7919) % 13))
  const pairs = commonWords(few, few.toReversed())
  expect(pairs.length).toBeGreaterThan(300)
  for (const [i, j] of pairs) expect(few[i]).toBe(few.toReversed()[j])
})

test('aligns a text of an hour with one of another engine that missed two minutes', () => {
  const heard = Array.from({ length: 10_000 }, (_, index) => String((index ** 2 * 7919) % 10_007))
  const other = heard.toSpliced(3000, 300).map((word, index) => (index % 8 ? word : `${word}?`))
  expect(commonWords(heard, other).length).toBeGreaterThan(0.98 * other.length * (7 / 8))
})
