import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { daysFromNow, makeRow, makeUser, updateRow } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { isCalendarStale } from './calendar/calendar-state.ts'
import { findCoachAbsence } from './coach-absence.ts'

const { db, deps } = await testApp()
const newCoach = async () => {
  const userId = await makeUser(db, { email: `${newId()}@example.com`, roles: ['coach_user'] })
  return makeRow(db, 'coach', { userId })
}
const absence = (coachId: string, now = new Date('2027-05-31T22:30Z')) =>
  findCoachAbsence(db, { installation: deps.installation, coachId, now })
const off = (coachId: string, firstDay: string, lastDay: string) =>
  makeRow(db, 'timeOff', { coachId, firstDay, lastDay })

test('a coach is back after time off that follows on each other, in the time zone of the hours', async () => {
  const coachId = await newCoach()
  await off(coachId, '2027-06-01', '2027-06-04')
  await off(coachId, '2027-06-05', '2027-06-06')
  await off(coachId, '2027-06-08', '2027-06-09')
  expect(await absence(coachId)).toBeUndefined()
  const ranges = JSON.stringify([{ weekday: 1, from: '09:00', to: '12:00' }])
  const zone = { coachId, timeZone: 'Europe/Copenhagen', ranges }
  await db.insertInto('coachHours').values(zone).execute()
  // June 1 has begun there.
  expect(await absence(coachId)).toEqual({ reason: 'time-off', backOn: '2027-06-07' })
})

test('a coach on leave or without hours is away for an unknown time', async () => {
  const coachId = await newCoach()
  const none = { coachId, timeZone: 'UTC', ranges: '[]' }
  await db.insertInto('coachHours').values(none).execute()
  expect(await absence(coachId)).toEqual({ reason: 'no-hours', backOn: null })
  await updateRow(db, 'coach', coachId, { status: 'on_leave' })
  expect(await absence(coachId)).toEqual({ reason: 'on-leave', backOn: null })
})

test('a calendar is stale 24 hours after it was last read, or if it never was', async () => {
  const coachId = await newCoach()
  const isStale = () => isCalendarStale(db, { coachId, now: new Date() })
  expect(await isStale()).toBe(false)
  await makeRow(db, 'coachCalendar', { id: coachId, address: 'x', host: 'calendar.example' })
  expect(await isStale()).toBe(true)
  for (const [days, stale] of [
    [-0.9, false],
    [-1.1, true],
  ] as const) {
    await updateRow(db, 'coachCalendar', coachId, { lastReadAt: daysFromNow(days) })
    expect(await isStale()).toBe(stale)
  }
})
