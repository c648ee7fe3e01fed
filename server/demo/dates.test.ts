import { expect, test } from 'vitest'
import { dayAt } from './dates.ts'

test('a session stays at eleven on the days when daylight saving time starts and ends', () => {
  const timeZone = 'Europe/Copenhagen'
  for (const [day, before, on, after] of [
    ['2027-03-28', '10:00', '09:00', '09:00'],
    ['2027-10-31', '09:00', '10:00', '10:00'],
  ] as const) {
    const moment = { now: new Date(`${day}T12:00:00Z`), timeZone }
    const hours = [-1, 0, 1].map((days) => dayAt(moment, days, 11).toISOString().slice(11, 16))
    expect(hours).toEqual([before, on, after])
  }
})
