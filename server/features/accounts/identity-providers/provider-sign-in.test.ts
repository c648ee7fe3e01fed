import { expect, test } from 'vitest'
import type { IdentityProvider } from '#contract/accounts/identity-providers.ts'
import type { Role } from '#contract/roles.ts'
import { newId } from '../../../platform/ids.ts'
import { auditEntries, makeUser, updateRow } from '../../../test/make.ts'
import { client, passProvider } from '../../../test/services/identity-provider.ts'
import { providerSignIn } from '../../../test/provider-sign-in.ts'

const {
  call,
  db,
  deps,
  emails,
  organizationId,
  service,
  environment,
  system,
  redirectUri,
  url,
  addProvider,
  ofEmployer,
  ofStaff,
  withoutGroups,
  person,
  start,
  finish,
  pass,
  whoIs,
  refused,
  known,
  noGroups,
} = await providerSignIn()

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
