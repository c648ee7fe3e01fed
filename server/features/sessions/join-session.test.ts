import { expect, test } from 'vitest'
import type { CoachDetail } from '#contract/coaches/coaches.ts'
import type { Plan } from '#contract/plans/my-plan.ts'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { makeSession, updateRow } from '../../test/make.ts'
import { listStatusCodes, testApp } from '../../test/test-app.ts'

const { db, call, signIn, emails, clientId, coachId, sessionDefinitionId } = await testApp()
const [admin, coach, otherCoach, client] = await Promise.all(
  [emails.admin, emails.coach, emails.otherCoach, emails.client].map((it) => signIn(it)),
)

const room = 'https://whereby.com/anna'
const setMeeting = (payload: object, cookie = coach) =>
  call({ method: 'PUT', url: `/api/coaches/${coachId}/meeting`, payload }, cookie)
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const make = (minutes: number, values = {}) =>
  makeSession(db, { clientId, sessionDefinitionId, sessionDate: inMinutes(minutes), ...values })
const change = (id: string, payload: object) =>
  call({ method: 'PUT', url: `/api/sessions/${id}`, payload }, coach)
const join = (id: string, cookie = client) => call({ url: `/api/sessions/${id}/join` }, cookie)
const addressOf = async (id: string) => (await join(id)).json<{ address: string | null }>().address

test('a coach sets the own room and place, and nobody but the coach and administrators can', async () => {
  expect((await setMeeting({ joinAddress: room, place: '' })).json<CoachDetail>()).toMatchObject({
    ...{ joinAddress: room, place: null },
  })
  const others = [otherCoach, client].map((it) => setMeeting({ joinAddress: '', place: '' }, it))
  expect(listStatusCodes(await Promise.all(others))).toEqual([403, 404])
  expect((await setMeeting({ joinAddress: room, place: 'Room 4' }, admin)).statusCode).toBe(200)
})

test('a room has to be on an allowed host, for the coach and for a session', async () => {
  const joinAddress = 'https://zoom.us.evil.example/j/1'
  const answer = await setMeeting({ joinAddress, place: '' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ fields: { joinAddress: expect.any(String) } })
  expect((await change(await make(60), { joinAddress })).statusCode).toBe(400)
})

test('only the client and the coach of a session can join it', async () => {
  const id = await make(10)
  const answers = [client, coach, admin, otherCoach].map((it) => join(id, it))
  expect(listStatusCodes(await Promise.all(answers))).toEqual([200, 200, 404, 404])
})

test('the room is given from 15 minutes before the session until its end', async () => {
  expect(await addressOf(await make(16))).toBeNull()
  expect(await addressOf(await make(14))).toBe(room)
  expect(await addressOf(await make(-49))).toBe(room)
  expect(await addressOf(await make(-51))).toBeNull()
  expect(await addressOf(await make(5, { archivedAt: inMinutes(0) }))).toBeNull()
})

test('the room of a session stands before that of the coach, and stays when it moves', async () => {
  const id = await make(60)
  const own = 'https://meet.google.com/abc-defg-hij'
  expect((await change(id, { joinAddress: own })).statusCode).toBe(200)
  const moved = await change(id, { sessionDate: inMinutes(5) })
  expect(moved.json<SessionDetail>()).toMatchObject({ ownJoinAddress: own, isJoinable: true })
  expect(await addressOf(id)).toBe(own)
})

test('a physical session has a place and no room', async () => {
  const id = await make(5, { sessionType: 'physical' })
  expect((await join(id)).json()).toMatchObject({ isJoinable: false, place: 'Room 4' })
  await change(id, { place: 'Library' })
  expect((await join(id)).json()).toMatchObject({ address: null, place: 'Library' })
})

test('the plan of a client has the session that is on, not the address', async () => {
  await db.deleteFrom('session').execute()
  const id = await make(-10)
  await make(60)
  const [plan] = (await call({ url: '/api/my-client-data' }, client)).json<Plan[]>()
  expect(plan?.join).toMatchObject({ id, isJoinable: true, place: null })
  expect(JSON.stringify(plan)).not.toContain(room)
  await updateRow(db, 'coach', coachId, { joinAddress: null })
  const [without] = (await call({ url: '/api/my-client-data' }, client)).json<Plan[]>()
  expect(without?.join).toBeNull()
})
