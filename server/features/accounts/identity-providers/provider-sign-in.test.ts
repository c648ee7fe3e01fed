import { afterAll, expect, test } from 'vitest'
import type { MySecurity } from '#contract/accounts/security.ts'
import type { CurrentUser } from '#contract/accounts/auth.ts'
import type { IdentityProvider } from '#contract/accounts/identity-providers.ts'
import type { Role } from '#contract/roles.ts'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { auditEntries, makeRow, makeUser, rowOf, updateRow } from '../../../test/make.ts'
import { client, identityProvider, passProvider } from '../../../test/services/identity-provider.ts'
import { testApp } from '../../../test/test-app.ts'
import { createResetLink } from '../password-reset/password-reset.service.ts'
import { createRecoveryCodes } from '../second-factor/recovery-codes.ts'

const service = await identityProvider({})
afterAll(() => service.close())
const environment = { name: 'Staff', issuer: service.origin, clientId: client.id }
const { call, signIn, db, deps, emails, organizationId, ...made } = await testApp((it) => ({
  config: {
    ...it.config,
    allowedLocalHosts: [new URL(service.origin).host],
    identityProvider: { ...environment, clientSecret: client.secret },
  },
}))
const system = await signIn(emails.system)

const noGroups = { system_admin: [], maylab_admin: [], coach_user: [], org_user: [] }
const form = {
  ...{ name: 'Nordlys', issuer: service.origin, clientId: client.id, clientSecret: client.secret },
  ...{ organizationId: null, groupClaim: '', roleGroups: noGroups },
  ...{ isActive: true, signsOut: false },
}
const redirectUri = (id: string) => `http://localhost/api/auth/oidc/${id}/callback`
const url = '/api/admin/identity-providers'
const known: string[] = []
async function addProvider(values: object = {}) {
  const answer = await call({ method: 'POST', url, payload: { ...form, ...values } }, system)
  expect(answer.statusCode).toBe(200)
  const { id } = answer.json<IdentityProvider>()
  known.push(redirectUri(id))
  service.register(...known)
  return id
}
const ofEmployer = await addProvider({ organizationId })
const ofStaff = await addProvider({
  ...{ groupClaim: 'groups', roleGroups: { ...noGroups, coach_user: ['coaches'] } },
  name: 'With groups',
})
const withoutGroups = await addProvider({ name: 'Plain' })

/** A person at the provider, by subject. */
function person(claims: object = {}) {
  const subject = newId()
  service.people[subject] = {
    ...{ email: `new.${subject}@example.com`, given_name: 'Nina', family_name: 'Åberg' },
    ...claims,
  }
  return subject
}
const cookiesOf = (answer: Awaited<ReturnType<typeof call>>) =>
  Object.fromEntries(answer.cookies.map(({ name, value }) => [name, `${name}=${value}`]))

async function start(id: string, next?: string) {
  const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`
  const answer = await call({ url: `/api/auth/oidc/${id}/start${query}` })
  expect(answer.statusCode).toBe(302)
  return { to: String(answer.headers.location), cookie: cookiesOf(answer)['sign-in'] }
}
async function finish(back: URL, cookie: string | undefined) {
  const answer = await call({ url: back.pathname + back.search }, cookie)
  expect(answer.statusCode).toBe(302)
  return { to: String(answer.headers.location), login: cookiesOf(answer)['login'] }
}
async function pass(id: string, subject: string | undefined, next?: string) {
  const { to, cookie } = await start(id, next)
  return finish(await passProvider(to, subject), cookie)
}
const whoIs = async (login: string | undefined) =>
  (await call({ url: '/api/auth/user' }, login)).json<CurrentUser>()
const refused = (code: string) => ({ to: `/login?error=${code}`, login: undefined })
/** The page asks for the link after the sign-in. */
const linkFirst = {
  to: `/login?error=link-first&next=${encodeURIComponent(`/app/security?link=${ofEmployer}`)}`,
  login: undefined,
}
const emailOf = async (id: string) => (await rowOf(db, 'user', id)).email

test('an employee registers through the provider of the employer, and is the same person next time', async () => {
  const subject = person()
  const first = await pass(ofEmployer, subject, '/app/account?x=1')
  expect(first.to).toBe('/app/account?x=1')
  const user = await whoIs(first.login)
  expect(user).toMatchObject({ firstName: 'Nina', lastName: 'Åberg', roles: ['client_user'] })
  const row = await db
    .selectFrom('client')
    .select('organizationId')
    .where('userId', '=', user.id)
    .executeTakeFirst()
  expect(row).toEqual({ organizationId })
  service.people[subject] = { email: 'another.address@example.com', email_verified: true }
  const second = await pass(ofEmployer, subject)
  expect((await whoIs(second.login)).id).toBe(user.id)
  expect(await auditEntries(db, { action: 'signed-in' }, ['userId', 'details'])).toContainEqual({
    ...{ userId: user.id, details: { provider: 'Nordlys' } },
  })
})

test('an account is linked by a verified email, and then belongs to that subject only', async () => {
  const email = await emailOf(made.coachUserId)
  expect(await pass(withoutGroups, person({ email }))).toEqual(refused('email-not-verified'))
  for (const verified of [false, 'false', 'yes', 1])
    expect(await pass(withoutGroups, person({ email, email_verified: verified }))).toEqual(
      refused('email-not-verified'),
    )
  const subject = person({ email: email.toUpperCase(), email_verified: true })
  const { login } = await pass(withoutGroups, subject)
  expect(await whoIs(login)).toMatchObject({ id: made.coachUserId })
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
  return (await messages.orderBy('id').execute()).map(({ subject }) => subject)
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

test('the provider of an employer vouches for its own employees only', async () => {
  const otherOrganizationId = newId()
  await db
    .insertInto('organization')
    .values({ id: otherOrganizationId, name: 'Walk AB', inviteToken: newId() })
    .execute()
  const elsewhere = 'works.elsewhere@example.com'
  await makeUser(db, {
    ...{ email: elsewhere, roles: ['client_user'], organizationId: otherOrganizationId },
  })
  for (const email of [elsewhere, emails.system, emails.otherCoach])
    expect(await pass(ofEmployer, person({ email, email_verified: true }))).toEqual(
      refused('not-accepted'),
    )
  const subject = person()
  const { id } = await whoIs((await pass(ofEmployer, subject)).login)
  await updateRow(db, 'user', id, { roles: ['client_user', 'coach_user'] })
  expect(await pass(ofEmployer, subject)).toEqual(refused('not-accepted'))
})

test('unknown users get no account without an employer or group, or without a verified email', async () => {
  expect(await pass(withoutGroups, person({ email_verified: true }))).toEqual(refused('no-account'))
  expect(await pass(ofEmployer, person({ email: undefined }))).toEqual(
    refused('email-not-verified'),
  )
  expect(await pass(ofEmployer, person({ email_verified: false }))).toEqual(
    refused('email-not-verified'),
  )
  expect(await pass(ofStaff, person({ groups: ['coaches'] }))).toEqual(
    refused('email-not-verified'),
  )
})

test('groups grant and revoke their roles at each sign-in', async () => {
  const subject = person({ email_verified: true, groups: ['coaches', 'others'] })
  const first = await pass(ofStaff, subject)
  const user = await whoIs(first.login)
  expect(user.roles).toEqual(['coach_user'])
  expect(
    await db.selectFrom('coach').select('id').where('userId', '=', user.id).execute(),
  ).toHaveLength(1)
  service.people[subject] = { ...service.people[subject], groups: ['others'] }
  expect(await pass(ofStaff, subject)).toEqual(refused('no-account'))
  await updateRow(db, 'user', user.id, { roles: ['coach_user', 'client_user'] })
  const second = await pass(ofStaff, subject)
  expect((await whoIs(second.login)).roles).toEqual(['client_user'])
  expect((await call({ url: '/api/auth/user' }, first.login)).statusCode).toBe(401)
})

test('groups never remove the last system administrator', async () => {
  const strict = await addProvider({
    ...{ groupClaim: 'groups', roleGroups: { ...noGroups, system_admin: ['admins'] } },
  })
  const subject = person({ email: emails.system, email_verified: true, groups: [] })
  const { login } = await pass(strict, subject)
  expect((await whoIs(login)).roles).toEqual(['system_admin'])
  const email = 'second.admin@example.com'
  await makeUser(db, { email, roles: ['system_admin', 'coach_user'] })
  const second = await pass(strict, person({ email, email_verified: true }))
  expect((await whoIs(second.login)).roles).toEqual(['coach_user'])
})

test('signing out continues at the provider if that is turned on, and succeeds if not or unreachable', async () => {
  const both = await addProvider({ name: 'Both', signsOut: true })
  const subject = person({ email: emails.otherCoach, email_verified: true })
  async function signOut(id: string) {
    const { login } = await pass(id, subject)
    const answer = await call({ method: 'POST', url: '/api/auth/logout', payload: {} }, login)
    expect((await call({ url: '/api/auth/user' }, login)).statusCode).toBe(401)
    return answer.json<{ providerUrl?: string }>()
  }
  const url = new URL((await signOut(both)).providerUrl ?? '')
  expect(url.origin + url.pathname).toBe(`${service.origin}/session/end`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    ...{ client_id: client.id, post_logout_redirect_uri: 'http://localhost/login' },
  })
  expect(await signOut(withoutGroups)).toEqual({ ok: true })
  const { login } = await pass(both, subject)
  await updateRow(db, 'identityProvider', both, { issuer: `${service.origin}/unreachable` })
  const answer = await call({ method: 'POST', url: '/api/auth/logout', payload: {} }, login)
  expect(answer.json()).toEqual({ ok: true })
})

test('a deactivated account is refused', async () => {
  const subject = person()
  const { id } = await whoIs((await pass(ofEmployer, subject)).login)
  await updateRow(db, 'user', id, { deactivatedAt: new Date().toISOString() })
  expect(await pass(ofEmployer, subject)).toEqual(refused('deactivated'))
  const { email } = service.people[subject] as { email: string }
  expect(await pass(ofEmployer, person({ email, email_verified: true }))).toEqual(
    refused('deactivated'),
  )
})

test('a response is accepted only in the browser that started the sign-in, once, within ten minutes', async () => {
  const subject = person()
  const { to, cookie } = await start(ofEmployer)
  const back = await passProvider(to, subject)
  expect(await finish(back, undefined)).toEqual(refused('expired'))
  expect(await finish(back, 'sign-in=forged')).toEqual(refused('expired'))
  const other = await start(withoutGroups)
  expect(await finish(back, other.cookie)).toEqual(refused('expired'))
  const late = JSON.stringify({
    ...{
      verifier: 'v'.repeat(43),
      state: 's',
      nonce: 'n',
      next: '/app',
      expiresAt: Date.now() - 1,
    },
  })
  expect(await finish(back, `sign-in=${deps.keys.encrypt('sign-in', ofEmployer, late)}`)).toEqual(
    refused('expired'),
  )
  const another = await start(ofEmployer)
  expect(await finish(back, another.cookie)).toEqual(refused('failed'))
  expect((await finish(back, cookie)).to).toBe('/app')
  expect(await finish(back, cookie)).toEqual(refused('failed'))
})

test('a response with another state or nonce is refused', async () => {
  const subject = person()
  const first = await start(ofEmployer)
  const back = await passProvider(first.to, subject)
  back.searchParams.set('state', 'another')
  expect(await finish(back, first.cookie)).toEqual(refused('failed'))
  const second = await start(ofEmployer)
  const asked = new URL(second.to)
  expect(asked.searchParams.get('code_challenge_method')).toBe('S256')
  asked.searchParams.set('nonce', 'another')
  expect(await finish(await passProvider(asked.href, subject), second.cookie)).toEqual(
    refused('failed'),
  )
  expect(await auditEntries(db, { action: 'sign-in-refused' }, ['details'])).toContainEqual({
    details: { provider: 'Nordlys', reason: 'failed' },
  })
})

test('cancelling at the provider leads back to the sign-in page', async () => {
  expect(await pass(ofEmployer, undefined)).toEqual(refused('cancelled'))
})

test.each(['//evil.example', 'https://evil.example', '/application', '/app\\@evil', '/login'])(
  'a sign-in cannot redirect to %s',
  async (next) => {
    const answer = await call({
      url: `/api/auth/oidc/${ofEmployer}/start?next=${encodeURIComponent(next)}`,
    })
    expect(answer.statusCode).toBe(400)
  },
)

test('a link on another site leads to the sign-in page', async () => {
  const answer = await call({
    url: `/api/auth/oidc/${ofEmployer}/start`,
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login'])
})

test('a provider from the environment can be used, but not changed', async () => {
  const [first] = (await call({ url }, system)).json<IdentityProvider[]>()
  expect(first).toMatchObject({ ...environment, version: null })
  const id = first?.id ?? ''
  service.register(...known, redirectUri(id))
  const { login } = await pass(id, person({ email: emails.admin, email_verified: true }))
  expect((await whoIs(login)).roles).toEqual(['maylab_admin'] satisfies Role[])
  for (const method of ['PATCH', 'DELETE'] as const)
    expect(
      (await call({ method, url: `${url}/${id}`, payload: { name: 'x' } }, system)).statusCode,
    ).toBe(404)
})

test('passwords are refused while turned off, and turning them off requires a sign-in through a provider', async () => {
  const turnOff = (cookie: string) =>
    call(
      { method: 'PUT', url: '/api/admin/settings/passwordSignIn', payload: { value: false } },
      cookie,
    )
  const early = await turnOff(system)
  expect([early.statusCode, early.json()]).toMatchObject([409, { code: 'conflict' }])
  const { id: systemUserId } = await whoIs(system)
  const linked = await db
    .selectFrom('externalIdentity')
    .select('subject')
    .where('userId', '=', systemUserId)
    .executeTakeFirst()
  const subject = linked?.subject ?? person({ email: emails.system, email_verified: true })
  const { login = '' } = await pass(withoutGroups, subject)
  expect((await turnOff(login)).statusCode).toBe(200)
  await expect.poll(() => deps.installation.passwordSignIn).toBe(false)
  for (const [path, payload] of [
    ['login', { email: emails.coach, password: 'wellbeing-demo' }],
    ['forgot-password', { email: emails.coach }],
    ['reset-password', { token: 'x', password: 'long-enough' }],
  ] as const) {
    const answer = await call({ method: 'POST', url: `/api/auth/${path}`, payload })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      403,
      { error: expect.stringContaining('Signing in with a password is turned off') },
    ])
  }
  const options = async () => (await call({ url: '/api/auth/sign-in-options' })).json()
  expect(await options()).toMatchObject({ hasPassword: false })
  expect((await options()).providers[0]).toEqual({ id: expect.any(String), name: 'Staff' })
})

test('an ID token with a wrong signature is refused', async () => {
  const id = await addProvider({ name: 'Forged' })
  service.publishOtherKey()
  expect(await pass(id, person({ email: emails.org, email_verified: true }))).toEqual(
    refused('failed'),
  )
})
