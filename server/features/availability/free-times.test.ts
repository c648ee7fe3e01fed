import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { makeClient, makeRow, makeSession, makeUser, updateRow } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { listFreeTimes } from './free-times.ts'

const { db, deps, sessionDefinitionId } = await testApp()

async function newCoach() {
  const userId = await makeUser(db, { email: `${newId()}@example.com`, roles: ['coach_user'] })
  const coachId = await makeRow(db, 'coach', { userId })
  const ranges = [{ weekday: 1, from: '09:00', to: '12:00' }]
  await db
    .insertInto('coachHours')
    .values({ coachId, timeZone: 'Europe/Copenhagen', ranges: JSON.stringify(ranges) })
    .execute()
  return coachId
}
const from = new Date('2027-05-31T00:00Z')
const until = new Date('2027-06-01T00:00Z')
/** Of Monday, May 31, where 9:00 is 07:00Z. */
const freeTimes = async (coachId: string | null, clientId: string, except?: string) => {
  const { installation } = deps
  const asked = { installation, clientId, coachId, from, until, except }
  const times = await listFreeTimes(db, { ...asked, minutes: 50, gapMinutes: 10 })
  return times.map((at) => at.toISOString().slice(11, 16))
}
const session = (clientId: string, time: string, values = {}) =>
  makeSession(db, {
    ...{ clientId, sessionDefinitionId, durationMinutes: 50 },
    sessionDate: `2027-05-31T${time}:00Z`,
    ...values,
  })
const all = ['07:00', '07:30', '08:00', '08:30', '09:00']

test('free times leave out sessions of the coach and the client, but not the one that is moved', async () => {
  const coachId = await newCoach()
  const [clientId, other] = [await makeClient(db, { coachId }), await makeClient(db, { coachId })]
  await session(await makeClient(db), '07:00')
  await session(other, '07:00', { archivedAt: '2027-05-01T00:00:00Z' })
  expect(await freeTimes(coachId, clientId)).toEqual(all)
  await session(other, '06:00')
  const own = await session(clientId, '08:30')
  expect(await freeTimes(coachId, clientId)).toEqual(['07:00', '07:30'])
  expect(await freeTimes(coachId, clientId, own)).toEqual(all)
  // The client's, with another coach.
  expect(await freeTimes(await newCoach(), clientId)).toEqual(['07:00', '07:30'])
})

test('a coach has none on time off and on leave; without a coach the hours of the installation count', async () => {
  const coachId = await newCoach()
  const clientId = await makeClient(db, { coachId })
  await makeRow(db, 'timeOff', { coachId, firstDay: '2027-06-01', lastDay: '2027-06-02' })
  expect(await freeTimes(coachId, clientId)).toEqual(all)
  await makeRow(db, 'timeOff', { coachId, firstDay: '2027-05-30', lastDay: '2027-05-31' })
  expect(await freeTimes(coachId, clientId)).toEqual([])
  const another = await newCoach()
  await updateRow(db, 'coach', another, { status: 'on_leave' })
  expect(await freeTimes(another, clientId)).toEqual([])
  expect((await freeTimes(null, clientId)).slice(0, 2)).toEqual(['08:00', '08:30'])
})
