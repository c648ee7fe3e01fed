import { expect, test } from 'vitest'
import type { Coach, CoachDetail } from '#contract/coaches/coaches.ts'
import { auditEntries, makeClient, makeUser } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const { db, call, signIn, emails, adminUserId } = await testApp()
const admin = await signIn(emails.admin)

const profile = { experiencedSince: 2015, city: 'Aarhus', country: 'Denmark' }
const create = (payload: object) => call({ method: 'POST', url: '/api/coaches', payload }, admin)
const change = (id: string, payload: object) =>
  call({ method: 'PATCH', url: `/api/coaches/${id}`, payload }, admin)
const setStatus = (payload: object) =>
  call({ method: 'POST', url: '/api/coaches/status', payload }, admin)
const read = async (id: string) =>
  (await call({ url: `/api/coaches/${id}` }, admin)).json<CoachDetail>()
const statusEntries = (id: string) =>
  auditEntries(db, { action: 'coach-status-changed', rowId: id })

let people = 0
const newEmail = () => `c${++people}.closed@example.com`

const setUser = async (id: string, payload: object) =>
  expect(
    (await call({ method: 'PATCH', url: `/api/admin/users/${id}`, payload }, admin)).statusCode,
  ).toBe(200)
async function someCoach(status = 'active') {
  const userId = await makeUser(db, { email: newEmail(), roles: ['coach_user'] })
  const { id } = (await create({ ...profile, userId, status })).json<Coach>()
  return { id, userId }
}
const closed = 'The account of this coach is deactivated. Please reactivate it under Users first.'
const noRole = 'This user no longer has the role Coach. Please add it under Users first.'
const cases = [
  ['is deactivated', { isActive: false }, { isActive: true }, closed],
  ['loses the role', { roles: ['maylab_admin'] }, { roles: ['coach_user'] }, noRole],
] as const

test.each(cases)(
  'the profile of a coach whose account %s becomes inactive, and clients stay assigned',
  async (_, out) => {
    for (const status of ['active', 'on_leave']) {
      const { id, userId } = await someCoach(status)
      await makeClient(db, { coachId: id })
      await setUser(userId, out)
      expect(await read(id)).toMatchObject({
        ...{ status: 'inactive', patientCount: 1 },
      })
      expect(await statusEntries(id)).toMatchObject([
        { userId: adminUserId, details: { status: 'inactive' } },
      ])
      await setUser(userId, { firstName: 'Again' })
      expect(await statusEntries(id)).toHaveLength(1)
    }
  },
)

test.each(cases)('a coach whose account %s can only be inactive', async (_, out, back, message) => {
  const { id, userId } = await someCoach()
  await setUser(userId, out)
  for (const status of ['active', 'on_leave']) {
    const answer = await change(id, { status, city: 'Ribe' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ error: message, fields: { status: message } })
  }
  expect((await change(id, { status: 'inactive', city: 'Odense' })).statusCode).toBe(200)
  await setUser(userId, back)
  expect(await read(id)).toMatchObject({ status: 'inactive', city: 'Odense' })
  expect((await change(id, { status: 'active' })).statusCode).toBe(200)
})

test('users who may not coach are skipped and counted', async () => {
  const one = await someCoach('inactive')
  const [, other] = [await someCoach('inactive'), await someCoach()]
  await setUser(other.userId, { isActive: false })
  const coaches = { ids: [one.id, other.id] }
  expect((await setStatus({ status: 'on_leave', coaches })).json()).toEqual({
    ...{ changed: 1, skipped: 1 },
  })
  expect(await read(other.id)).toMatchObject({ status: 'inactive' })
  expect((await setStatus({ status: 'inactive', coaches })).json()).toEqual({
    ...{ changed: 1, skipped: 0 },
  })
})

test('a new profile of a deactivated user is inactive', async () => {
  const email = newEmail()
  const userId = await makeUser(db, { email, roles: ['maylab_admin'] })
  await setUser(userId, { isActive: false })
  await setUser(userId, { roles: ['coach_user'] })
  const found = await call({ url: `/api/coaches?q=${email}` }, admin)
  expect(found.json()).toMatchObject([{ userId, status: 'inactive' }])
  const answer = await create({ ...profile, userId })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ fields: { status: closed } })
  expect((await create({ ...profile, userId, status: 'inactive' })).statusCode).toBe(200)
})

test('a coach deactivated and activated at the same time ends up inactive', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, userId } = await someCoach('on_leave')
    const [, one, many] = await Promise.all([
      setUser(userId, { isActive: false }),
      change(id, { status: 'active' }),
      setStatus({ status: 'active', coaches: { ids: [id] } }),
    ])
    expect([200, 422]).toContain(one.statusCode)
    expect(many.statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'inactive' })
  }
})
