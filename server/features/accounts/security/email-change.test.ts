import { beforeEach, describe, expect, test } from 'vitest'
import type { MySecurity } from '#contract/accounts/security.ts'
import { newId } from '../../../platform/ids.ts'
import { auditEntries, makeUser, password, getRow, updateRow } from '../../../test/make.ts'
import { listStatusCodes, testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'

const { db, call, signIn, newUser, impersonate } = await testApp((given) =>
  withAdapters(given, { email_sms: { channel: 'email', deliver: async () => 'sent' } }),
)
beforeEach(async () => {
  await db.deleteFrom('message').execute()
})

const newAddress = () => `new.${newId()}@example.com`
const somebody = () => newUser('coach_user')
const ask = (cookie: string, email: string, currentPassword = password) =>
  call(
    { method: 'POST', url: '/api/my-security/email', payload: { email, currentPassword } },
    cookie,
  )
const confirm = (token: string, cookie?: string) =>
  call({ method: 'POST', url: '/api/auth/confirm-email', payload: { token } }, cookie)
const sent = () =>
  db.selectFrom('message').select(['kind', 'recipient', 'body']).orderBy('id').execute()
async function askForLink(cookie: string, email: string) {
  expect((await ask(cookie, email)).json()).toEqual({ delivery: 'message' })
  const link = (await sent()).findLast(({ recipient }) => recipient === email)
  return /#token=([\w-]{43})\n/.exec(link?.body ?? '')?.[1] ?? ''
}
const emailOf = async (id: string) => (await getRow(db, 'user', id)).email
const whoAmI = async (cookie: string) => (await call({ url: '/api/auth/user' }, cookie)).statusCode
const deactivate = (id: string) =>
  updateRow(db, 'user', id, { deactivatedAt: new Date().toISOString() })

describe('requesting a new email', () => {
  test('sends a link to the new address and a notice to the current one', async () => {
    const { id, email, cookie } = await somebody()
    const address = newAddress()
    const token = await askForLink(cookie, address)
    expect(await sent()).toEqual([
      { kind: 'emailChange', recipient: address, body: expect.stringContaining('24 hours') },
      { kind: 'securityNotice', recipient: email, body: expect.stringContaining('127.0.0.1') },
    ])
    const stored = await db.selectFrom('emailChange').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(await emailOf(id)).toBe(email)
    expect(await auditEntries(db, { rowId: id, action: 'email-change-asked' })).toHaveLength(1)
  })

  test('needs the current password, and attempts are limited', async () => {
    const { cookie } = await somebody()
    const answer = await ask(cookie, newAddress(), 'wrong-password')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ fields: { currentPassword: expect.any(String) } })
    const others = await Promise.all(
      Array.from({ length: 20 }, () => ask(cookie, newAddress(), 'wrong-password')),
    )
    expect(others.map(({ statusCode }) => statusCode)).toContain(429)
    expect(await sent()).toEqual([])
  })

  test('answers the same for an address in use, which gets a message without a link', async () => {
    const { id, email, cookie } = await somebody()
    const other = await somebody()
    const free = await ask(cookie, newAddress())
    await db.deleteFrom('message').execute()
    const taken = await ask(cookie, other.email)
    expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body])
    const messages = await sent()
    expect(messages).toMatchObject([
      { kind: 'emailTaken', recipient: other.email },
      { kind: 'securityNotice', recipient: email },
    ])
    expect(JSON.stringify(messages)).not.toContain('token=')
    expect(await emailOf(id)).toBe(email)
  })

  test("is refused for the user's own address, while impersonating, and after signing in through a provider", async () => {
    const { id, email, cookie } = await somebody()
    expect((await ask(cookie, email)).json()).toMatchObject({
      fields: { email: expect.any(String) },
    })
    expect((await ask(await impersonate(id), newAddress())).statusCode).toBe(403)
    const isManaged = async () =>
      (await call({ url: '/api/my-security' }, cookie)).json<MySecurity>().isEmailManaged
    expect(await isManaged()).toBe(false)
    await db
      .updateTable('login')
      .set({ identityProviderId: newId() })
      .where('userId', '=', id)
      .execute()
    expect(await isManaged()).toBe(true)
    expect((await ask(cookie, newAddress())).statusCode).toBe(409)
    expect(await sent()).toEqual([])
  })
})

describe('the link', () => {
  test('changes the email once, ends all other logins and notifies the old address', async () => {
    const { id, email, cookie } = await somebody()
    const address = newAddress()
    const other = await signIn(email)
    const token = await askForLink(cookie, address)
    await db.deleteFrom('message').execute()
    const answers = await Promise.all([confirm(token, cookie), confirm(token, cookie)])
    expect(listStatusCodes(answers)).toEqual([200, 404])
    expect(await emailOf(id)).toBe(address)
    expect([await whoAmI(cookie), await whoAmI(other)]).toEqual([200, 401])
    expect(await sent()).toEqual([
      { kind: 'emailChanged', recipient: email, body: expect.stringContaining(address) },
    ])
    expect(await auditEntries(db, { rowId: id, action: 'email-changed' })).toHaveLength(1)
    await signIn(address)
    await expect(signIn(email)).rejects.toThrow('could not sign in')
  })

  test('ends every login when it is opened in another browser', async () => {
    const { cookie } = await somebody()
    const stranger = await somebody()
    const token = await askForLink(cookie, newAddress())
    expect((await confirm(token, stranger.cookie)).statusCode).toBe(200)
    expect([await whoAmI(cookie), await whoAmI(stranger.cookie)]).toEqual([401, 200])
  })

  test('is refused for an address that was taken in the meantime', async () => {
    const { id, email, cookie } = await somebody()
    const address = newAddress()
    const token = await askForLink(cookie, address)
    await makeUser(db, { email: address, roles: ['coach_user'] })
    expect((await confirm(token)).statusCode).toBe(409)
    expect([await emailOf(id), await whoAmI(cookie)]).toEqual([email, 200])
  })

  test('lasts 24 hours, and a newer one replaces it', async () => {
    const { id, cookie } = await somebody()
    const first = await askForLink(cookie, newAddress())
    const second = await askForLink(cookie, newAddress())
    expect((await confirm(first)).statusCode).toBe(404)
    const change = db.selectFrom('emailChange').select('expiresAt').where('userId', '=', id)
    const { expiresAt } = await change.executeTakeFirstOrThrow()
    expect((Date.parse(expiresAt) - Date.now()) / 3600_000).toBeCloseTo(24, 1)
    await db
      .updateTable('emailChange')
      .set({ expiresAt: new Date(Date.now() - 1).toISOString() })
      .where('userId', '=', id)
      .execute()
    expect((await confirm(second)).statusCode).toBe(404)
  })

  test('is invalid after a new password and for a deactivated user', async () => {
    const { id, email, cookie } = await somebody()
    const token = await askForLink(cookie, newAddress())
    await deactivate(id)
    expect((await confirm(token)).statusCode).toBe(404)
    await updateRow(db, 'user', id, { deactivatedAt: null })
    const payload = { currentPassword: password, password: 'another-harbour' }
    const changed = await call({ method: 'POST', url: '/api/my-account/password', payload }, cookie)
    expect(changed.statusCode).toBe(200)
    expect((await confirm(token)).statusCode).toBe(404)
    expect(await emailOf(id)).toBe(email)
  })
})
