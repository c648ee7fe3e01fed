import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findPlaces as findIn, searchedLines, startsOf, uncertainPlaces } from './find-places.ts'

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
  test('finds every place in order, whatever the capitals, and when it is said', () => {
    const lines = [line('Sleep well. I sleep', 10, [1, 1, 1, 1]), line('no sleep', 40, [1, 1])]
    expect(findPlaces(lines, 'SLEEP')).toEqual([
      { line: 0, nth: 0, seconds: 10, text: 'SLEEP' },
      { line: 0, nth: 1, seconds: 13, text: 'SLEEP' },
      { line: 1, nth: 0, seconds: 41, text: 'SLEEP' },
    ])
  })

  test('finds words that follow each other, and a part of a word', () => {
    const lines = [line('not well at all', 0, [1, 1, 1, 1])]
    expect(findPlaces(lines, 'well at').map(({ seconds }) => seconds)).toEqual([1])
    expect(findPlaces(lines, 'ell').map(({ seconds }) => seconds)).toEqual([1])
  })

  test('of a line without words is placed as far into it as the text is', () => {
    expect(findPlaces([line('aaaaabbbbb', 20)], 'b').at(0)?.seconds).toBe(25)
  })

  test('of nothing finds nothing', () => {
    expect(findPlaces([line('a  b', 0)], '  ')).toEqual([])
  })

  test('finds every place of a line, whatever letters stand before it', () => {
    expect(startsOf('İzmir and İstanbul, then Rome', 'ROME')).toEqual([25])
    for (const searched of ['istanbul', 'İstanbul'])
      expect(startsOf('İzmir and İstanbul, then Rome', searched)).toEqual([10])
    // Or what is found would be coloured beside where it stands.
    for (let code = 0; code <= 0x10ffff; code++)
      if (startsOf(`${String.fromCodePoint(code)}x`, 'x').at(-1) !== (code > 0xffff ? 2 : 1))
        expect.fail(code.toString(16))
  })

  test('finds what a plain walk through the text finds, and never two that overlap', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'B', ' ', 'ß', 'İ', 'å') })
    fc.assert(
      fc.property(letters, letters, (text, searched) => {
        const starts = startsOf(text, searched)
        const wanted = searched.trim()
        for (const [index, at] of starts.entries()) {
          expect(text.slice(at, at + wanted.length).toLowerCase()).toBe(wanted.toLowerCase())
          expect(at - (starts[index - 1] ?? -Infinity)).toBeGreaterThanOrEqual(wanted.length)
        }
      }),
    )
  })
})

test('uncertain words that follow each other are one place', () => {
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

test('where the words are not those of the text, none is uncertain', () => {
  expect(uncertainPlaces([{ ...line('one two', 0), words: [word('one', 0, 0.1)] }])).toEqual([])
})
