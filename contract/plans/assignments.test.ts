import { describe, expect, test } from 'vitest'
import { restOfSeries, weeklyFrom } from './assignment-changes.ts'
import { isOverdue } from './assignments.ts'
import { addDays, calendarDay } from '../rules/calendar.ts'
import { weekNumberOn } from '../rules/weeks.ts'

const zones = ['Europe/Copenhagen', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo']

test('a weekly series keeps its weekday across clock changes, with one date in each week of the plan', () => {
  for (let start = 0; start < 730; start += 3) {
    const first = addDays('2025-01-01', start)
    const days = weeklyFrom(first, 26)
    expect(days).toHaveLength(26)
    expect(new Set(days.map((day) => new Date(day).getUTCDay())).size).toBe(1)
    for (const timeZone of zones) {
      const plan = { createdAt: new Date(Date.parse(first) - (start % 400) * 3_600_000), timeZone }
      const weeks = days.map((day) => weekNumberOn(day, plan))
      expect(weeks).toEqual(weeks.map((_, index) => (weeks[0] ?? 0) + index))
    }
  }
})

describe('an assignment is overdue', () => {
  const due = { dueDate: '2026-11-21', completedAt: null }
  test('from the day after its due date, in the time zone of the installation', () => {
    const at = (instant: string) =>
      isOverdue(due, calendarDay(new Date(instant), 'Europe/Copenhagen'))
    expect(at('2026-11-21T22:59:59Z')).toBe(false)
    expect(at('2026-11-21T23:00:00Z')).toBe(true)
  })
  test('never without a due date, nor once it is completed', () => {
    expect(isOverdue({ ...due, dueDate: null }, '2030-01-01')).toBe(false)
    expect(isOverdue({ ...due, completedAt: '2026-11-25T10:00:00Z' }, '2030-01-01')).toBe(false)
  })
})

test('the rest of a series is the assignment and the later ones', () => {
  const all = [
    { id: 'a', seriesId: 's', dueDate: '2026-11-01' },
    { id: 'b', seriesId: 's', dueDate: '2026-11-08' },
    { id: 'c', seriesId: 's', dueDate: '2026-11-15' },
    { id: 'd', seriesId: null, dueDate: '2026-11-22' },
    { id: 'e', seriesId: 't', dueDate: '2026-11-22' },
  ]
  const rest = (index: number) => all.slice(index, index + 1).flatMap((it) => restOfSeries(it, all))
  expect(rest(1).map(({ id }) => id)).toEqual(['b', 'c'])
  expect(rest(3).map(({ id }) => id)).toEqual(['d'])
})
