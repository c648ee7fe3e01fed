import fc from 'fast-check'
import { expect, test } from 'vitest'
import { segmentIndexAt } from './transcript-time.ts'

const segments = [{ start: 1 }, { start: 4 }, { start: 9 }]

test('the line that is spoken is the last one begun', () => {
  expect(segmentIndexAt(segments, 0)).toBe(-1)
  expect(segmentIndexAt(segments, 1)).toBe(0)
  expect(segmentIndexAt(segments, 8.9)).toBe(1)
  expect(segmentIndexAt(segments, 100)).toBe(2)
  expect(segmentIndexAt([], 5)).toBe(-1)
})

test('the quick search finds what a walk through all lines finds', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(500)), fc.nat(600), (starts, time) => {
      const lines = starts.toSorted((one, other) => one - other).map((start) => ({ start }))
      expect(segmentIndexAt(lines, time)).toBe(lines.findLastIndex(({ start }) => start <= time))
    }),
  )
})
