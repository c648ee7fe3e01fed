import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { getRow, updateRow } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { app, call, signIn, emails, db } = await testApp()
const login = (email: string, password: string, extra = {}) =>
  call({ method: 'POST', url: '/api/auth/login', payload: { email, password, ...extra } })
const whoAmI = async (cookie?: string) => call({ url: '/api/auth/user' }, cookie)

test('a coach signs in, is recognized, and signs out', async () => {
  const cookie = await signIn(emails.coach)
  expect((await whoAmI(cookie)).json()).toMatchObject({
    email: emails.coach,
    roles: ['coach_user'],
    isImpersonating: false,
  })
  await call({ method: 'POST', url: '/api/auth/logout' }, cookie)
  expect((await whoAmI(cookie)).statusCode).toBe(401)
})

test('the email is case-insensitive', async () => {
  expect((await login(emails.coach.toUpperCase(), 'wellbeing-demo')).statusCode).toBe(200)
})

test('a wrong password and an unknown email get the same response', async () => {
  const wrong = await login(emails.coach, 'not-the-password')
  const unknown = await login('nobody@example.com', 'not-the-password')
  expect(wrong.statusCode).toBe(401)
  expect({ ...wrong.json(), requestId: '' }).toEqual({ ...unknown.json(), requestId: '' })
  expect(wrong.json()).toMatchObject({
    error: 'Invalid credentials. Please try again.',
    code: 'not-signed-in',
  })
})

test('the cookie is HttpOnly, and persistent only on request', async () => {
  const [session] = (await login(emails.coach, 'wellbeing-demo')).cookies
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  expect(session?.maxAge).toBeUndefined()
  const [remembered] = (await login(emails.coach, 'wellbeing-demo', { rememberMe: true })).cookies
  expect(remembered?.maxAge).toBe(30 * 24 * 3600)
})

test('the token is not stored in the database', async () => {
  const token = (await signIn(emails.coach)).split('=')[1] ?? ''
  const rows = await db.selectFrom('login').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('deactivating a user ends their login at once', async () => {
  const cookie = await signIn(emails.org)
  await db
    .updateTable('user')
    .set({ deactivatedAt: new Date().toISOString() })
    .where('email', '=', emails.org)
    .execute()
  expect((await whoAmI(cookie)).statusCode).toBe(401)
  expect((await login(emails.org, 'wellbeing-demo')).statusCode).toBe(401)
})

test('an idle login ends', async () => {
  const cookie = await signIn(emails.admin)
  await db
    .updateTable('login')
    .set({ expiresAt: new Date(Date.now() - 1000).toISOString() })
    .execute()
  expect((await whoAmI(cookie)).statusCode).toBe(401)
})

describe('the idle time of a login counts from the last activity of the user', () => {
  /** Signs in, last active an hour ago; returns the remaining hours after these calls. */
  async function hoursLeftAfter(asked: InjectOptions[], hoursOld = 1) {
    const cookie = await signIn(emails.admin)
    const hour = 3600_000
    const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
    const { id } = await db
      .selectFrom('login')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await updateRow(db, 'login', id, {
      createdAt: ago(hoursOld),
      lastSeenAt: ago(1),
      expiresAt: ago(-11),
    })
    for (const it of asked) await call(it, cookie)
    const { expiresAt } = await getRow(db, 'login', id)
    return Math.round((Date.parse(expiresAt) - Date.now()) / hour)
  }
  const url = '/api/auth/user'

  test('a read by the user is activity', async () => {
    expect(await hoursLeftAfter([{ url }])).toBe(12)
  })

  test('no activity extends a login beyond 30 days', async () => {
    expect(await hoursLeftAfter([{ url }], 30 * 24 - 5)).toBe(5)
  })

  test('streams and background reads are not', async () => {
    const stream = { url: `/api/clients/${newId()}/events` }
    const unattended = { url, headers: { 'x-unattended': '1' } }
    expect(await hoursLeftAfter([stream, unattended, stream])).toBe(11)
  })
})

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['another site by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
  ['an unknown origin', {}],
])('a request from %s is rejected', async (_, headers) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers,
    payload: { email: emails.coach, password: 'wellbeing-demo' },
  })
  expect(answer.statusCode).toBe(403)
})

test('sign-ins and rejections are in the audit log without the email', async () => {
  const entries = await db.selectFrom('auditEntry').selectAll().execute()
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['signed-in', 'sign-in-refused', 'signed-out']),
  )
  expect(JSON.stringify(entries)).not.toContain('@')
})
