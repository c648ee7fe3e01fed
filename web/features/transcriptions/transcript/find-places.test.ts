import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findPlaces as findIn, searchedLines, findStarts, uncertainPlaces } from './find-places.ts'

const word = (text: string, start: number, conf = 1) => ({
  word: text,
  start,
  end: start + 1,
  conf,
})
const line = (text: string, start: number, confs?: number[]) => ({
  speaker: 'Speaker 1',
  ...{ text, start, end: start + 10 },
  ...(confs && {
    words: text.split(' ').map((it, index) => word(it, start + index, confs[index])),
  }),
})

const findPlaces = (lines: ReturnType<typeof line>[], searched: string) =>
  findIn(searchedLines(lines), searched)

describe('a search', () => {
  test('finds every place in order, ignoring case, with its time', () => {
    const lines = [line('Sleep well. I sleep', 10, [1, 1, 1, 1]), line('no sleep', 40, [1, 1])]
    expect(findPlaces(lines, 'SLEEP')).toEqual([
      { line: 0, nth: 0, seconds: 10, text: 'SLEEP' },
      { line: 0, nth: 1, seconds: 13, text: 'SLEEP' },
      { line: 1, nth: 0, seconds: 41, text: 'SLEEP' },
    ])
  })

  test('finds consecutive words and parts of a word', () => {
    const lines = [line('not well at all', 0, [1, 1, 1, 1])]
    expect(findPlaces(lines, 'well at').map(({ seconds }) => seconds)).toEqual([1])
    expect(findPlaces(lines, 'ell').map(({ seconds }) => seconds)).toEqual([1])
  })

  test('estimates the time in a line without timed words', () => {
    expect(findPlaces([line('aaaaabbbbb', 20)], 'b').at(0)?.seconds).toBe(25)
  })

  test('for blank text finds nothing', () => {
    expect(findPlaces([line('a  b', 0)], '  ')).toEqual([])
  })

  test('finds the right offset after letters whose lower case has another length', () => {
    expect(findStarts('İzmir and İstanbul, then Rome', 'ROME')).toEqual([25])
    for (const searched of ['istanbul', 'İstanbul'])
      expect(findStarts('İzmir and İstanbul, then Rome', searched)).toEqual([10])
    // Otherwise the highlight would be off by some letters.
    for (let code = 0; code <= 0x10ffff; code++)
      if (findStarts(`${String.fromCodePoint(code)}x`, 'x').at(-1) !== (code > 0xffff ? 2 : 1))
        expect.fail(code.toString(16))
  })

  test('finds every place that contains the searched text, without overlaps', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'B', ' ', 'ß', 'İ', 'å') })
    fc.assert(
      fc.property(letters, letters, (text, searched) => {
        const starts = findStarts(text, searched)
        const wanted = searched.trim()
        const lower = (it: string) => it.replaceAll('İ', 'i').toLowerCase()
        expect(starts).toHaveLength(wanted ? lower(text).split(lower(wanted)).length - 1 : 0)
        for (const [index, at] of starts.entries()) {
          expect(text.slice(at, at + wanted.length).toLowerCase()).toBe(wanted.toLowerCase())
          expect(at - (starts[index - 1] ?? -Infinity)).toBeGreaterThanOrEqual(wanted.length)
        }
      }),
    )
  })
})

test('consecutive uncertain words are one place', () => {
  const lines = [
    line('have you been shooting our last', 3, [1, 0.5, 0.6, 1, 1, 0.2]),
    line('certain', 20, [1]),
    line('quite uncertain', 30, [0.1, 1]),
  ]
  expect(uncertainPlaces(lines)).toEqual([
    { line: 0, nth: 0, seconds: 4, text: 'you been' },
    { line: 0, nth: 1, seconds: 8, text: 'last' },
    { line: 2, nth: 0, seconds: 30, text: 'quite' },
  ])
})

test('no word is uncertain if the words do not match the text', () => {
  expect(uncertainPlaces([{ ...line('one two', 0), words: [word('one', 0, 0.1)] }])).toEqual([])
})
