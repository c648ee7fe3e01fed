import { describe, expect, test } from 'vitest'
import { type Client } from '#contract/clients/clients.ts'
import { newId } from '../../../platform/ids.ts'
import {
  auditEntries,
  makeClient,
  makeRow,
  makeUser,
  getRow,
  updateRow,
} from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails, ...made } = await testApp()
const admin = await signIn(emails.admin)
const { coachId, otherCoachId } = made

const assign = (id: string, body: object, cookie = admin) =>
  call({ method: 'PUT', url: `/api/admin/clients/${id}/coach`, payload: body }, cookie)
const assignAll = (body: object, cookie = admin) =>
  call({ method: 'POST', url: '/api/admin/clients/coach', payload: body }, cookie)
const historyOf = (id: string, cookie = admin) =>
  call({ url: `/api/clients/${id}/coaches` }, cookie)

type Turn = { coachId: string; coachName: string; since: string; until: string | null }
const parseTurns = async (id: string) => (await historyOf(id)).json<Turn[]>()
const coachOf = async (id: string) => (await getRow(db, 'client', id)).coachId
const logged = (id: string) =>
  auditEntries(db, { action: 'coach-assigned', clientId: id }, ['userId', 'rowId', 'details'])

let coaches = 0
async function makeCoach(values: { status?: string } = {}, user: object = {}) {
  const email = `made.coach${++coaches}@example.com`
  const userId = await makeUser(db, { email, roles: ['coach_user'] })
  const id = await makeRow(db, 'coach', { userId, ...values })
  if (Object.keys(user).length) await updateRow(db, 'user', userId, user)
  return { id, email }
}

describe('assigning a coach', () => {
  test('gives the coach access to the plan, and returns the previous coach', async () => {
    const id = await makeClient(db, { coachId })
    const other = await signIn(emails.otherCoach)
    expect((await call({ url: `/api/clients/${id}/sessions-and-metrics` }, other)).statusCode).toBe(
      404,
    )
    const answer = await assign(id, { coachId: otherCoachId })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      ...{ id, coachId: otherCoachId, coachUserId: made.otherCoachUserId },
      ...{ coachName: 'bo coach', previousCoachName: 'anna coach' },
    })
    expect((await call({ url: `/api/clients/${id}/sessions-and-metrics` }, other)).statusCode).toBe(
      200,
    )
    const before = await signIn(emails.coach)
    expect(
      (await call({ url: `/api/clients/${id}/sessions-and-metrics` }, before)).statusCode,
    ).toBe(404)
    expect(await logged(id)).toEqual([
      { userId: made.adminUserId, rowId: id, details: { coachId: otherCoachId } },
    ])
  })

  test('null unassigns', async () => {
    const id = await makeClient(db, { coachId })
    const answer = await assign(id, { coachId: null })
    expect(answer.json()).toMatchObject({
      ...{ coachId: null, coachName: null, coachSince: null, previousCoachName: 'anna coach' },
    })
    expect(await coachOf(id)).toBeNull()
    expect(await logged(id)).toMatchObject([{ details: { coachId: 'none' } }])
  })

  test('again to the same coach changes nothing', async () => {
    const id = await makeClient(db, { coachId })
    const since = (await parseTurns(id))[0]?.since
    expect((await assign(id, { coachId })).json()).toMatchObject({ coachId })
    expect(await parseTurns(id)).toMatchObject([{ coachId, since, until: null }])
    expect(await logged(id)).toEqual([])
  })
})

describe('only an active coach is assigned', () => {
  const away = 'is not active. Please choose another coach.'
  test.each([
    ['is inactive', () => makeCoach({ status: 'inactive' }), away],
    ['is on leave', () => makeCoach({ status: 'on_leave' }), away],
    [
      'has a deactivated account',
      () => makeCoach({}, { deactivatedAt: new Date().toISOString() }),
      away,
    ],
    ['is no longer a coach', () => makeCoach({}, { roles: ['client_user'] }), away],
    ['does not exist', () => ({ id: newId() }), 'This coach no longer exists.'],
  ] as const)('and not one who %s', async (_, make, sentence) => {
    const id = await makeClient(db, { coachId })
    const { id: chosen } = await make()
    for (const answer of [
      await assign(id, { coachId: chosen }),
      await assignAll({ coachId: chosen, clients: { ids: [id] } }),
    ]) {
      expect(answer.statusCode).toBe(422)
      expect(answer.json<{ error: string }>().error).toContain(sentence)
      expect(answer.json()).toMatchObject({ fields: { coachId: expect.any(String) } })
    }
    expect(await coachOf(id)).toBe(coachId)
    expect(await logged(id)).toEqual([])
  })

  test('a coach deactivated at the same time is either assigned first or rejected', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await makeClient(db, { coachId })
      const { id: chosen } = await makeCoach()
      const [answer] = await Promise.all([
        assign(id, { coachId: chosen }),
        updateRow(db, 'coach', chosen, { status: 'inactive' }),
      ])
      expect([200, 422]).toContain(answer.statusCode)
      expect(await coachOf(id)).toBe(answer.statusCode === 200 ? chosen : coachId)
    }
  })
})

describe('the coach history', () => {
  test('has every change, newest first', async () => {
    const id = await makeClient(db, { coachId })
    await assign(id, { coachId: otherCoachId })
    await assign(id, { coachId: null })
    await assign(id, { coachId })
    const turns = await parseTurns(id)
    expect(turns.map((it) => [it.coachName, it.until === null])).toEqual([
      ['anna coach', true],
      ['bo coach', false],
      ['anna coach', false],
    ])
    const [last, second, first] = turns
    expect(first?.until).toBe(second?.since)
    expect(Date.parse(second?.until ?? '')).toBeLessThanOrEqual(Date.parse(last?.since ?? ''))
    const created = await getRow(db, 'client', id)
    expect(first?.since).toBe(created.createdAt)
    expect(last?.since).toBe(created.coachSince)
  })

  test('has both of two concurrent changes', async () => {
    const id = await makeClient(db)
    const chosen = await Promise.all(Array.from({ length: 6 }, async () => (await makeCoach()).id))
    const answers = await Promise.all(chosen.map((it) => assign(id, { coachId: it })))
    expect(answers.map((it) => it.statusCode)).toEqual(chosen.map(() => 200))
    const turns = await parseTurns(id)
    expect(turns).toHaveLength(6)
    expect(turns.filter(({ until }) => until === null)).toHaveLength(1)
    expect(turns[0]).toMatchObject({ coachId: await coachOf(id), until: null })
    turns.slice(1).forEach((it, index) => expect(it.until).toBe(turns[index]?.since))
    const names = answers.map((it) => it.json<{ previousCoachName: string | null }>())
    expect(names.filter((it) => it.previousCoachName === null)).toHaveLength(1)
  })

  test('is for administrators and the current coach', async () => {
    const id = await makeClient(db, { coachId })
    await assign(id, { coachId: otherCoachId })
    const status = async (who: keyof typeof emails) =>
      (await historyOf(id, await signIn(emails[who]))).statusCode
    expect(await status('system')).toBe(200)
    expect(await status('otherCoach')).toBe(200)
    expect(await status('coach')).toBe(404)
    expect((await historyOf(newId())).statusCode).toBe(404)
  })

  test('shows the client only the name of the coach', async () => {
    const url = `/api/clients/${made.clientId}/sessions-and-metrics`
    const own = await call({ url }, await signIn(emails.client))
    expect(own.json<{ client: Client }>().client).toMatchObject({
      ...{ coachName: 'anna coach', coachSince: null },
    })
    const staff = await call({ url }, await signIn(emails.coach))
    expect(staff.json<{ client: Client }>().client.coachSince).toEqual(expect.any(String))
  })
})

describe('assigning many', () => {
  test('assigns the listed clients and counts changes', async () => {
    const ids = [
      await makeClient(db),
      await makeClient(db, { coachId }),
      await makeClient(db, { coachId: otherCoachId }),
    ]
    const answer = await assignAll({ coachId, clients: { ids: [...ids, newId()] } })
    expect(answer.json()).toEqual({ changed: 2 })
    for (const id of ids) {
      expect(await coachOf(id)).toBe(coachId)
      expect((await parseTurns(id))[0]).toMatchObject({ coachId, until: null })
    }
    expect(await logged(ids[0] ?? '')).toMatchObject([{ details: { coachId } }])
    expect(await logged(ids[1] ?? '')).toEqual([])
  })

  test('assigns all matching clients except the excluded ones', async () => {
    const organizationId = await makeRow(db, 'organization', {
      name: 'Many',
      inviteToken: 'm'.repeat(43),
    })
    const ids = []
    for (let index = 0; index < 7; index++)
      ids.push(await makeClient(db, { organizationId, coachId: index % 2 ? coachId : null }))
    const outside = await makeClient(db)
    const [kept = ''] = ids
    const clients = { matching: { organizationId, waitingFor: 'coach' }, except: [kept] }
    const answer = await assignAll({ coachId: otherCoachId, clients })
    expect(answer.json()).toEqual({ changed: 3 })
    expect(await Promise.all(ids.map(coachOf))).toEqual([
      null,
      ...[coachId, otherCoachId, coachId, otherCoachId, coachId, otherCoachId],
    ])
    expect(await coachOf(outside)).toBeNull()

    const none = await assignAll({ coachId: null, clients: { matching: { organizationId } } })
    expect(none.json()).toEqual({ changed: 6 })
    expect(await Promise.all(ids.map(coachOf))).toEqual(ids.map(() => null))
  })
})

test('an account of a former coach of a client cannot be discarded', async () => {
  const email = 'former.coach@example.com'
  const user = await call(
    {
      ...{ method: 'POST', url: '/api/admin/users' },
      payload: {
        ...{ firstName: 'For', lastName: 'Mer', email, password: 'quiet-lake-42' },
        roles: ['coach_user'],
      },
    },
    admin,
  )
  const { id: userId } = user.json<{ id: string }>()
  const { id } = await db
    .selectFrom('coach')
    .select('id')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  const client = await makeClient(db)
  expect((await assign(client, { coachId: id })).statusCode).toBe(200)
  await assign(client, { coachId: null })
  const discarded = await call({ method: 'DELETE', url: `/api/admin/users/${userId}` }, admin)
  expect(discarded.statusCode).toBe(409)
  expect((await parseTurns(client)).map((it) => it.coachId)).toEqual([id])
})
