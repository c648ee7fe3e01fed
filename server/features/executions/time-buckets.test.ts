import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxBuckets } from '#contract/executions/executions.ts'
import { timeBuckets } from './time-buckets.ts'

const at = (instant: string) => Date.parse(instant)
const zone = 'Europe/Copenhagen'
const starts = (from: string, to: string, timeZone = zone) => {
  const parts = timeBuckets({ from: at(from), to: at(to), timeZone })
  return parts.map((it) => new Date(it).toISOString())
}

test.each([
  ['an hour', '2026-11-22T10:00:00Z', '2026-11-22T11:00:00Z', 60, '2026-11-22T10:01:00.000Z'],
  ['a day', '2026-11-22T10:07:00Z', '2026-11-23T10:00:00Z', 48, '2026-11-22T10:30:00.000Z'],
  ['a week', '2026-11-15T23:00:00Z', '2026-11-22T23:00:00Z', 56, '2026-11-16T02:00:00.000Z'],
  ['two months', '2026-09-24T10:00:00Z', '2026-11-22T10:00:00Z', 60, '2026-09-24T22:00:00.000Z'],
  ['half a year', '2026-05-22T10:00:00Z', '2026-11-22T10:00:00Z', 27, '2026-05-28T22:00:00.000Z'],
])('%s has buckets of a common length', (_, from, to, number, second) => {
  const parts = starts(from, to)
  expect(parts).toHaveLength(number)
  expect(parts[1]).toBe(second)
})

test('days begin at midnight, even across clock changes', () => {
  const parts = starts('2026-10-01T00:00:00Z', '2026-11-10T00:00:00Z')
  expect(parts.slice(24, 27)).toEqual([
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
    '2026-10-26T23:00:00.000Z',
  ])
})

test('there are at most sixty buckets, in order, that cover the period', () => {
  const instant = fc.integer({ min: at('1900-01-01'), max: at('2200-12-31') })
  const length = fc.oneof(
    ...[3_600_000, 30 * 24 * 3_600_000, 300 * 365 * 24 * 3_600_000].map((max) =>
      fc.integer({ min: 1, max }),
    ),
  )
  const zones = fc.constantFrom('UTC', zone, 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Apia')
  fc.assert(
    fc.property(instant, length, zones, (from, ms, timeZone) => {
      const to = from + ms
      const all = timeBuckets({ from, to, timeZone })
      expect(all.length).toBeGreaterThan(0)
      expect(all.length).toBeLessThanOrEqual(maxBuckets)
      expect(all[0]).toBeLessThanOrEqual(from)
      expect(all.at(-1)).toBeLessThan(to)
      expect(all.every((it, index) => index === 0 || it > (all[index - 1] ?? 0))).toBe(true)
    }),
  )
})
