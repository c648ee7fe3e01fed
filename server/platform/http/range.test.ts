import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRange } from './range.ts'

test.each([
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-200', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-200', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['seconds=1-2', undefined],
  [undefined, undefined],
])('of 100 bytes, %s is %o', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range)
})

test('a range never exceeds the file', () => {
  fc.assert(
    fc.property(
      fc.option(fc.nat(2e9)),
      fc.option(fc.nat(2e9)),
      fc.nat(1e9),
      (first, last, size) => {
        const range = parseRange(`bytes=${first ?? ''}-${last ?? ''}`, size)
        if (typeof range !== 'object') return
        expect(range.start).toBeGreaterThanOrEqual(0)
        expect(range.end).toBeGreaterThanOrEqual(range.start)
        expect(range.end).toBeLessThan(size)
      },
    ),
  )
})
