import { afterEach, expect, test, vi } from 'vitest'
import { requireValidTime, scheduleFields } from './schedule-schema.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

const errorsOf = (scheduledDate: string, scheduledTime: string) => {
  const asked: Date[] = []
  const { error } = scheduleFields
    .superRefine(
      requireValidTime((at) => {
        asked.push(at)
        return 'Not then'
      }),
    )
    .safeParse({
      scheduledDate,
      scheduledTime,
      durationMinutes: 50,
      sessionType: 'digital',
      joinAddress: '',
      place: '',
    })
  return { asked, errors: error?.issues.map(({ path, message }) => [path[0], message]) }
}

test('an invalid time is reported at the date field', () => {
  const { asked, errors } = errorsOf('2026-03-28', '14:30')
  expect(asked).toEqual([new Date('2026-03-28T14:30')])
  expect(errors).toEqual([['scheduledDate', 'Not then']])
})

test('a date beyond the range of Date is too far in the future', () => {
  const { asked, errors } = errorsOf('275760-01-01', '14:30')
  expect(asked).toEqual([])
  expect(errors).toEqual([['scheduledDate', 'The date must be within 5 years from now.']])
})

test.each([
  ['', '14:30', ['scheduledDate', 'Date is required']],
  ['2026-03-28', '', ['scheduledTime', 'Time is required']],
])('only the missing part of "%s" "%s" is reported', (date, time, missing) => {
  expect(errorsOf(date, time)).toEqual({ asked: [], errors: [missing] })
})

test('a time that the clock skips is refused, and one that it shows twice is asked about', async () => {
  vi.stubEnv('TZ', 'Europe/Copenhagen')
  vi.resetModules()
  const { parseSchedule, toScheduleFields, ...schema } = await import('./schedule-schema.ts')
  const { error } = schema.scheduleFields
    .superRefine(schema.requireValidTime(() => undefined))
    .safeParse({
      ...{ scheduledDate: '2027-03-28', scheduledTime: '02:30' },
      ...{ durationMinutes: 50, sessionType: 'digital', joinAddress: '', place: '' },
    })
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['scheduledTime', 'The clock skips this time on that day. Choose another.'],
  ])
  const twice = { scheduledDate: '2027-10-31', scheduledTime: '02:30' }
  expect(schema.listTimes(twice)).toHaveLength(2)
  for (const [clockChange, at] of [
    ['before', '2027-10-31T00:30:00.000Z'],
    ['after', '2027-10-31T01:30:00.000Z'],
  ] as const) {
    expect(parseSchedule({ ...twice, clockChange })).toBe(at)
    expect(toScheduleFields(new Date(at))).toEqual({ ...twice, clockChange })
  }
})
