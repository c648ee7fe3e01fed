import { beforeEach, describe, expect, test } from 'vitest'
import type { CoachFeedback, OwnFeedback } from '#contract/feedback/feedback.ts'
import type { MyNotices } from '#contract/messages/notices.ts'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries, daysFromNow, makeClient, makeSession, updateRow } from '../../test/make.ts'
import { makeEmployees } from '../../test/organizations.ts'
import { testApp } from '../../test/test-app.ts'
import { lastMonths } from '../analytics/edition/periods.ts'
import { findPerson } from '../erasures/person.queries.ts'
import { readPerson } from '../person-exports/read-person.queries.ts'
import { getFeedbackOfCoach } from './feedback.service.ts'

const app = await testApp()
const { db, call, signIn, emails, clientId, coachId, sessionDefinitionId, ...made } = app
const [client, coach, otherCoach, admin] = [
  await signIn(emails.client),
  await signIn(emails.coach),
  await signIn(emails.otherCoach),
  await signIn(emails.admin),
]
const secret = 'Quittenmarmelade helped'

const hold = (days: number, values = {}) =>
  makeSession(db, { clientId, sessionDefinitionId, sessionDate: daysFromNow(days), ...values })
const asked = async (cookie = client) =>
  (await call({ url: '/api/my-feedback' }, cookie)).json<OwnFeedback[]>()
const give = (id: string, payload: object = { rating: 4, words: secret }, cookie = client) =>
  call({ method: 'PUT', url: `/api/my-feedback/${id}`, payload }, cookie)
const seen = async (id: string, cookie = coach) =>
  (await call({ url: `/api/sessions/${id}` }, cookie)).json<SessionDetail>().feedback
beforeEach(() => db.deleteFrom('session').execute())

describe('a client is asked about the last session', () => {
  test('once it has ended or is completed, unless skipped', async () => {
    await hold(0.01)
    expect(await asked()).toEqual([])
    const earlier = await hold(-6)
    const last = await hold(-2)
    const row = { clientId, familyName: null, coachName: 'anna coach', rating: null, words: null }
    expect(await asked()).toMatchObject([{ sessionId: last, ...row }])
    expect((await give(last, { rating: null })).json()).toEqual([])
    expect((await give(earlier)).json()).toMatchObject([{ sessionId: earlier, rating: 4 }])
    const begun = await hold(-0.001)
    expect((await asked()).map((it) => it.sessionId)).toEqual([earlier])
    await updateRow(db, 'session', begun, { completedAt: daysFromNow(0) })
    expect((await asked()).map((it) => it.sessionId)).toEqual([begun, earlier])
  })

  test('for 14 days, in which the answer can change', async () => {
    const [young, old] = [await hold(-13.9), await hold(-14.1)]
    expect((await asked()).map((it) => it.sessionId)).toEqual([young])
    await give(young)
    await give(young, { rating: 2 })
    expect(await seen(young)).toMatchObject({ rating: 2, words: secret })
    await give(young, { rating: 2, words: '' })
    expect(await seen(young)).toMatchObject({ rating: 2, words: null })
    await give(young, { rating: null, words: secret })
    expect(await seen(young)).toBeNull()
    expect((await give(old)).json()).toMatchObject({
      code: 'conflict',
      error: 'Feedback is possible once a session has ended, and for 14 days after it.',
    })
  })

  test('but not about one that was cancelled, is ahead or is somebody else’s', async () => {
    const cancelled = await hold(-1, { archivedAt: daysFromNow(-2), cancelledAt: daysFromNow(-2) })
    expect(await asked()).toEqual([])
    for (const id of [cancelled, await hold(1)]) expect((await give(id)).statusCode).toBe(409)
    const foreign = await hold(-1, { clientId: await makeClient(db) })
    for (const id of [foreign, newId()]) expect((await give(id)).statusCode).toBe(404)
    for (const rating of [0, 6, 3.5, '4'])
      expect((await give(await hold(-1), { rating })).statusCode).toBe(400)
  })

  test('and for a family member without an account', async () => {
    const member = { id: newId(), guardianId: clientId, firstName: 'Viggo', coachId }
    await db.insertInto('client').values(member).execute()
    const [own, sessionId] = [await hold(-1), await hold(-2, { clientId: member.id })]
    expect(await asked()).toMatchObject([
      { sessionId: own, familyName: null },
      { sessionId, clientId: member.id, familyName: 'Viggo' },
    ])
    expect((await give(sessionId)).statusCode).toBe(200)
    expect(await seen(sessionId)).toMatchObject({ rating: 4, words: secret })
  })
})

describe('what a client answered', () => {
  test('is for the coach who held the session, in person', async () => {
    const id = await hold(-1)
    expect((await give(id)).statusCode).toBe(200)
    expect(await seen(id)).toMatchObject({ rating: 4, words: secret })
    expect(await seen(id, admin)).toBeNull()
    expect(await seen(id, await app.impersonate(made.coachUserId))).toBeNull()
    expect(await auditEntries(db, { rowId: id, action: 'feedback-given' }, ['details'])).toEqual([
      { details: {} },
    ])
    await updateRow(db, 'client', clientId, { coachId: made.otherCoachId })
    expect(await seen(id, otherCoach)).toBeNull()
    expect(await asked()).toMatchObject([{ coachName: null, rating: 4 }])
    await updateRow(db, 'client', clientId, { coachId })
  })

  test('is in no list, message or archive of anybody else', async () => {
    const id = await hold(-1)
    await give(id)
    const impersonator = await app.impersonate(made.clientUserId)
    expect((await call({ url: '/api/my-feedback' }, impersonator)).statusCode).toBe(403)
    for (const cookie of [admin, coach, otherCoach, impersonator, await signIn(emails.org)])
      for (const url of [
        `/api/clients/${clientId}/sessions-and-metrics`,
        `/api/coaches/${coachId}/feedback`,
        `/api/clients/${clientId}/export`,
        '/api/my-notices',
        '/api/clients',
        '/api/admin/messages',
      ])
        expect((await call({ url }, cookie)).body, url).not.toContain(secret)
    const person = await findPerson(db, clientId)
    expect((await readPerson(db, person))['feedback']).toMatchObject([{ rating: 4, words: secret }])
    const [given] = (await readPerson(db, person, { isOwn: false }))['feedback'] ?? []
    expect(given).toMatchObject({ session_id: id })
    expect(Object.keys(given ?? {})).not.toEqual(expect.arrayContaining(['rating']))
    expect(JSON.stringify(given)).not.toContain(secret)
  })

  test('is told to the coach in the notification list only', async () => {
    await db.deleteFrom('message').execute()
    const [one, other] = [await hold(-1), await hold(-2)]
    await give(one)
    const told = async () =>
      (await call({ url: '/api/my-notices' }, coach)).json<MyNotices>().notices
    const path = `/app/clients/${clientId}?session=${one}`
    expect(await told()).toMatchObject([{ text: 'clara client: feedback on a session.', path }])
    await give(other)
    expect(await told()).toMatchObject([{ text: '2 sessions have feedback.' }])
    expect(await db.selectFrom('message').select('status').execute()).toEqual([{ status: 'bell' }])
    await give(one, { rating: null })
    await give(other, { rating: null })
    expect(await told()).toEqual([])
  })
})

describe('the share of 4 and 5 by month', () => {
  const now = new Date('2026-08-20T12:00:00Z')
  const rate = async (month: string, ratings: readonly number[], of = () => makeClient(db)) => {
    for (const rating of ratings) {
      const sessionId = await hold(0, {
        clientId: await of(),
        sessionDate: `${month}-05T10:00:00Z`,
      })
      await db.insertInto('feedback').values({ sessionId, coachId, rating }).execute()
    }
  }
  const months = (it: CoachFeedback) =>
    it.months.flatMap(({ month, answered, helpfulPercent }) =>
      answered === null ? [] : [[month, answered, helpfulPercent]],
    )
  const of = (userId: string, roles: ('coach_user' | 'maylab_admin')[]) =>
    getFeedbackOfCoach(
      db,
      { ...{ userId, roles, originalUserId: null, address: '' } } as never,
      coachId,
      now,
    )

  test('is exact for the coach, from three answers on, and never about fewer people for others', async () => {
    await rate('2026-03', [5, 4, 4, 2, 1, 3, 5, 5, 5, 5, 5, 5, 5])
    // One person is no group.
    await rate('2026-04', [5, 5, 5, 5, 5, 5], async () => clientId)
    await rate('2026-05', [1, 2])
    await rate('2026-08', [5, 5, 5, 5, 5, 5])
    const own = await of(made.coachUserId, ['coach_user'])
    expect(own).toMatchObject({ isRounded: false, minimum: 3 })
    expect(own.months.map(({ month }) => month)).toEqual(
      lastMonths(now, 6).map(({ month }) => month),
    )
    expect(months(own)).toEqual([
      ['2026-03', 13, 77],
      ['2026-04', 6, 100],
      ['2026-08', 6, 100],
    ])
    const rounded = await of(made.adminUserId, ['maylab_admin'])
    expect(rounded).toMatchObject({ isRounded: true, minimum: 6 })
    // Twelve of thirteen are counted, and August can still change.
    expect(months(rounded)).toEqual([['2026-03', 12, 50]])
  })

  test('is for administrators and the coach alone', async () => {
    const url = `/api/coaches/${coachId}/feedback`
    const codes = [coach, admin, otherCoach].map((it) => call({ url }, it))
    expect((await Promise.all(codes)).map((it) => it.statusCode)).toEqual([200, 200, 404])
  })
})

test('an organization sees the share of people who found the last session helpful, in steps of six', async () => {
  const { makeOrganization, enroll, meet } = makeEmployees(app)
  const id = await makeOrganization()
  const people = await enroll(id, 14)
  for (const [index, person] of people.entries()) {
    const [first, last] = [await meet(person, daysFromNow(-9)), await meet(person, daysFromNow(-1))]
    await db
      .insertInto('feedback')
      .values([
        { sessionId: first, rating: 1 },
        { sessionId: last, rating: index === 0 ? null : index < 3 ? 3 : 5, words: null },
      ])
      .execute()
  }
  const { engagement } = (await call({ url: `/api/organizations/${id}/analytics` }, admin)).json<{
    engagement: object
  }>()
  // Eleven of fourteen; two are left out by rounding.
  expect(engagement).toMatchObject({ answered: 12, helpful: 6, helpfulPercent: 50 })
})
