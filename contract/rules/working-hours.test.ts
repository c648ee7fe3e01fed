import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatWorkingHours,
  isInWorkingHours,
  nextWithin,
  type WorkingHours,
} from './working-hours.ts'

const twoDigits = (number: number) => String(number).padStart(2, '0')
const time = (minutes: number) =>
  `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
const hours: fc.Arbitrary<WorkingHours> = fc
  .record({
    days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    from: fc.integer({ min: 0, max: 1438 }),
    length: fc.integer({ min: 1, max: 1439 }),
  })
  .map(({ days, from, length }) => ({
    ...{ days, from: time(from), to: time(Math.min(1439, from + length)) },
  }))
const zone = fc.constantFrom('UTC', 'Europe/Copenhagen', 'Asia/Kathmandu', 'Pacific/Apia')
const instant = fc
  .integer({ min: Date.parse('2025-01-01T00:00:00Z'), max: Date.parse('2027-12-31T00:00:00Z') })
  .map((at) => new Date(at - (at % 60_000)))

const office: WorkingHours = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }
const at = (text: string) => new Date(`${text}:00Z`)

describe('working hours', () => {
  test.each([
    ['2026-11-20T08:00', true],
    ['2026-11-20T17:59', true],
    ['2026-11-20T07:59', false],
    ['2026-11-20T18:00', false],
    ['2026-11-21T10:00', false],
  ])('of weekdays from eight to six include %s: %s', (text, is) => {
    expect(isInWorkingHours(office, at(text), 'UTC')).toBe(is)
  })

  test('are in the time zone of the installation', () => {
    expect(isInWorkingHours(office, at('2026-11-20T17:30'), 'Europe/Copenhagen')).toBe(false)
    expect(isInWorkingHours(office, at('2026-07-20T06:30'), 'Europe/Copenhagen')).toBe(true)
  })
})

describe('the next time within working hours', () => {
  test.each([
    ['2026-11-20T10:00', '2026-11-20T10:00'],
    ['2026-11-20T06:00', '2026-11-20T08:00'],
    ['2026-11-20T18:00', '2026-11-23T08:00'],
  ])('after %s is %s', (from, next) => {
    expect(nextWithin(office, at(from), 'UTC')).toEqual(at(next))
  })

  test('is within them and not earlier, also across clock changes', () => {
    fc.assert(
      fc.property(hours, instant, zone, (of, from, timeZone) => {
        const next = nextWithin(of, from, timeZone)
        expect(next.getTime()).toBeGreaterThanOrEqual(from.getTime())
        expect(isInWorkingHours(of, next, timeZone)).toBe(true)
      }),
    )
  })

  test('is the earliest one, where no clock is put forward', () => {
    fc.assert(
      fc.property(
        hours,
        instant,
        fc.constantFrom('UTC', 'Asia/Kathmandu'),
        (of, from, timeZone) => {
          const next = nextWithin(of, from, timeZone).getTime()
          for (let it = from.getTime(); it < next; it += 15 * 60_000)
            expect(isInWorkingHours(of, new Date(it), timeZone)).toBe(false)
        },
      ),
      { numRuns: 30 },
    )
  })
})

test.each([
  [[1, 2, 3, 4, 5], 'Monday to Friday, 8:00 AM–6:00 PM'],
  [[0, 6], 'Saturday, Sunday, 8:00 AM–6:00 PM'],
  [[1, 3, 5], 'Monday, Wednesday, Friday, 8:00 AM–6:00 PM'],
  [[0, 1, 2, 3, 4, 5, 6], 'Every day, 8:00 AM–6:00 PM'],
])('%j are formatted as %s', (days, words) => {
  expect(formatWorkingHours({ ...office, days })).toBe(words)
})
