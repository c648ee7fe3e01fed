import { describe, expect, test } from 'vitest'
import {
  formatWorkingHours,
  toWeeklyHours,
  weeklyHours,
  type WorkingHours,
} from './working-hours.ts'

const office: WorkingHours = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }

test.each([
  [[1, 2, 3, 4, 5], 'Monday to Friday, 8:00 AM–6:00 PM'],
  [[0, 6], 'Saturday, Sunday, 8:00 AM–6:00 PM'],
  [[1, 3, 5], 'Monday, Wednesday, Friday, 8:00 AM–6:00 PM'],
  [[0, 1, 2, 3, 4, 5, 6], 'Every day, 8:00 AM–6:00 PM'],
])('%j are formatted as %s', (days, words) => {
  expect(formatWorkingHours({ ...office, days })).toBe(words)
})

describe('the hours of a week', () => {
  const range = (weekday: number, from: string, to: string) => ({ weekday, from, to })
  const faultOf = (ranges: unknown) => weeklyHours.safeParse(ranges).error?.issues[0]?.message

  test('may have several ranges a day, and are sorted from Monday', () => {
    const [morning, evening] = [range(1, '09:00', '12:00'), range(1, '12:00', '17:30')]
    const sunday = range(0, '10:00', '11:00')
    expect(weeklyHours.parse([sunday, evening, morning])).toEqual([morning, evening, sunday])
    expect(weeklyHours.parse([])).toEqual([])
    expect(weeklyHours.parse(toWeeklyHours(office))).toHaveLength(5)
  })

  test.each([
    [[range(1, '09:00', '12:00'), range(1, '11:30', '13:00')], 'Hours of one day must not overlap'],
    [[range(1, '12:00', '12:00')], 'End must be after the start'],
    [[range(1, '9', '12:00')], 'Start is a time such as 08:00'],
    [[range(1, '09:00', '24:00')], 'End is a time such as 18:00'],
  ])('are refused: %j', (ranges, fault) => {
    expect(faultOf(ranges)).toBe(fault)
  })
})
