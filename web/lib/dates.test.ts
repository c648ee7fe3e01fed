import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import {
  startOfLocalDay,
  formatRelativeDay,
  toDateTimeField,
  parseDateTimeField,
  parseDateAndTime,
  toDateAndTimeFields,
  nextFullHour,
  formatDate,
  formatDateTime,
  formatMonthAndDay,
} from './dates.ts'

const local = (text: string) => new Date(text)

test('dates show as short month, day and year', () => {
  expect(formatDate(local('2026-11-21T15:00'))).toBe('Nov 21, 2026')
  expect(formatMonthAndDay('2026-01-05')).toBe('Jan 5')
  expect(formatDateTime(local('2026-11-21T15:05'))).toBe('Nov 21, 2026, 3:05 PM')
})

test('the next full hour is later today, or tomorrow before midnight', () => {
  expect(nextFullHour(local('2026-11-21T14:20'))).toEqual(local('2026-11-21T15:00'))
  expect(nextFullHour(local('2026-11-21T15:00'))).toEqual(local('2026-11-21T16:00'))
  expect(nextFullHour(local('2026-12-31T23:59'))).toEqual(local('2027-01-01T00:00'))
})

test('the next full hour is never past, and soon', () =>
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      (now) => {
        const { date, time } = toDateAndTimeFields(nextFullHour(now))
        const wait = Date.parse(parseDateAndTime(date, time)) - now.getTime()
        expect(wait).toBeGreaterThan(0)
        // Two hours on the night when the clocks go back.
        expect(wait).toBeLessThanOrEqual(2 * 3600 * 1000)
      },
    ),
  ))

test('what is picked is what is read again', () => {
  expect(formatDateTime(parseDateAndTime('2026-11-21', '09:30'))).toBe('Nov 21, 2026, 9:30 AM')
})

// What was read under another clock is nothing for the tests that share this worker.
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

test('a day near by has a word, another its weekday', () => {
  const now = local('2026-11-21T23:30')
  const words = (at: string) => formatRelativeDay(local(at).toISOString(), now)
  expect(words('2026-11-21T00:00')).toBe('Today')
  expect(words('2026-11-22T00:00')).toBe('Tomorrow')
  expect(words('2026-11-23T00:00')).toBe('Monday, Nov 23')
  expect(words('2026-11-20T23:59')).toBe('Friday, Nov 20')
  expect(startOfLocalDay(now)).toEqual(local('2026-11-21T00:00'))
})

test.each(['2026-11-21T15:00', '2026-01-01T00:00', '2026-07-31T23:59'])(
  'the field %s comes back from its instant',
  (field) => expect(toDateTimeField(parseDateTimeField(field))).toBe(field),
)

test('what is no time is an empty field and no instant', () => {
  expect(['', 'yesterday'].map(toDateTimeField)).toEqual(['', ''])
  expect(['', 'soon'].map(parseDateTimeField)).toEqual(['', ''])
})
