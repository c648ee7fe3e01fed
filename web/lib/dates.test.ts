import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatMonthAndDay,
  formatRelativeDay,
  nextFullHour,
  parseDateTimeField,
  toDateTimeField,
} from './dates.ts'

const local = (text: string) => new Date(text)

test('dates are shown as short month, day and year', () => {
  expect(formatDate(local('2026-11-21T15:00'))).toBe('Nov 21, 2026')
  expect(formatMonthAndDay('2026-01-05')).toBe('Jan 5')
  expect(formatDateTime(local('2026-11-21T09:30'))).toBe('Nov 21, 2026, 9:30 AM')
})

test.each([
  ['2026-11-21T14:20', '2026-11-21T15:00'],
  ['2026-11-21T15:00', '2026-11-21T16:00'],
  ['2026-12-31T23:59', '2027-01-01T00:00'],
])('the next full hour after %s is %s', (now, next) =>
  expect(nextFullHour(local(now))).toEqual(local(next)),
)

test('the next full hour is always in the future, and soon', () =>
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      (now) => {
        const wait = nextFullHour(now).getTime() - now.getTime()
        expect(wait).toBeGreaterThan(0)
        // Two hours on the night when the clocks go back.
        expect(wait).toBeLessThanOrEqual(2 * 3600 * 1000)
      },
    ),
  ))

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})
test.each(['Pacific/Honolulu', 'Pacific/Auckland'])(
  'a calendar day is the same day in %s',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    vi.resetModules()
    const dates = await import('./dates.ts')
    expect(dates.formatTime('2026-11-21T12:00:00Z')).not.toBe('12:00 PM')
    expect(dates.formatCalendarDay('2026-11-21')).toBe('Nov 21, 2026')
    expect(dates.formatWeekday('2026-11-21')).toBe('Sat')
  },
)

test.each([
  ['2026-11-20T23:59', 'Friday, Nov 20'],
  ['2026-11-21T00:00', 'Today'],
  ['2026-11-22T00:00', 'Tomorrow'],
  ['2026-11-23T00:00', 'Monday, Nov 23'],
])('late on November 21, %s is %s', (at, text) =>
  expect(formatRelativeDay(local(at).toISOString(), local('2026-11-21T23:30'))).toBe(text),
)

test('a date and time field survives a round trip, and is empty for an invalid time', () => {
  expect(toDateTimeField(parseDateTimeField('2026-07-31T23:59'))).toBe('2026-07-31T23:59')
  expect(['', 'yesterday'].map(toDateTimeField)).toEqual(['', ''])
  expect(['', 'soon'].map(parseDateTimeField)).toEqual(['', ''])
})
