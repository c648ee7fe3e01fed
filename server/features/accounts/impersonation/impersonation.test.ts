import { describe, expect, test } from 'vitest'
import type { CurrentUser } from '#contract/accounts/auth.ts'
import type { Role } from '#contract/roles.ts'
import { newId } from '../../../platform/ids.ts'
import { makeUser, updateRow } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails, ...made } = await testApp()

const whoAmI = (cookie: string) => call({ url: '/api/auth/user' }, cookie)
const post = (url: string, cookie: string) => call({ method: 'POST', url }, cookie)
const start = (id: string, cookie: string) => post(`/api/admin/impersonate/${id}`, cookie)
const stop = (cookie: string) => post('/api/admin/stop-impersonation', cookie)
const cookieOf = ({ cookies: [it] }: Awaited<ReturnType<typeof call>>) =>
  it ? `${it.name}=${it.value}` : ''
const loginsOf = (userId: string) =>
  db
    .selectFrom('login')
    .selectAll()
    .where((eb) => eb.or([eb('userId', '=', userId), eb('originalUserId', '=', userId)]))
    .execute()
const setUser = (id: string, values: { roles?: Role[]; deactivatedAt?: string }) =>
  updateRow(db, 'user', id, values)

/** A separate system administrator, signed in. */
async function administrator(isRemembered = false) {
  const email = `root.${newId()}@example.com`
  const id = await makeUser(db, { email, roles: ['system_admin'] })
  const answer = await call({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: 'wellbeing-demo', rememberMe: isRemembered },
  })
  return { id, email, cookie: cookieOf(answer) }
}
async function acting(targetId = made.coachUserId) {
  const admin = await administrator()
  const answer = await start(targetId, admin.cookie)
  expect(answer.statusCode).toBe(200)
  return { ...admin, own: admin.cookie, cookie: cookieOf(answer) }
}

describe('impersonating', () => {
  test('a system administrator becomes the coach, with the rights of the coach', async () => {
    const admin = await administrator()
    const answer = await start(made.coachUserId, admin.cookie)
    expect(answer.json()).toEqual({
      id: made.coachUserId,
      email: emails.coach,
      firstName: 'anna',
      lastName: 'coach',
      roles: ['coach_user'],
      isImpersonating: true,
      originalUserId: admin.id,
      impersonationEndsAt: expect.any(String),
      needsSecondFactor: false,
    })
    const minutes =
      (Date.parse(answer.json<CurrentUser>().impersonationEndsAt ?? '') - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(59)
    expect(minutes).toBeLessThanOrEqual(60)
    const cookie = cookieOf(answer)
    expect((await whoAmI(cookie)).json()).toEqual(answer.json())
    expect((await call({ url: '/api/my-coach-clients' }, cookie)).statusCode).toBe(200)
    expect((await call({ url: '/api/admin/users' }, cookie)).statusCode).toBe(403)
  })

  test('the old cookie is invalid at once', async () => {
    const { own, cookie, id } = await acting()
    expect(cookie).not.toBe(own)
    expect((await whoAmI(own)).statusCode).toBe(401)
    expect(await loginsOf(id)).toHaveLength(1)
  })

  test('an impersonation ends after 60 minutes, even with activity', async () => {
    const { id, cookie } = await acting()
    const [login] = await loginsOf(id)
    const minutes = (Date.parse(login?.expiresAt ?? '') - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(59)
    expect(minutes).toBeLessThanOrEqual(60)
    const seen = new Date(Date.now() - 3600_000).toISOString()
    await updateRow(db, 'login', login?.id ?? '', { lastSeenAt: seen })
    expect((await whoAmI(cookie)).statusCode).toBe(200)
    const [touched] = await loginsOf(id)
    expect(touched).toBeDefined()
    expect(touched?.lastSeenAt).not.toBe(seen)
    expect(touched?.expiresAt).toBe(login?.expiresAt)
    await updateRow(db, 'login', login?.id ?? '', {
      expiresAt: new Date(Date.now() - 1).toISOString(),
    })
    expect((await whoAmI(cookie)).statusCode).toBe(401)
  })

  test('concurrent requests result in one login', async () => {
    const { id, cookie } = await administrator()
    const answers = await Promise.all([
      start(made.coachUserId, cookie),
      start(made.orgUserId, cookie),
      start(made.clientUserId, cookie),
    ])
    const good = answers.filter(({ statusCode }) => statusCode === 200)
    expect(good).toHaveLength(1)
    expect(await loginsOf(id)).toHaveLength(1)
  })
})

describe('who may impersonate whom', () => {
  test.each([
    ['their own account', (own: string) => own, 409],
    ['another system administrator', () => made.systemUserId, 403],
    ['an unknown user', () => newId(), 404],
  ])('%s cannot be impersonated', async (_, target, code) => {
    const { id, cookie } = await administrator()
    expect((await start(target(id), cookie)).statusCode).toBe(code)
    expect((await whoAmI(cookie)).json()).toMatchObject({ id, isImpersonating: false })
  })

  test('a deactivated user cannot be impersonated', async () => {
    const userId = await makeUser(db, {
      email: `off.${newId()}@example.com`,
      roles: ['coach_user'],
    })
    await setUser(userId, { deactivatedAt: new Date().toISOString() })
    const { cookie } = await administrator()
    const answer = await start(userId, cookie)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ error: 'This user is deactivated.' })
    expect((await whoAmI(cookie)).statusCode).toBe(200)
  })

  test('a second user cannot be impersonated during an impersonation', async () => {
    const userId = await makeUser(db, { email: `up.${newId()}@example.com`, roles: ['coach_user'] })
    const { cookie } = await acting(userId)
    expect((await start(made.orgUserId, cookie)).statusCode).toBe(403)
    await setUser(userId, { roles: ['system_admin'] })
    const answer = await start(made.orgUserId, cookie)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ error: expect.stringContaining('exit') })
  })
})

describe('an impersonation ends', () => {
  test('when the administrator exits, who gets a new login', async () => {
    const { id, cookie } = await acting()
    const answer = await stop(cookie)
    expect(answer.json<CurrentUser>()).toMatchObject({
      id,
      isImpersonating: false,
      originalUserId: null,
    })
    const back = cookieOf(answer)
    expect(back).not.toBe(cookie)
    expect((await whoAmI(cookie)).statusCode).toBe(401)
    expect((await whoAmI(back)).json()).toMatchObject({ id })
    expect(await loginsOf(id)).toHaveLength(1)
  })

  test.each([
    ['is deactivated', { deactivatedAt: new Date().toISOString() }],
    ['is demoted', { roles: ['maylab_admin'] as Role[] }],
  ])('at once when the administrator %s', async (_, change) => {
    const { id, cookie } = await acting()
    await setUser(id, change)
    expect((await whoAmI(cookie)).statusCode).toBe(401)
    expect((await stop(cookie)).statusCode).toBe(401)
  })

  test('at once when the impersonated user is deactivated or gets other roles', async () => {
    for (const payload of [{ isActive: false }, { roles: ['maylab_admin'] }]) {
      const userId = await makeUser(db, {
        email: `it.${newId()}@example.com`,
        roles: ['coach_user'],
      })
      const { cookie } = await acting(userId)
      const url = `/api/admin/users/${userId}`
      await call({ method: 'PATCH', url, payload }, await signIn(emails.admin))
      expect((await whoAmI(cookie)).statusCode).toBe(401)
    }
  })
})

describe('the audit log', () => {
  const entries = (userIds: string[]) =>
    db
      .selectFrom('auditEntry')
      .select(['action', 'userId', 'originalUserId', 'rowId', 'clientId'])
      .where((eb) => eb.or([eb('userId', 'in', userIds), eb('originalUserId', 'in', userIds)]))
      .orderBy('id')
      .execute()

  test('has start, actions and end, with both ids', async () => {
    const { id, cookie } = await acting(made.clientUserId)
    const plan = await call({ url: `/api/clients/${made.clientId}/sessions-and-metrics` }, cookie)
    expect(plan.statusCode).toBe(200)
    await stop(cookie)
    const behind = { userId: made.clientUserId, originalUserId: id }
    expect(await entries([id])).toMatchObject([
      { action: 'signed-in', userId: id, originalUserId: null },
      {
        action: 'impersonation-started',
        userId: id,
        rowId: made.clientUserId,
        clientId: made.clientId,
      },
      { action: 'plan-opened', ...behind },
      { action: 'impersonation-ended', ...behind },
    ])
  })

  test('no cookie changes when the entry cannot be written', async () => {
    const { cookie } = await administrator()
    await db.schema.alterTable('auditEntry').renameTo('auditEntryAway').execute()
    try {
      const answer = await start(made.coachUserId, cookie)
      expect(answer.statusCode).toBe(500)
      expect(answer.cookies).toEqual([])
    } finally {
      await db.schema.alterTable('auditEntryAway').renameTo('auditEntry').execute()
    }
    expect((await whoAmI(cookie)).json()).toMatchObject({ isImpersonating: false })
  })
})
