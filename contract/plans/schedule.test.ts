import { describe, expect, test } from 'vitest'
import { addDays, calendarDay, minutesOfDay, toInstant } from '../rules/calendar.ts'
import { isOfDay, moveError, nextFreeTime, sameSlotInWeek, usualSlot } from './schedule.ts'
import { weekNumberAt } from '../rules/weeks.ts'

const zones = [
  'Europe/Copenhagen',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'UTC',
]
/** Repeatable numbers below `end`. */
function numbers(seed: number) {
  let state = seed
  return (end: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % end
  }
}
const clock = (at: Date, timeZone: string) => ({
  day: calendarDay(at, timeZone),
  minutes: minutesOfDay(at, timeZone),
})

describe('the instant of a time of day', () => {
  test.each(zones)('is where the clock of %s shows it, also across clock changes', (timeZone) => {
    const next = numbers(7)
    for (let count = 0; count < 4_000; count++) {
      const day = addDays('2020-01-01', next(2_000))
      // Clocks do not change by day; at night a time may not exist.
      const minutes = 5 * 60 + next(19 * 60)
      expect(clock(toInstant(day, minutes, timeZone), timeZone)).toEqual({ day, minutes })
    }
  })

  test('moves forward where the clock skips it, and is the first of two', () => {
    const at = (day: string, hour: number) =>
      toInstant(day, hour * 60 + 30, 'Europe/Copenhagen').toISOString()
    expect(at('2026-03-29', 2)).toBe('2026-03-29T01:30:00.000Z')
    expect(at('2026-10-25', 2)).toBe('2026-10-25T00:30:00.000Z')
    expect(at('2026-10-25', 3)).toBe('2026-10-25T02:30:00.000Z')
  })
})

describe('the usual slot of a client', () => {
  test('keeps its weekday and time across clock changes', () => {
    for (const timeZone of zones) {
      const next = numbers(11)
      for (let count = 0; count < 200; count++) {
        const first = addDays('2025-01-01', next(365))
        const minutes = 7 * 60 + next(12 * 60)
        const weekly = Array.from({ length: 20 }, (_, week) =>
          toInstant(addDays(first, -7 * week), minutes, timeZone),
        )
        // Two sessions moved once do not count.
        weekly[0] = new Date((weekly[0]?.getTime() ?? 0) + 3 * 3_600_000)
        weekly[1] = new Date((weekly[1]?.getTime() ?? 0) + 26 * 3_600_000)
        expect(usualSlot(weekly, timeZone)).toEqual({
          weekday: new Date(first).getUTCDay(),
          minutes,
        })
      }
    }
  })

  test('is the latest of equally frequent ones, and undefined without sessions', () => {
    const dates = ['2026-11-20T10:00:00Z', '2026-11-12T09:00:00Z'].map((it) => new Date(it))
    expect(usualSlot(dates, 'UTC')).toEqual({ weekday: 5, minutes: 600 })
    expect(usualSlot([], 'UTC')).toBeUndefined()
  })
})

describe('the next free time of a slot', () => {
  test('is in the future, at that time, in the first week of the plan without a session', () => {
    for (const timeZone of zones) {
      const next = numbers(3)
      for (let count = 0; count < 300; count++) {
        const createdAt = new Date(Date.UTC(2025, 0, 1) + next(300 * 24) * 3_600_000)
        const now = new Date(createdAt.getTime() + next(400 * 24 * 60) * 60_000)
        const plan = { createdAt, timeZone }
        const slot = { weekday: next(7), minutes: 6 * 60 + next(14 * 60) }
        const week = weekNumberAt(now, plan)
        const taken = new Set([week + next(3), week + next(3)])
        const at = nextFreeTime(slot, { now, plan, taken, isFree: () => true })
        expect(at).toBeDefined()
        if (!at) continue
        expect(at > now).toBe(true)
        expect(usualSlot([at], timeZone)).toEqual(slot)
        const found = weekNumberAt(at, plan)
        expect(taken.has(found)).toBe(false)
        // Every earlier week is occupied, or its time has passed.
        for (let before = week; before < found; before++)
          expect(taken.has(before) || sameSlotInWeek(at, before, plan) <= now).toBe(true)
      }
    }
  })

  test('is later when the first time is not free, and undefined when none is', () => {
    const plan = { createdAt: '2026-01-01T00:00:00Z', timeZone: 'UTC' }
    const now = new Date('2026-02-01T00:00:00Z')
    const search = { now, plan, taken: new Set<number>() }
    const slot = { weekday: 1, minutes: 600 }
    const isLater = (at: Date) => at > new Date('2026-02-10T00:00:00Z')
    expect(nextFreeTime(slot, { ...search, isFree: isLater })).toEqual(
      new Date('2026-02-16T10:00:00Z'),
    )
    expect(nextFreeTime(slot, { ...search, isFree: () => false })).toBeUndefined()
  })
})

test('a session dragged to another week keeps its weekday and time across clock changes', () => {
  for (const timeZone of zones) {
    const plan = { createdAt: '2025-01-08T11:00:00Z', timeZone }
    const next = numbers(5)
    for (let count = 0; count < 400; count++) {
      const at = toInstant(addDays('2025-01-08', next(400)), 6 * 60 + next(14 * 60), timeZone)
      const week = 1 + next(60)
      const moved = sameSlotInWeek(at, week, plan)
      expect(weekNumberAt(moved, plan)).toBe(week)
      expect(usualSlot([moved], timeZone)).toEqual(usualSlot([at], timeZone))
    }
  }
})

describe('a session', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const [past, future] = [new Date('2026-11-01T12:00:00Z'), new Date('2026-12-01T12:00:00Z')]
  const bare = {
    status: 'open' as const,
    recordingUrl: null,
    hasRawTranscript: false,
    hasConversation: false,
    metrics: [],
  }
  const measured = [
    {
      ...{ id: '1', definitionName: 'Mood', categoryName: 'Wellbeing', value: 60, unit: null },
      ...{ lowest: 0, highest: 100, isMoreBetter: null, check: null },
    },
  ]
  test.each([
    [bare, future, undefined],
    [{ ...bare, status: 'scheduled' as const }, past, undefined],
    [{ ...bare, recordingUrl: '/x' }, past, undefined],
    [{ ...bare, recordingUrl: '/x' }, future, /^A session with a recording/],
    [{ ...bare, hasRawTranscript: true }, future, /^A session with a recording/],
    [{ ...bare, hasConversation: true }, future, /^A session with a recording/],
    [{ ...bare, metrics: measured }, past, undefined],
    [{ ...bare, metrics: measured }, future, /^A session with values/],
    [{ ...bare, status: 'completed' as const }, past, undefined],
    [
      { ...bare, status: 'completed' as const },
      future,
      /^A completed session cannot be moved into the future/,
    ],
    [{ ...bare, status: 'archived' as const }, past, /^An archived session cannot be moved/],
  ])('%j can be moved to %s, or has an error', (session, to, fault) => {
    const said = moveError(session, to, now)
    if (fault) expect(said).toMatch(fault)
    else expect(said).toBeUndefined()
  })
})

test.each([
  ['2026-11-29T22:59:00Z', false],
  ['2026-11-29T23:00:00Z', true],
  ['2026-11-30T22:40:00Z', true],
  ['2026-11-30T23:19:00Z', true],
  ['2026-11-30T23:20:00Z', false],
])('at %s a session of 23:30 in Copenhagen is of this day: %s', (now, isOf) => {
  const session = { sessionDate: '2026-11-30T22:30:00Z', durationMinutes: 50 }
  expect(isOfDay(session, new Date(now), 'Europe/Copenhagen')).toBe(isOf)
})
