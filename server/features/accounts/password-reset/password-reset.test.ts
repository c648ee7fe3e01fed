import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import type { Message } from '../../../providers/messaging/messenger.ts'
import { auditEntries, makeUser, updateRow } from '../../../test/make.ts'
import { listStatusCodes, testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'
import { hashPassword } from '../sign-in/passwords.ts'

const { db, call, signIn, coachUserId } = await testApp((given) =>
  withAdapters(given, { email_sms: { channel: 'email', deliver: async () => 'sent' } }),
)
/** Messages queued by the last request. */
let sent: Pick<Message, 'recipient' | 'subject' | 'body'>[] = []
beforeEach(async () => {
  await db.deleteFrom('message').execute()
  sent = []
})
async function readSent() {
  const columns = ['recipient', 'subject', 'body'] as const
  const messages = await db.selectFrom('message').select(columns).orderBy('id').execute()
  if (messages.length > sent.length) sent = messages
}

/** Each caller has its own address, to avoid the limit per address. */
let callers = 0
const post = (url: string, payload: object, headers = {}) =>
  call({ method: 'POST', url, payload, headers, remoteAddress: `10.0.0.${++callers % 250}` })
async function ask(email: string, headers = {}) {
  const answer = await post('/api/auth/forgot-password', { email }, headers)
  await readSent()
  return answer
}
const reset = (token: string, password = 'a-new-password') =>
  post('/api/auth/reset-password', { token, password })
const lastLink = () => /http\S+/.exec(sent.at(-1)?.body ?? '')?.[0] ?? ''
const lastToken = () => new URL(lastLink()).hash.replace('#token=', '')
const whoAmI = async (cookie: string) => (await call({ url: '/api/auth/user' }, cookie)).statusCode

async function somebody() {
  const email = `lost.${newId()}@example.com`
  return { email, id: await makeUser(db, { email, roles: ['coach_user'] }) }
}

describe('requesting a link', () => {
  test('sends it to the address of the account, with the token in the fragment of the URL', async () => {
    const { email } = await somebody()
    const answer = await ask(` ${email.toUpperCase()}`)
    expect(answer.json()).toEqual({ delivery: 'message' })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ recipient: email, subject: expect.stringContaining('Maylab') })
    const { origin, pathname, search, hash } = new URL(lastLink())
    expect({ origin, pathname, search }).toEqual({
      origin: 'http://localhost',
      pathname: '/reset-password',
      search: '',
    })
    expect(hash).toMatch(/^#token=[\w-]{43}$/)
  })

  test('always leads to this site', async () => {
    const { email } = await somebody()
    const headers = { host: 'elsewhere.example', origin: 'http://elsewhere.example' }
    expect((await ask(email, headers)).statusCode).toBe(403)
    expect(sent).toEqual([])
    await ask(email, { 'x-forwarded-host': 'elsewhere.example' })
    expect(sent).toEqual([])
  })

  test('stores only the hash of the token', async () => {
    const { email } = await somebody()
    await ask(email)
    const rows = await db.selectFrom('passwordReset').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(lastToken())
  })

  test('has the same response and duration for unknown and deactivated users', async () => {
    const { email } = await somebody()
    const away = await somebody()
    const deactivatedAt = new Date().toISOString()
    await updateRow(db, 'user', away.id, { deactivatedAt })
    const answers = []
    for (const it of [email, away.email, `nobody.${newId()}@example.com`]) {
      const begin = performance.now()
      const { body, statusCode } = await ask(it)
      const took = performance.now() - begin
      expect(took).toBeGreaterThan(390)
      answers.push({ body, statusCode })
    }
    expect(new Set(answers.map((it) => JSON.stringify(it))).size).toBe(1)
    expect(sent.map(({ recipient }) => recipient)).toEqual([email])
  })

  test('is limited per email, whether or not the user exists', async () => {
    const { email } = await somebody()
    for (const it of [email, `nobody.${newId()}@example.com`]) {
      const asked = await Promise.all(Array.from({ length: 30 }, () => ask(it)))
      const codes = asked.map(({ statusCode }) => statusCode)
      expect(codes.filter((code) => code === 200)).toHaveLength(8)
      expect(codes.filter((code) => code === 429)).toHaveLength(22)
    }
    expect(sent).toHaveLength(8)
    // Signing in has a separate limit.
    await signIn(email)
  })
})

describe('the link', () => {
  async function withLink() {
    const user = await somebody()
    await ask(user.email)
    return { ...user, token: lastToken() }
  }
  const refusal = { error: 'This link is no longer valid. Please ask for a new one.' }

  test('sets a new password, once, and ends every login', async () => {
    const { email, token } = await withLink()
    const cookies = [await signIn(email), await signIn(email)]
    expect((await reset(token)).json()).toEqual({ ok: true })
    for (const cookie of cookies) expect(await whoAmI(cookie)).toBe(401)
    await expect(signIn(email)).rejects.toThrow('could not sign in')
    await signIn(email, 'a-new-password')
    const again = await reset(token, 'another-password')
    expect(again.statusCode).toBe(404)
    expect(again.json()).toMatchObject(refusal)
    await signIn(email, 'a-new-password')
  })

  test('ends an impersonation by that user and of that user', async () => {
    const { email, token, id } = await withLink()
    const login = (values: object) => ({
      id: newId(),
      tokenHash: newId(),
      userId: coachUserId,
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
      ...values,
    })
    await db
      .insertInto('login')
      .values([login({ originalUserId: id }), login({ userId: id, originalUserId: coachUserId })])
      .execute()
    await reset(token)
    const left = await db
      .selectFrom('login')
      .select('id')
      .where((eb) => eb.or([eb('userId', '=', id), eb('originalUserId', '=', id)]))
      .execute()
    expect(left).toEqual([])
    await signIn(email, 'a-new-password')
  })

  test('can be used only once, even concurrently', async () => {
    const { email, token } = await withLink()
    const answers = await Promise.all([reset(token, 'password-one'), reset(token, 'password-two')])
    expect(listStatusCodes(answers)).toEqual([200, 404])
    await signIn(email, answers[0]?.statusCode === 200 ? 'password-one' : 'password-two')
  })

  test('tells its holder whose account it is, for the password manager', async () => {
    const { email, token } = await withLink()
    const account = (of: string) => post('/api/auth/reset-password/account', { token: of })
    expect((await account(token)).json()).toEqual({ email })
    expect((await account('unknown')).statusCode).toBe(404)
    await reset(token)
    expect((await account(token)).statusCode).toBe(404)
  })

  test('stays valid when others are requested, and using one invalidates all', async () => {
    const { email, token } = await withLink()
    for (let count = 0; count < 20; count++) await ask(email)
    const newest = lastToken()
    expect((await reset(token)).statusCode).toBe(200)
    expect((await reset(newest)).statusCode).toBe(404)
    expect((await reset(token)).statusCode).toBe(404)
  })

  test('lasts 30 minutes', async () => {
    const { id, token } = await withLink()
    const links = db.selectFrom('passwordReset').select('expiresAt').where('userId', '=', id)
    const minutes =
      (Date.parse((await links.executeTakeFirstOrThrow()).expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(29)
    expect(minutes).toBeLessThanOrEqual(30)
    const expiresAt = new Date(Date.now() - 1).toISOString()
    await db.updateTable('passwordReset').set({ expiresAt }).where('userId', '=', id).execute()
    expect((await reset(token)).statusCode).toBe(404)
  })

  test('is invalid for a deactivated user', async () => {
    const { id, token } = await withLink()
    const deactivatedAt = new Date().toISOString()
    await updateRow(db, 'user', id, { deactivatedAt })
    expect((await reset(token)).statusCode).toBe(404)
  })

  test('makes the browser known, so that guesses by others do not block the user', async () => {
    const { email, id, token } = await withLink()
    const login = (password: string, cookie?: string) => {
      const remoteAddress = `10.1.${++callers % 250}.1`
      const payload = { email, password }
      return call({ method: 'POST', url: '/api/auth/login', payload, remoteAddress }, cookie)
    }
    for (let count = 0; count < 110; count++) await login('guess')
    expect((await login('wellbeing-demo')).statusCode).toBe(429)
    const [cookie] = (await reset(token)).cookies
    expect((await login('a-new-password')).statusCode).toBe(429)
    const known = `${cookie?.name}=${cookie?.value}`
    expect((await login('a-new-password', known)).statusCode).toBe(200)
    const entries = await auditEntries(db, { action: 'password-reset', rowId: id }, ['userId'])
    expect(entries).toEqual([{ userId: id }])
  })

  test('a concurrent sign-in with the old password fails', async () => {
    for (let round = 0; round < 5; round++) {
      const { email, token } = await withLink()
      // Verifying the old password takes as long as hashing the new one.
      const passwordHash = await hashPassword('wellbeing-demo')
      await db.updateTable('user').set({ passwordHash }).where('email', '=', email).execute()
      const payload = { email, password: 'wellbeing-demo' }
      const [login] = await Promise.all([post('/api/auth/login', payload), reset(token)])
      const [cookie] = login.cookies
      const status = cookie ? await whoAmI(`${cookie.name}=${cookie.value}`) : login.statusCode
      expect(status).toBe(401)
    }
  })
})
