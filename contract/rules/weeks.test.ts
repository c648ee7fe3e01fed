import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, calendarDay, startOfDay } from './calendar.ts'
import {
  type PlanCalendar,
  sessionDateError,
  visibleWeeks,
  valueWeekError,
  longWeekName,
  weekName,
  weekNumberAt,
  weekRanges,
  weekStart,
} from './weeks.ts'

const day = 24 * 3600 * 1000
const later = (from: Date, ms: number) => new Date(from.getTime() + ms)

const instant = fc.date({
  min: new Date('1995-01-01T00:00:00Z'),
  max: new Date('2080-01-01'),
  noInvalidDate: true,
})
const plan: fc.Arbitrary<PlanCalendar> = fc.record({
  createdAt: instant,
  timeZone: fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
})

describe('the treatment week', () => {
  test.each([
    // Both clock changes are in between: the boundary stays at midnight.
    [
      'Europe/Copenhagen',
      '2026-03-23T09:30',
      ['2026-03-23T00:00+01:00', '2026-03-29T23:59:59.999+02:00'],
      1,
    ],
    [
      'Europe/Copenhagen',
      '2026-03-23T09:30',
      ['2026-03-30T00:00+02:00', '2026-04-05T23:59+02:00'],
      2,
    ],
    [
      'Europe/Copenhagen',
      '2026-03-23T09:30',
      ['2026-10-26T00:00+01:00', '2026-11-01T23:59+01:00'],
      32,
    ],
    [
      'America/New_York',
      '2026-10-26T20:00',
      ['2026-10-26T00:00-04:00', '2026-11-01T23:59-05:00'],
      1,
    ],
    [
      'America/New_York',
      '2026-10-26T20:00',
      ['2026-11-02T00:00-05:00', '2026-11-08T12:00-05:00'],
      2,
    ],
    ['Asia/Kolkata', '2026-01-01T00:30', ['2026-01-08T00:00+05:30', '2026-01-14T23:59+05:30'], 2],
    [
      'Australia/Lord_Howe',
      '2026-03-30T12:00',
      ['2026-04-06T00:00+10:30', '2026-04-12T23:59+10:30'],
      2,
    ],
    // Samoa skipped 30 December 2011: this week has six days.
    ['Pacific/Apia', '2011-12-26T12:00', ['2011-12-26T00:00-10:00', '2012-01-01T23:59+14:00'], 1],
    ['Pacific/Apia', '2011-12-26T12:00', ['2012-01-02T00:00+14:00', '2012-01-08T23:59+14:00'], 2],
  ])('in %s, created at %s, the range %j is in W%d', (timeZone, begun, ends, week) => {
    // Any hour of the first day gives the same weeks.
    const [date = '', hour = ''] = begun.split('T')
    const createdAt = later(startOfDay(date, timeZone), Number(hour.slice(0, 2)) * 3600 * 1000)
    for (const at of ends) expect(weekNumberAt(new Date(at), { createdAt, timeZone })).toBe(week)
    const [first = '', last = ''] = ends
    const calendar = { createdAt, timeZone }
    if (first.includes('T00:00'))
      expect(weekNumberAt(later(new Date(first), -1), calendar)).toBe(week - 1)
    if (last.includes('59.999'))
      expect(weekNumberAt(later(new Date(last), 1), calendar)).toBe(week + 1)
  })

  test('is seven whole dates in every time zone and year', () => {
    fc.assert(
      fc.property(plan, fc.integer({ min: -100, max: 800 }), (of, week) => {
        const first = weekStart(week, of)
        expect(weekStart(week + 1, of)).toBe(addDays(first, 7))
        for (const offset of [0, 3, 6]) {
          const date = addDays(first, offset)
          const begin = startOfDay(date, of.timeZone)
          // A date that the time zone skipped has no instant.
          if (calendarDay(begin, of.timeZone) !== date) continue
          expect(weekNumberAt(begin, of)).toBe(week)
          const end = later(startOfDay(addDays(date, 1), of.timeZone), -1)
          expect(weekNumberAt(end, of)).toBe(week)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('is W1 when a client is created, and never decreases a day later', () => {
    fc.assert(
      fc.property(plan, instant, fc.integer({ min: day, max: 60 * day }), (of, at, more) => {
        expect(weekNumberAt(new Date(of.createdAt), of)).toBe(1)
        expect(weekNumberAt(later(at, more), of)).toBeGreaterThanOrEqual(weekNumberAt(at, of))
      }),
    )
  })

  test('has a name, even before W1', () => {
    expect([-17, 0, 1, 30].map(weekName)).toEqual(['Before W1', 'Before W1', 'W1', 'W30'])
    expect([-17, 2].map(longWeekName)).toEqual(['Before W1', 'Week 2'])
  })
})

describe('the shown weeks', () => {
  const calendar = { createdAt: '2026-01-01T00:00:00Z', timeZone: 'UTC' }
  const shown = (range: (typeof weekRanges)[number], days: number) =>
    visibleWeeks(range, later(new Date(calendar.createdAt), days * day), calendar)

  test('of "All" are twelve at first, then two more than have begun', () => {
    expect(shown('all', 0)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
    expect(shown('all', 9 * 7 + 1)).toHaveLength(12)
    expect(shown('all', 15 * 7)).toHaveLength(18)
    expect(shown('all', 15 * 7).at(-1)).toBe(18)
  })

  test('of "Last N" end with the current week and begin at W1 at the earliest', () => {
    expect(shown(4, 0)).toEqual([1])
    expect(shown(4, 2 * 7)).toEqual([1, 2, 3])
    expect(shown(4, 19 * 7)).toEqual([17, 18, 19, 20])
    expect(shown(20, 19 * 7)).toHaveLength(20)
  })

  test('begin at W1 even if the clock is slow', () => {
    expect(shown(4, -3)).toEqual([1])
    expect(shown('all', -3)).toHaveLength(12)
  })

  test('are consecutive, include the current week, and are as many as the range says', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...weekRanges),
        plan,
        fc.integer({ min: 0, max: 1500 * 7 * day }),
        (range, of, since) => {
          const now = later(new Date(of.createdAt), since)
          const weeks = visibleWeeks(range, now, of)
          const begun = Math.max(1, weekNumberAt(now, of))
          expect(weeks).toContain(begun)
          expect(weeks).toHaveLength(
            range === 'all' ? Math.max(12, begun + 2) : Math.min(range, begun),
          )
          for (const [index, number] of weeks.entries())
            expect(number).toBe((weeks[0] ?? 0) + index)
          expect(weeks[0]).toBeGreaterThanOrEqual(1)
          if (range !== 'all') expect(weeks.at(-1)).toBe(begun)
        },
      ),
    )
  })
})

describe('the date of a session', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const of = { createdAt: '2026-11-05T09:30:00Z', timeZone: 'Europe/Copenhagen' }
  const errorAt = (at: string) => sessionDateError(new Date(at), now, of)

  test('may be any time from the first day of the plan, even before the hour of its creation', () => {
    for (const at of ['2026-11-05T00:00+01:00', '2026-11-20T10:00Z', '2031-11-21T12:00Z'])
      expect(errorAt(at)).toBeUndefined()
  })

  test('before the plan is rejected with an error that names the day', () => {
    const sentence = 'The plan began on Nov 5, 2026: a session cannot be before that day.'
    for (const at of ['2026-11-04T23:59:59.999+01:00', '2026-07-05T10:00Z', '0001-01-01T00:00Z'])
      expect(errorAt(at)).toBe(sentence)
  })

  test('too far ahead, or invalid, is rejected with an error that names the limit', () => {
    for (const at of ['2031-11-21T12:00:00.001Z', '9999-12-31T10:00Z', '+275760-01-01T00:00Z', 'x'])
      expect(errorAt(at)).toBe('The date must be within 5 years from now.')
  })
})

test('a value can be entered from W1 to the current week', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -5, max: 120 }),
      fc.integer({ min: 0, max: 700 }),
      (week, days) => {
        const plan = { createdAt: '2026-01-05T09:00:00Z', timeZone: 'Europe/Copenhagen' }
        const now = new Date(Date.parse(plan.createdAt) + days * 24 * 3600 * 1000)
        const isFine = valueWeekError(week, now, plan) === undefined
        expect(isFine).toBe(week >= 1 && week <= weekNumberAt(now, plan))
      },
    ),
  )
})
