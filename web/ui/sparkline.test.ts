import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sparklinePoints } from './sparkline.tsx'

test('A sparkline runs from left to right, its highest value at the top', () => {
  const { runs, last } = sparklinePoints([0, 10, 5], 106, 26)
  expect(runs).toEqual([['3,23', '53,3', '103,13']])
  expect(last).toEqual([103, 13])
})

test('A missing value breaks the line, and the dot stands on the last known one', () => {
  const { runs, last } = sparklinePoints([null, 1, null, 2, 3, null], 106, 26)
  expect(runs.map((run) => run.length)).toEqual([1, 2])
  expect(last).toEqual([83, 3])
})

test('Nothing known draws nothing', () => {
  expect(sparklinePoints([], 96, 24)).toEqual({ runs: [], last: undefined })
  expect(sparklinePoints([null, null], 96, 24)).toEqual({ runs: [], last: undefined })
})

test('Every point lies within the box, one for each known value', () => {
  const values = fc.array(fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true })))
  fc.assert(
    fc.property(values, (course) => {
      const points = sparklinePoints(course, 96, 24).runs.flat()
      expect(points).toHaveLength(course.filter((value) => value !== null).length)
      for (const point of points) {
        const [x = -1, y = -1] = point.split(',').map(Number)
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(96)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(24)
      }
    }),
  )
})
