import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeSlope, type TrendPoint, computeTrend } from './trend.ts'

const value = fc.double({ min: 0, max: 100, noNaN: true })
const series = fc
  .uniqueArray(fc.integer({ min: 1, max: 200 }), { minLength: 2, maxLength: 40 })
  .chain((weeks) =>
    fc
      .array(value, { minLength: weeks.length, maxLength: weeks.length })
      .map((values) => weeks.map((week, at): TrendPoint => ({ week, value: values[at] ?? 0 }))),
  )

test('there is no trend for fewer than two weeks with a value', () => {
  expect(computeTrend([])).toBeNull()
  expect(computeTrend([{ week: 3, value: 50 }])).toBeNull()
  expect(
    computeTrend([
      { week: 3, value: 50 },
      { week: 3, value: 60 },
    ]),
  ).toBeNull()
})

test('a rising value is up, a falling one down, and a change of less than a point flat', () => {
  const from40to = (last: number) =>
    computeTrend([
      { week: 1, value: 40 },
      { week: 5, value: last },
    ])
  expect(from40to(52)).toEqual({ direction: 'up', change: 12, since: 1 })
  expect(from40to(39)).toMatchObject({ direction: 'down', change: -1 })
  expect(from40to(40.9)?.direction).toBe('flat')
})

test('the direction follows the last four weeks with a value, the change is since the first', () => {
  const values = [90, 36, 70, 70, 72]
  const points = values.map((value, index) => ({ week: 2 * index + 1, value }))
  expect(computeTrend(points.toReversed())).toEqual({ direction: 'up', change: -18, since: 1 })
})

test('values on a straight line give that line, also with missing weeks', () =>
  fc.assert(
    fc.property(series, value, fc.double({ min: -5, max: 5, noNaN: true }), (points, at, slope) => {
      const line = points.map(({ week }) => ({ week, value: at + slope * week }))
      expect(computeSlope(line)).toBeCloseTo(slope, 6)
    }),
  ))

test('no other line through the mean is closer to the values', () =>
  fc.assert(
    fc.property(series, fc.double({ min: -1, max: 1, noNaN: true }), (points, tilt) => {
      const mean = (of: (it: TrendPoint) => number) =>
        points.reduce((sum, it) => sum + of(it), 0) / points.length
      const [week, middle] = [mean((it) => it.week), mean((it) => it.value)]
      const distance = (slope: number) =>
        points.reduce((sum, it) => sum + (it.value - middle - slope * (it.week - week)) ** 2, 0)
      const best = computeSlope(points)
      expect(distance(best)).toBeLessThanOrEqual(distance(best + tilt) + 1e-6)
    }),
  ))

test('the order of the values does not matter, and mirrored values reverse the trend', () =>
  fc.assert(
    fc.property(series, (points) => {
      expect(computeSlope(points.toReversed())).toBeCloseTo(computeSlope(points), 9)
      const mirrored = points.map((it) => ({ ...it, value: 100 - it.value }))
      expect(computeSlope(mirrored)).toBeCloseTo(-computeSlope(points), 9)
    }),
  ))
