import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import type { MyNotices } from '#contract/messages/notices.ts'
import { newId } from '../../../platform/ids.ts'
import { endpoints } from '../../../platform/http/docs/contract-exports.ts'
import { makeUser, password } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails, ...made } = await testApp()
const get = (url: string, cookie: string) => call({ url }, cookie)
const post = (url: string, cookie: string, payload: object = {}) =>
  call({ method: 'POST', url, payload }, cookie)
async function administrator() {
  const email = `ada.${newId()}@example.com`
  await makeUser(db, { email, roles: ['system_admin'] })
  return signIn(email)
}
async function administratorWithFactor() {
  const cookie = await administrator()
  const app = await post('/api/my-security/authenticator-app', cookie, {
    currentPassword: password,
  })
  const { secret } = app.json<{ secret: string }>()
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await post('/api/my-security/authenticator-app/confirm', cookie, { code: code() })
  await db.updateTable('totp').set({ lastStep: 0 }).execute()
  await db.updateTable('login').set({ confirmedAt: null }).execute()
  return { cookie, code }
}
const confirm = '/api/my-security/confirmation'
const tokenForm = { name: 'Reports', scopes: { client: 'read' }, days: 30 }
const notices = async (cookie: string) =>
  (await get('/api/my-notices', cookie)).json<MyNotices>().notices.map(({ text }) => text)

/** Inputs with which an endpoint needs a confirmation; the others need it with every input. */
const inputs: Record<string, { path?: string; body?: object }> = {
  createUser: { body: {} },
  putSetting: { path: '/api/admin/settings/passwordSignIn' },
  resetSetting: { path: '/api/admin/settings/requireSecondFactor/reset' },
}
const confirmed = endpoints
  .filter(({ endpoint }) => endpoint.needsConfirmation)
  .map(({ name, endpoint: { method, path } }) => ({
    name,
    method: method as 'GET' | 'POST',
    url: inputs[name]?.path ?? path.replaceAll(/\{\w+\}/g, newId()),
    body: inputs[name]?.body ?? {},
  }))

describe('with a second factor', async () => {
  const { cookie, code } = await administratorWithFactor()

  test.each(confirmed)('$name needs a confirmation', async ({ method, url, body }) => {
    const answer = await call({ method, url, ...(method !== 'GET' && { payload: body }) }, cookie)
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([
      403,
      'confirmation-needed',
    ])
  })

  test.each([
    ['/api/admin/settings/brandName/reset', {}],
    ['/api/admin/users', { roles: ['client_user'] }],
  ])('%s needs none where it gives no rights', async (url, values) => {
    const person = { firstName: 'Bo', lastName: 'Berg', email: 'bo@example.com' }
    const answer = await post(url, cookie, { ...person, password: 'quiet harbor lane', ...values })
    expect(answer.statusCode, answer.body).toBe(200)
  })

  test.each([
    [['coach_user'], { roles: ['coach_user', 'maylab_admin'] }, 403],
    [['maylab_admin'], { email: `other.${newId()}@example.com` }, 403],
    [['maylab_admin'], { firstName: 'Ida', roles: ['maylab_admin'], isActive: true }, 200],
    [['coach_user'], { email: `other.${newId()}@example.com` }, 200],
  ] as const)('changing a user with %j to %j: %i', async (roles, change, status) => {
    const email = `changed.${newId()}@example.com`
    const id = await makeUser(db, { email, roles: [...roles] })
    const before = await db.selectFrom('message').select('id').execute()
    const payload = change
    const answer = await call({ method: 'PATCH', url: `/api/admin/users/${id}`, payload }, cookie)
    expect(answer.statusCode, answer.body).toBe(status)
    if (status === 403) expect(answer.json().code).toBe('confirmation-needed')
    expect(await db.selectFrom('message').select('id').execute()).toEqual(before)
  })

  test('a confirmation counts for ten minutes, in this login only', async () => {
    const act = () => post('/api/admin/api-tokens', cookie, tokenForm)
    expect((await post(confirm, cookie, { code: '000000' })).statusCode).toBe(400)
    expect((await act()).statusCode).toBe(403)
    expect((await post(confirm, cookie, { code: code() })).statusCode).toBe(200)
    expect((await act()).statusCode).toBe(200)
    expect((await post(`/api/admin/impersonate/${made.coachUserId}`, cookie)).statusCode).toBe(200)
  })

  test('an older confirmation does not count', async () => {
    const other = await administratorWithFactor()
    await post(confirm, other.cookie, { code: other.code() })
    const confirmedAt = new Date(Date.now() - 601_000).toISOString()
    await db
      .updateTable('login')
      .set({ confirmedAt })
      .where('confirmedAt', 'is not', null)
      .execute()
    expect((await post('/api/admin/api-tokens', other.cookie, tokenForm)).statusCode).toBe(403)
  })
})

test('without a second factor none is asked for', async () => {
  const cookie = await administrator()
  expect((await post('/api/admin/api-tokens', cookie, tokenForm)).statusCode).toBe(200)
})

test('while impersonating, nothing that needs a confirmation can be done', async () => {
  const id = await makeUser(db, { email: 'product@example.com', roles: ['maylab_admin'] })
  const started = await post(`/api/admin/impersonate/${id}`, await administrator())
  const [it] = started.cookies
  const answer = await post('/api/admin/users', `${it?.name}=${it?.value}`)
  expect([answer.statusCode, answer.json().error]).toEqual([
    409,
    'Please exit the current impersonation first.',
  ])
})

test('the others are told of a new administrator, not of a renamed one', async () => {
  const [one, other] = [await administrator(), await administrator()]
  const id = await makeUser(db, { email: `raised.${newId()}@example.com`, roles: ['coach_user'] })
  await db.deleteFrom('message').execute()
  const url = `/api/admin/users/${id}`
  for (const payload of [{ roles: ['maylab_admin'] }, { roles: ['maylab_admin'], lastName: 'B' }])
    expect((await call({ method: 'PATCH', url, payload }, one)).statusCode).toBe(200)
  expect(await notices(other)).toEqual(['Ada gave a person the rights of an administrator.'])
})

test('all other system administrators are told, and nobody else', async () => {
  const [one, other] = [await administrator(), await administrator()]
  await db.deleteFrom('message').execute()
  expect((await post('/api/admin/api-tokens', one, { ...tokenForm, days: 0 })).statusCode).toBe(400)
  await post('/api/admin/api-tokens', one, tokenForm)
  expect(await notices(one)).toEqual([])
  expect(await notices(other)).toEqual(['Ada created an API token.'])
  for (const email of [emails.admin, emails.coach, emails.client])
    expect(await notices(await signIn(email))).toEqual([])
})
