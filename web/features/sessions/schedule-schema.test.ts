import { expect, test } from 'vitest'
import { requireValidTime, scheduleFields } from './schedule-schema.ts'

const faultsOf = (scheduledDate: string, scheduledTime: string) => {
  const asked: Date[] = []
  const { error } = scheduleFields
    .superRefine(
      requireValidTime((at) => {
        asked.push(at)
        return 'Not then'
      }),
    )
    .safeParse({ scheduledDate, scheduledTime, durationMinutes: 50, sessionType: 'digital' })
  return { asked, faults: error?.issues.map(({ path, message }) => [path[0], message]) }
}

test('what is wrong with the moment stands beside its day', () => {
  const { asked, faults } = faultsOf('2026-03-28', '14:30')
  expect(asked).toEqual([new Date('2026-03-28T14:30')])
  expect(faults).toEqual([['scheduledDate', 'Not then']])
})

test('a day that no calendar has is too far', () => {
  const { asked, faults } = faultsOf('275760-01-01', '14:30')
  expect(asked).toEqual([])
  expect(faults).toEqual([['scheduledDate', 'The date must be within 5 years from now.']])
})

test.each([
  ['', '14:30', ['scheduledDate', 'Date is required']],
  ['2026-03-28', '', ['scheduledTime', 'Time is required']],
])('of half a moment, %s %s, only what is missing is said', (date, time, fault) => {
  expect(faultsOf(date, time)).toEqual({ asked: [], faults: [fault] })
})
