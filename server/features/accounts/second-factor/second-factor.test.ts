import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import type { MySecurity } from '#contract/accounts/security.ts'
import { newId } from '../../../platform/ids.ts'
import { auditEntries, makeUser, password } from '../../../test/make.ts'
import { softwarePasskey } from '../../../test/software-passkey.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails, systemUserId } = await testApp()
beforeEach(async () => {
  await db.deleteFrom('rateLimit').execute()
})

const own = { currentPassword: password }
type Answer = Awaited<ReturnType<typeof call>>
const cookieOf = ({ cookies }: Answer) =>
  cookies
    .filter(({ value }) => value)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
const post = (url: string, cookie: string, payload?: object) =>
  call({ method: 'POST', url, ...(payload && { payload }) }, cookie)
const mine = (path: string, cookie: string, payload?: object) =>
  post(`/api/my-security/${path}`, cookie, payload)
const logIn = (email: string, cookie = '') => post('/api/auth/login', cookie, { email, password })
const finish = (cookie: string, proof: object) => post('/api/auth/second-factor', cookie, proof)
const security = async (cookie: string) =>
  (await call({ url: '/api/my-security' }, cookie)).json<MySecurity>()

/** The code that an authenticator app shows some steps of 30 seconds from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  })
/** Makes codes of the current step valid again. */
const forgetUsedCodes = () => db.updateTable('totp').set({ lastStep: 0 }).execute()

async function somebody(role: Role = 'coach_user') {
  const email = `factor.${newId()}@example.com`
  const id = await makeUser(db, { email, roles: [role] })
  return { id, email, cookie: await signIn(email) }
}
async function withApp(role?: Role) {
  const user = await somebody(role)
  const { secret } = (await mine('authenticator-app', user.cookie, own)).json<{ secret: string }>()
  const code = codeOf(secret)
  const confirmed = await mine('authenticator-app/confirm', user.cookie, { code })
  expect(confirmed.statusCode).toBe(200)
  await forgetUsedCodes()
  const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>()
  return { ...user, secret, recoveryCodes }
}
/** Signed in with the password, waiting for the second factor. */
const halfway = async (email: string) => cookieOf(await logIn(email))

describe('an authenticator app', () => {
  test('is required after the password, which alone gives no access', async () => {
    const { email, secret } = await withApp()
    const answer = await logIn(email)
    expect(answer.json()).toEqual({ secondFactor: ['totp'] })
    const pending = answer.cookies.find(({ name }) => name === 'pending-login')
    expect(pending).toMatchObject({ httpOnly: true, sameSite: 'Strict', maxAge: 300 })
    const cookie = cookieOf(answer)
    expect(cookie).not.toMatch(/(^| )login=/)
    expect((await call({ url: '/api/auth/user' }, cookie)).statusCode).toBe(401)
    const done = await finish(cookie, { code: codeOf(secret) })
    expect(done.json()).toMatchObject({ user: { email } })
    expect((await call({ url: '/api/auth/user' }, cookieOf(done))).statusCode).toBe(200)
  })

  test('is required only after its first code was entered', async () => {
    const { email, cookie } = await somebody()
    await mine('authenticator-app', cookie, own)
    for (const code of ['000000', '\u{10000}\u{10000}\u{10000}'])
      expect((await mine('authenticator-app/confirm', cookie, { code })).statusCode).toBe(400)
    expect((await logIn(email)).json()).toMatchObject({ user: { email } })
  })

  test('has codes that work only once, even from another browser', async () => {
    const { email, secret } = await withApp()
    const [first, second] = [await halfway(email), await halfway(email)]
    const code = codeOf(secret)
    expect((await finish(first, { code })).statusCode).toBe(200)
    const again = await finish(second, { code })
    expect(again.statusCode).toBe(400)
    expect(again.json()).toMatchObject({
      fields: { code: expect.stringContaining('already used') },
    })
    expect((await finish(second, { code: codeOf(secret, 1) })).statusCode).toBe(200)
  })

  test.each([
    [-2, 400],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 400],
  ])('with a clock that is %i steps off: %i', async (steps, status) => {
    const { email, secret } = await withApp()
    expect((await finish(await halfway(email), { code: codeOf(secret, steps) })).statusCode).toBe(
      status,
    )
  })

  test('of another user is refused', async () => {
    const [mia, noah] = [await withApp(), await withApp()]
    const answer = await finish(await halfway(mia.email), { code: codeOf(noah.secret) })
    expect(answer.statusCode).toBe(400)
  })

  test('has a secret that is not in the database', async () => {
    const { secret } = await withApp()
    const rows = await db.selectFrom('totp').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('is removed only with the password, and then the password is enough', async () => {
    const { email, cookie, id } = await withApp()
    const url = 'authenticator-app/remove'
    const wrong = await mine(url, cookie, { currentPassword: 'a guess' })
    expect(wrong.json()).toMatchObject({ fields: { currentPassword: expect.any(String) } })
    expect((await mine(url, cookie, { currentPassword: password })).statusCode).toBe(200)
    expect((await logIn(email)).json()).toMatchObject({ user: { id } })
    expect(await security(cookie)).toMatchObject({ factors: [], recoveryCodesLeft: 0 })
  })
})

describe('a sign-in that waits for the second factor', () => {
  test('ends after five minutes, and after use', async () => {
    const { email, secret } = await withApp()
    const [used, old] = [await halfway(email), await halfway(email)]
    expect((await finish(used, { code: codeOf(secret) })).statusCode).toBe(200)
    expect((await finish(used, { code: codeOf(secret, 1) })).statusCode).toBe(401)
    const expiresAt = new Date(Date.now() - 1).toISOString()
    await db.updateTable('pendingLogin').set({ expiresAt }).execute()
    expect((await finish(old, { code: codeOf(secret, 1) })).statusCode).toBe(401)
    expect((await finish('', { code: codeOf(secret, 1) })).statusCode).toBe(401)
  })

  test('ends when the user gets another password or is deactivated', async () => {
    const { id, email, secret } = await withApp()
    const cookie = await halfway(email)
    const deactivatedAt = new Date().toISOString()
    await db.updateTable('user').set({ deactivatedAt }).where('id', '=', id).execute()
    expect((await finish(cookie, { code: codeOf(secret) })).statusCode).toBe(401)
  })

  test('allows five attempts', async () => {
    const { email, secret } = await withApp()
    const cookie = await halfway(email)
    for (let guess = 0; guess < 5; guess++)
      expect((await finish(cookie, { code: '000000' })).statusCode).toBe(400)
    expect((await finish(cookie, { code: codeOf(secret) })).statusCode).toBe(429)
  })

  test('can be guessed about a hundred times a day by somebody in a known browser', async () => {
    const { email, secret } = await withApp()
    const cookie = cookieOf(await finish(await halfway(email), { code: codeOf(secret) }))
    const guess = () => mine('confirmation', cookie, { code: '000000' })
    for (let count = 0; count < 9; count++) expect((await guess()).statusCode).toBe(400)
    const refused = await guess().then(guess)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
  })

  test('waits no longer once the password has changed', async () => {
    const { email, cookie, secret } = await withApp()
    const pending = await halfway(email)
    const changed = await post('/api/my-account/password', cookie, {
      currentPassword: password,
      password: 'calm-river-stone',
    })
    expect(changed.statusCode, changed.body).toBe(200)
    expect((await finish(pending, { code: codeOf(secret) })).statusCode).toBe(401)
  })

  test('is not removed by the password alone in a trusted browser', async () => {
    const { email, secret } = await withApp()
    const trusted = cookieOf(
      await finish(await halfway(email), { code: codeOf(secret), trustBrowser: true }),
    ).replace(/(^| )login=[^;]+;?/, '')
    const cookie = cookieOf(await logIn(email, trusted))
    for (const path of ['authenticator-app/remove', 'recovery-codes', 'passkeys/options']) {
      const answer = await mine(path, cookie, own)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'confirmation-needed'])
    }
    await forgetUsedCodes()
    await mine('confirmation', cookie, { code: codeOf(secret) })
    expect((await mine('authenticator-app/remove', cookie, own)).statusCode).toBe(200)
  })

  test('can be trusted for 30 days, in that browser only', async () => {
    const { email, secret } = await withApp()
    const done = await finish(await halfway(email), { code: codeOf(secret), trustBrowser: true })
    const browser = cookieOf(done).replace(/(^| )login=[^;]+;?/, '')
    expect((await logIn(email, browser)).json()).toMatchObject({ user: { email } })
    expect((await logIn(email)).json()).toEqual({ secondFactor: ['totp'] })
    await mine('end-other-logins', cookieOf(done))
    expect((await logIn(email, browser)).json()).toEqual({ secondFactor: ['totp'] })
    const other = await finish(await halfway(email), {
      code: codeOf(secret, 1),
      trustBrowser: true,
    })
    const expiresAt = new Date(Date.now() - 1).toISOString()
    await db.updateTable('trustedBrowser').set({ expiresAt }).execute()
    expect((await logIn(email, cookieOf(other))).json()).toEqual({ secondFactor: ['totp'] })
  })
})

describe('recovery codes', () => {
  test('replace the second factor once each, however they are typed', async () => {
    const { email, cookie, recoveryCodes } = await withApp()
    expect(recoveryCodes).toHaveLength(10)
    const [code = ''] = recoveryCodes
    const typed = code.replace('-', ' ').toUpperCase()
    expect((await finish(await halfway(email), { code: typed })).statusCode).toBe(200)
    expect((await finish(await halfway(email), { code })).statusCode).toBe(400)
    expect(await security(cookie)).toMatchObject({ recoveryCodesLeft: 9 })
    expect(JSON.stringify(await db.selectFrom('recoveryCode').selectAll().execute())).not.toContain(
      code,
    )
  })

  test('are replaced with the password', async () => {
    const { email, cookie, recoveryCodes } = await withApp()
    const renewed = await mine('recovery-codes', cookie, { currentPassword: password })
    const [fresh] = renewed.json<{ recoveryCodes: string[] }>().recoveryCodes
    expect((await finish(await halfway(email), { code: recoveryCodes[1] })).statusCode).toBe(400)
    expect((await finish(await halfway(email), { code: fresh })).statusCode).toBe(200)
  })
})

describe('a passkey', () => {
  const origin = 'http://localhost:80'
  async function withPasskey() {
    const user = await somebody()
    const key = softwarePasskey(new URL(origin).origin)
    const { challenge } = (await mine('passkeys/options', user.cookie, own)).json<{
      challenge: string
    }>()
    const payload = { name: 'Laptop', passkey: key.create(challenge) }
    const added = await mine('passkeys', user.cookie, payload)
    return { ...user, key, added, payload }
  }
  async function start(email: string) {
    const answer = await logIn(email)
    expect(answer.json()).toEqual({ secondFactor: ['passkey'] })
    const cookie = cookieOf(answer)
    const options = await post('/api/auth/second-factor/passkey-options', cookie)
    return { cookie, challenge: options.json<{ challenge: string }>().challenge }
  }

  test('is added with recovery codes, used to sign in, renamed and removed', async () => {
    const { email, cookie, key, added } = await withPasskey()
    expect(added.json()).toMatchObject({ recoveryCodes: { length: 10 } })
    const { cookie: pending, challenge } = await start(email)
    const done = await finish(pending, { passkey: key.get(challenge, 1) })
    expect(done.json()).toMatchObject({ user: { email } })
    const [passkey] = (await security(cookie)).passkeys
    expect(passkey).toMatchObject({ name: 'Laptop', lastUsedAt: expect.any(String) })
    const at = `passkeys/${passkey?.id}`
    expect((await mine(`${at}/rename`, cookie, { name: 'Old laptop' })).json()).toMatchObject({
      name: 'Old laptop',
    })
    const stranger = await somebody()
    expect((await mine(`${at}/rename`, stranger.cookie, { name: 'x' })).statusCode).toBe(404)
    const currentPassword = password
    expect((await mine(`${at}/remove`, stranger.cookie, { currentPassword })).statusCode).toBe(404)
    expect((await mine(`${at}/remove`, cookie, { currentPassword })).statusCode).toBe(200)
    expect(await security(cookie)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
  })

  test('signs each challenge once', async () => {
    const { email, key } = await withPasskey()
    const [first, second] = [await start(email), await start(email)]
    const foreign = key.get(first.challenge, 1)
    expect((await finish(second.cookie, { passkey: foreign })).statusCode).toBe(400)
    // Even the right response comes too late after a wrong one.
    const right = key.get(second.challenge, 2)
    expect((await finish(second.cookie, { passkey: right })).statusCode).toBe(400)
    expect((await finish(first.cookie, { passkey: foreign })).statusCode).toBe(200)
  })

  test('whose counter decreases is refused, because it may be a copy', async () => {
    const { email, key } = await withPasskey()
    const first = await start(email)
    const signed = key.get(first.challenge, 7)
    expect((await finish(first.cookie, { passkey: signed })).statusCode).toBe(200)
    const second = await start(email)
    const copy = key.get(second.challenge, 6)
    expect((await finish(second.cookie, { passkey: copy })).statusCode).toBe(400)
  })

  test('of another user or made for another site is refused', async () => {
    const [mia, noah] = [await withPasskey(), await withPasskey()]
    const { cookie, challenge } = await start(mia.email)
    const wrong = noah.key.get(challenge, 1)
    expect((await finish(cookie, { passkey: wrong })).statusCode).toBe(400)
    const elsewhere = softwarePasskey('https://evil.example')
    const options = await mine('passkeys/options', mia.cookie, own)
    const created = elsewhere.create(options.json<{ challenge: string }>().challenge)
    expect((await mine('passkeys', mia.cookie, { name: 'x', passkey: created })).statusCode).toBe(
      400,
    )
  })

  test('cannot be added again with the same challenge', async () => {
    const { cookie, payload } = await withPasskey()
    expect((await mine('passkeys', cookie, payload)).statusCode).toBe(400)
  })
})

describe('who may change a second factor', () => {
  test('the user is notified of every change by email, and it is in the audit log', async () => {
    const { id, cookie } = await withApp()
    await mine('recovery-codes', cookie, { currentPassword: password })
    await mine('authenticator-app/remove', cookie, { currentPassword: password })
    const messages = await db
      .selectFrom('message')
      .select('subject')
      .where('userId', '=', id)
      .orderBy('id')
      .execute()
    expect(messages.map(({ subject }) => subject)).toEqual([
      'An authenticator app was added to your account',
      'Your recovery codes were replaced',
      'An authenticator app was removed from your account',
    ])
    expect((await auditEntries(db, { rowId: id }, ['action'])).map(({ action }) => action)).toEqual(
      [...['authenticator-app-added', 'recovery-codes-renewed', 'authenticator-app-removed']],
    )
  })

  test('adding one requires the password, except after signing in through an identity provider', async () => {
    const { id, cookie } = await somebody()
    for (const path of ['authenticator-app', 'passkeys/options']) {
      const answer = await mine(path, cookie, { currentPassword: 'a guess' })
      expect([answer.statusCode, answer.json()]).toMatchObject([
        400,
        { fields: { currentPassword: 'This is not your current password' } },
      ])
    }
    await db
      .updateTable('login')
      .set({ identityProviderId: newId() })
      .where('userId', '=', id)
      .execute()
    expect((await mine('authenticator-app', cookie, { currentPassword: '' })).statusCode).toBe(200)
  })

  test('an administrator can reset that of a user who lost it, but not of a higher role', async () => {
    const [coach, root] = [await withApp(), await withApp('system_admin')]
    const admin = await signIn(emails.admin)
    const reset = (id: string, cookie = admin) =>
      post(`/api/admin/users/${id}/reset-second-factor`, cookie)
    expect((await reset(coach.id)).statusCode).toBe(200)
    expect((await reset(coach.id)).statusCode).toBe(409)
    expect((await reset(root.id)).statusCode).toBe(403)
    expect((await reset(systemUserId, await signIn(emails.system))).statusCode).toBe(409)
    expect((await logIn(coach.email)).json()).toMatchObject({ user: { id: coach.id } })
    expect(await auditEntries(db, { rowId: coach.id, action: 'second-factor-reset' })).toHaveLength(
      1,
    )
    const message = await db
      .selectFrom('message')
      .select('subject')
      .where('userId', '=', coach.id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(message).toEqual({ subject: 'Your second factor was removed by an administrator' })
  })
})
