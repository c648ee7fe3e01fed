import { expect, test } from 'vitest'
import type { MySecurity } from '#contract/accounts/security.ts'
import { auditEntries } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, call, signIn, newUser, impersonate } = await testApp()

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const somebody = () => newUser('coach_user')
const read = async (cookie: string) =>
  (await call({ url: '/api/my-security' }, cookie)).json<MySecurity>().logins
const end = async (cookie: string, id: string) =>
  (await call({ method: 'DELETE', url: `/api/my-security/logins/${id}` }, cookie)).statusCode
const whoAmI = async (cookie: string) => (await call({ url: '/api/auth/user' }, cookie)).statusCode

test('a user sees their logins with browser, address and times, the current one first', async () => {
  const { email, cookie } = await somebody()
  await call({
    ...{ method: 'POST', url: '/api/auth/login', headers: { 'user-agent': firefox } },
    ...{ payload: { email, password: 'wellbeing-demo' }, remoteAddress: '192.0.2.7' },
  })
  expect(await read(cookie)).toMatchObject([
    { isCurrent: true, device: null, address: '127.0.0.1' },
    { isCurrent: false, device: 'Firefox on Windows', address: '192.0.2.7' },
  ])
  expect(JSON.stringify(await db.selectFrom('login').selectAll().execute())).not.toContain('Gecko')
})

test('a user signs out another browser, but no login of anyone else', async () => {
  const { id, email, cookie } = await somebody()
  const other = await signIn(email)
  const stranger = await somebody()
  const [own, second] = await read(cookie)
  const [foreign] = await read(stranger.cookie)
  expect(await end(cookie, foreign?.id ?? '')).toBe(404)
  expect(await end(cookie, own?.id ?? '')).toBe(409)
  expect(await end(cookie, second?.id ?? '')).toBe(200)
  expect(await whoAmI(other)).toBe(401)
  expect(await whoAmI(cookie)).toBe(200)
  expect(await whoAmI(stranger.cookie)).toBe(200)
  expect(await auditEntries(db, { rowId: id, action: 'login-ended' })).toHaveLength(1)
})

test('a user signs out everywhere else', async () => {
  const { email, cookie } = await somebody()
  const others = [await signIn(email), await signIn(email)]
  const url = '/api/my-security/end-other-logins'
  expect((await call({ method: 'POST', url }, cookie)).statusCode).toBe(200)
  for (const it of others) expect(await whoAmI(it)).toBe(401)
  expect(await read(cookie)).toHaveLength(1)
})

test('an impersonating administrator neither sees nor ends the logins of the user', async () => {
  const { id, cookie } = await somebody()
  const acting = await impersonate(id)
  expect((await call({ url: '/api/my-security' }, acting)).statusCode).toBe(403)
  const [own] = await read(cookie)
  expect(await read(cookie)).toHaveLength(1)
  expect(await end(acting, own?.id ?? '')).toBe(403)
})
