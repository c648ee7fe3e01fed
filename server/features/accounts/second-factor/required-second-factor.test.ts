import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { announce } from '../../../platform/db/notify.ts'
import { newId } from '../../../platform/ids.ts'
import { makeUser, password } from '../../../test/make.ts'
import { settingsTopic } from '../../settings/installation/installation.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, deps, call, signIn, emails, ...made } = await testApp()

const get = (url: string, cookie: string) => call({ url }, cookie)
const post = (url: string, cookie: string, payload?: object) =>
  call({ method: 'POST', url, ...(payload && { payload }) }, cookie)
async function somebody(role: Role) {
  const email = `required.${newId()}@example.com`
  const id = await makeUser(db, { email, roles: [role] })
  return { id, email, cookie: await signIn(email) }
}
const cookieOf = ({ cookies: [it] }: Awaited<ReturnType<typeof call>>) => `${it?.name}=${it?.value}`
async function setUp(cookie: string) {
  const app = await post('/api/my-security/authenticator-app', cookie, {
    currentPassword: password,
  })
  const { secret } = app.json<{ secret: string }>()
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const url = '/api/my-security/authenticator-app/confirm'
  const confirmed = await post(url, cookie, { code: code() })
  expect(confirmed.statusCode).toBe(200)
  await db.updateTable('totp').set({ lastStep: 0 }).execute()
  return code
}
async function require(value: boolean) {
  const userId = made.systemUserId
  await db.deleteFrom('setting').execute()
  await db
    .insertInto('setting')
    .values({ name: 'requireSecondFactor', value: JSON.stringify(value), changedBy: userId })
    .execute()
  await announce(db, settingsTopic)
  await expect.poll(() => deps.installation.requireSecondFactor).toBe(value)
}

describe('when administrators need a second factor', () => {
  test.each(['system_admin', 'maylab_admin'] as const)(
    'a %s without one can only set it up',
    async (role) => {
      const { cookie } = await somebody(role)
      await require(true)
      const refused = await get('/api/admin/users', cookie)
      expect(refused.statusCode).toBe(403)
      expect(refused.json()).toMatchObject({ code: 'second-factor-missing' })
      expect((await get('/api/auth/user', cookie)).json()).toMatchObject({
        needsSecondFactor: true,
      })
      expect((await get('/api/my-security', cookie)).statusCode).toBe(200)
      await setUp(cookie)
      expect((await get('/api/admin/users', cookie)).statusCode).toBe(200)
      expect((await get('/api/auth/user', cookie)).json()).toMatchObject({
        needsSecondFactor: false,
      })
      await require(false)
    },
  )

  test('users signed in through an identity provider do not need one, even after an impersonation', async () => {
    const { id, cookie } = await somebody('system_admin')
    await db
      .updateTable('login')
      .set({ identityProviderId: newId() })
      .where('userId', '=', id)
      .execute()
    await require(true)
    expect((await get('/api/admin/users', cookie)).statusCode).toBe(200)
    const started = await post(`/api/admin/impersonate/${made.coachUserId}`, cookie)
    const ended = await post('/api/admin/stop-impersonation', cookieOf(started))
    expect(ended.json()).toMatchObject({ id, needsSecondFactor: false })
    const again = await get('/api/auth/user', cookieOf(ended))
    expect(again.json()).toMatchObject({ id, needsSecondFactor: false })
    await require(false)
  })

  test('other users do not need one', async () => {
    const cookie = await signIn(emails.coach)
    await require(true)
    expect((await get('/api/my-coach-clients', cookie)).statusCode).toBe(200)
    await require(false)
  })
})
