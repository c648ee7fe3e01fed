import { expect, test } from 'vitest'
import type { MySecurity } from '#contract/accounts/security.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { makeRow, makeUser } from '../../../test/make.ts'
import { passProvider } from '../../../test/services/identity-provider.ts'
import { createResetLink } from '../password-reset/password-reset.service.ts'
import { createRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { providerSignIn } from '../../../test/provider-sign-in.ts'

const {
  call,
  signIn,
  db,
  deps,
  emails,
  organizationId,
  coachUserId,
  ofEmployer,
  withoutGroups,
  person,
  cookiesOf,
  start,
  pass,
  whoIs,
  refused,
  linkFirst,
  emailOf,
} = await providerSignIn()

test('an account is linked by a verified email, and then belongs to that subject only', async () => {
  const email = await emailOf(coachUserId)
  expect(await pass(withoutGroups, person({ email }))).toEqual(refused('email-not-verified'))
  for (const verified of [false, 'false', 'yes', 1])
    expect(await pass(withoutGroups, person({ email, email_verified: verified }))).toEqual(
      refused('email-not-verified'),
    )
  const subject = person({ email: email.toUpperCase(), email_verified: true })
  const { login } = await pass(withoutGroups, subject)
  expect(await whoIs(login)).toMatchObject({ id: coachUserId })
  // The address now belongs to somebody else.
  expect(await pass(withoutGroups, person({ email, email_verified: true }))).toEqual(
    refused('not-accepted'),
  )
})

test('linking ends the logins and removes the password of a client, whose email was never verified', async () => {
  const email = 'registered.before@example.com'
  const id = await makeUser(db, { email, roles: ['client_user'], organizationId })
  const before = await signIn(email)
  const { login } = await pass(withoutGroups, person({ email, email_verified: 'true' }))
  expect(await whoIs(login)).toMatchObject({ id })
  expect((await call({ url: '/api/auth/user' }, before)).statusCode).toBe(401)
  await expect(signIn(email)).rejects.toThrow('Invalid credentials')
})

test('the provider of an employer opens an existing account only once its owner has linked it', async () => {
  const email = 'has.password@example.com'
  const id = await makeUser(db, { email, roles: ['client_user'], organizationId })
  const subject = person({ email, email_verified: true })
  expect(await pass(ofEmployer, subject)).toEqual(linkFirst)
  const cookie = await signIn(email)
  const services = async (which: 'linkedProviders' | 'linkableProviders') =>
    (await call({ url: '/api/my-security' }, cookie)).json<MySecurity>()[which].map((it) => it.id)
  expect(await services('linkableProviders')).toContain(ofEmployer)

  async function link(someone: string, by = cookie, back = by) {
    const started = await call({ url: `/api/auth/oidc/${ofEmployer}/start?link=yes` }, by)
    const to = await passProvider(String(started.headers.location), someone)
    const flow = cookiesOf(started)['sign-in']
    return call({ url: to.pathname + to.search }, `${flow}; ${back}`)
  }
  const other = await link(person({ email_verified: true }))
  expect(other.headers.location).toBe('/app/security?error=not-accepted')
  const elsewhere = await link(subject, cookie, await signIn(emails.coach))
  expect(elsewhere.headers.location).toBe('/login?error=expired')
  expect(await pass(ofEmployer, subject)).toEqual(linkFirst)

  expect((await link(subject)).headers.location).toBe('/app/security')
  expect(await whoIs((await pass(ofEmployer, subject)).login)).toMatchObject({ id })
  expect(await services('linkableProviders')).not.toContain(ofEmployer)
  await expect(signIn(email)).resolves.toContain('login=')

  const { login: byProvider } = await pass(ofEmployer, subject)
  expect(await services('linkedProviders')).toContain(ofEmployer)
  const unlink = () =>
    call({ method: 'DELETE', url: `/api/my-security/providers/${ofEmployer}` }, cookie)
  expect((await unlink()).statusCode).toBe(200)
  expect((await unlink()).statusCode).toBe(404)
  expect((await call({ url: '/api/auth/user' }, byProvider)).statusCode).toBe(401)
  expect(await pass(ofEmployer, subject)).toEqual(linkFirst)
  expect(await subjectsOf(id)).toEqual([
    'Nordlys was linked to your account and can sign you in',
    'Nordlys was unlinked from your account and can no longer sign you in',
  ])
})

const subjectsOf = async (userId: string) => {
  const messages = db.selectFrom('message').select('subject').where('userId', '=', userId)
  const notices = messages.where('kind', '=', 'securityNotice')
  return (await notices.orderBy('id').execute()).map(({ subject }) => subject)
}

test('whoever proves an email ends the link, login and password that came before without proof', async () => {
  const email = 'claimed.before@example.com'
  const claimed = person({ email })
  const first = await pass(ofEmployer, claimed)
  const { id } = await whoIs(first.login)
  const owner = person({ email, email_verified: true })
  const { login } = await pass(withoutGroups, owner)
  expect(await whoIs(login)).toMatchObject({ id })
  expect((await call({ url: '/api/auth/user' }, first.login)).statusCode).toBe(401)
  expect(await pass(ofEmployer, claimed)).toEqual(linkFirst)
  expect(await subjectsOf(id)).toEqual([
    'Plain was linked to your account and can sign you in; your earlier password no longer works',
  ])
  // A password set by a link in an email is proof as well, and stays.
  const other = person({ email: 'claimed.too@example.com' })
  const { id: otherId } = await whoIs((await pass(ofEmployer, other)).login)
  const { token } = await createResetLink(db, otherId, 30)
  const payload = { token, password: 'a calm walk at noon' }
  await call({ method: 'POST', url: '/api/auth/reset-password', payload })
  expect(await pass(ofEmployer, other)).toEqual(linkFirst)
  await pass(withoutGroups, person({ email: 'claimed.too@example.com', email_verified: true }))
  const logIn = { email: 'claimed.too@example.com', password: payload.password }
  expect((await call({ method: 'POST', url: '/api/auth/login', payload: logIn })).statusCode).toBe(
    200,
  )
})

test('a second factor is asked for after a provider, unless browser, person or installation chose otherwise', async () => {
  const subject = person()
  const { login } = await pass(ofEmployer, subject)
  const { id } = await whoIs(login)
  const codes = await inTransaction(db, async (tx) => {
    await makeRow(tx, 'totp', { userId: id, secret: '', confirmedAt: new Date().toISOString() })
    return createRecoveryCodes(tx, deps.keys, id)
  })
  const { to, cookie } = await start(ofEmployer, '/app/account')
  const back = await passProvider(to, subject)
  const answer = await call({ url: back.pathname + back.search }, cookie)
  expect(answer.headers.location).toBe('/login?step=second-factor&next=%2Fapp%2Faccount')
  expect(cookiesOf(answer)['login']).toBeUndefined()
  const pending = cookiesOf(answer)['pending-login'] ?? ''
  const post = (path: string, by: string, payload?: object) =>
    call({ method: 'POST', url: `/api/auth/second-factor${path}`, ...(payload && { payload }) }, by)
  expect((await post('/continue', pending)).json()).toEqual({ secondFactor: ['totp'] })
  const entered = await post('', pending, { code: codes[0], trustBrowser: true })
  expect(await whoIs(cookiesOf(entered)['login'])).toMatchObject({ id })

  async function again(known = '') {
    const started = await start(ofEmployer)
    const then = await passProvider(started.to, subject)
    const reply = await call({ url: then.pathname + then.search }, started.cookie)
    const waiting = cookiesOf(reply)['pending-login']
    return waiting ? post('/continue', `${waiting}; ${known}`) : reply
  }
  const trusted = await again(cookiesOf(entered)['known-browser'])
  expect(await whoIs(cookiesOf(trusted)['login'])).toMatchObject({ id })
  expect((await again()).json()).toEqual({ secondFactor: ['totp'] })

  const choose = (isAsked: boolean) =>
    call(
      { method: 'PUT', url: '/api/my-security/factor-after-provider', payload: { isAsked } },
      cookiesOf(entered)['login'],
    )
  expect((await choose(false)).statusCode).toBe(200)
  expect(cookiesOf(await again())['login']).toBeDefined()
  expect((await choose(true)).statusCode).toBe(200)
  expect(cookiesOf(await again())['login']).toBeUndefined()
  Object.assign(deps.installation, { secondFactorAfterProvider: false })
  expect(cookiesOf(await again())['login']).toBeDefined()
  Object.assign(deps.installation, { secondFactorAfterProvider: true })
})
