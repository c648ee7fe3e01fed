import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, calendarDay, daysBetween, isTimeZone, getMonday, startOfDay } from './calendar.ts'

const zones = Intl.supportedValuesOf('timeZone')
const zone = fc.constantFrom(...zones)
const day = fc
  .integer({
    min: daysBetween('1970-01-01', '1995-01-01'),
    max: daysBetween('1970-01-01', '2080-12-31'),
  })
  .map((days) => addDays('1970-01-01', days))

test.each([
  ['2026-11-21T22:59:59Z', 'Europe/Copenhagen', '2026-11-21'],
  ['2026-11-21T23:00:00Z', 'Europe/Copenhagen', '2026-11-22'],
  ['2026-06-21T22:00:00Z', 'Europe/Copenhagen', '2026-06-22'],
  ['2026-11-21T18:30:00Z', 'Asia/Kolkata', '2026-11-22'],
  ['2026-11-21T18:14:59Z', 'Asia/Kathmandu', '2026-11-21'],
  ['2026-11-21T18:15:00Z', 'Asia/Kathmandu', '2026-11-22'],
  ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29'],
  ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31'],
  ['0033-04-03T12:00:00Z', 'UTC', '0033-04-03'],
])('%s is in %s the %s', (at, timeZone, expected) => {
  expect(calendarDay(new Date(at), timeZone)).toBe(expected)
})

describe('the beginning of a day', () => {
  test.each([
    ['2026-03-29', 'Europe/Copenhagen', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Copenhagen', '2026-03-29T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Copenhagen', '2026-10-25T23:00:00.000Z'],
    // Clocks go forward at midnight: the day begins at 1 AM.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    // Summer time of half an hour.
    ['2026-10-05', 'Australia/Lord_Howe', '2026-10-04T13:00:00.000Z'],
    // A skipped day begins with the next one.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s in %s is %s', (of, timeZone, expected) => {
    expect(startOfDay(of, timeZone).toISOString()).toBe(expected)
  })

  test('is its first instant, in every time zone', () => {
    fc.assert(
      fc.property(day, zone, (of, timeZone) => {
        const begin = startOfDay(of, timeZone)
        expect(calendarDay(new Date(begin.getTime() - 1), timeZone) < of).toBe(true)
        const first = calendarDay(begin, timeZone)
        // Only a skipped day begins on the next one.
        expect([of, addDays(of, 1)]).toContain(first)
      }),
      { numRuns: 400 },
    )
  })
})

test('adding and counting days ignores clock changes', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -5000, max: 5000 }), (from, days) => {
      expect(daysBetween(from, addDays(from, days))).toBe(days)
    }),
  )
})

test('a week begins on Monday', () => {
  for (const of of ['2031-06-02', '2031-06-05', '2031-06-08'])
    expect(getMonday(of)).toBe('2031-06-02')
  expect(getMonday('2031-06-09')).toBe('2031-06-09')
})

test('only known names are time zones', () => {
  expect(zones.filter((it) => !isTimeZone(it))).toEqual([])
  for (const wrong of ['', 'Copenhagen', 'Europe/Nowhere', 'Europe/Copenhagen '])
    expect(isTimeZone(wrong)).toBe(false)
})
