import { afterAll, expect, test } from 'vitest'
import type { IdentityProvider } from '#contract/accounts/identity-providers.ts'
import { auditEntries } from '../../../test/make.ts'
import { client, identityProvider } from '../../../test/services/identity-provider.ts'
import { testApp } from '../../../test/test-app.ts'
import { getClientSecret } from './identity-providers.queries.ts'

const service = await identityProvider({})
afterAll(() => service.close())
const { call, signIn, deps, db, emails, organizationId } = await testApp((it) => ({
  config: { ...it.config, allowedLocalHosts: [new URL(service.origin).host] },
}))
const system = await signIn(emails.system)
const url = '/api/admin/identity-providers'
const noGroups = { system_admin: [], maylab_admin: [], coach_user: [], org_user: [] }
const form = {
  ...{ name: 'Nordlys', issuer: service.origin, clientId: client.id, clientSecret: client.secret },
  ...{ organizationId: null, groupClaim: '', roleGroups: noGroups },
  ...{ isActive: true, signsOut: false },
}
const create = (values: object = {}) =>
  call({ method: 'POST', url, payload: { ...form, ...values } }, system)
const change = (id: string, payload: object) =>
  call({ method: 'PATCH', url: `${url}/${id}`, payload }, system)
const options = async () => (await call({ url: '/api/auth/sign-in-options' })).json()

test('a provider is added, tested, changed and deleted; its secret is never shown', async () => {
  const added = await create({ organizationId })
  expect(added.json()).toMatchObject({ organizationName: 'Nordlys Design', version: 1 })
  const { id } = added.json<IdentityProvider>()
  const tested = await call({ method: 'POST', url: `${url}/${id}/test` }, system)
  expect(tested.statusCode).toBe(200)
  const changed = await change(id, { name: 'Nordlys staff', clientSecret: '', version: 1 })
  expect(changed.json()).toMatchObject({ name: 'Nordlys staff', version: 2 })
  expect(await getClientSecret(deps, id)).toBe(client.secret)
  expect((await change(id, { name: 'Else', version: 1 })).statusCode).toBe(409)
  expect(await options()).toEqual({ hasPassword: true, providers: [{ id, name: 'Nordlys staff' }] })
  const listed = await call({ url }, system)
  for (const answer of [added, changed, listed]) expect(answer.body).not.toContain(client.secret)
  expect((await call({ method: 'DELETE', url: `${url}/${id}` }, system)).statusCode).toBe(200)
  expect(await options()).toEqual({ hasPassword: true, providers: [] })
  const entries = await auditEntries(db, { rowId: id }, ['action'])
  expect(entries.map((it) => it.action)).toEqual([
    ...['identity-provider-added', 'identity-provider-changed', 'identity-provider-deleted'],
  ])
  expect(JSON.stringify(await auditEntries(db, { rowId: id }))).not.toContain(client.secret)
})

test.each([
  ['issuer', { issuer: 'http://login.example.com' }, 'Issuer must begin with https://'],
  ['issuer', { issuer: 'https://127.0.0.1:9' }, 'only the environment may allow'],
  ['issuer', { issuer: 'https://user@login.example.com' }, 'without parameters'],
  [
    'issuer',
    { issuer: `${service.origin}/.well-known/openid-configuration` },
    'Issuer must be the part before /.well-known/',
  ],
  [
    'roleGroups',
    { organizationId: 'own', roleGroups: { ...noGroups, coach_user: ['x'] } },
    'cannot grant',
  ],
  ['roleGroups', { roleGroups: { ...noGroups, org_user: ['x'] } }, 'cannot grant'],
])('a wrong %s is refused: %j', async (field, values, sentence) => {
  const answer = await create({
    ...values,
    ...('organizationId' in values && { organizationId }),
  })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { fields: { [field]: expect.stringContaining(sentence) } },
  ])
})

test.each([{ issuer: `${service.origin}/other` }, { clientId: 'another' }])(
  'the stored secret is not used with %j',
  async (values) => {
    const { id } = (await create()).json<IdentityProvider>()
    const answer = await change(id, values)
    expect(answer.json()).toMatchObject({
      fields: { clientSecret: 'Enter the client secret for the new issuer or client ID' },
    })
  },
)

test.each([
  ['deactivated', (id: string) => change(id, { isActive: false })],
  ['deleted', (id: string) => call({ method: 'DELETE', url: `${url}/${id}` }, system)],
])('a provider that is %s ends the logins that came from it', async (_, end) => {
  const { id } = (await create()).json<IdentityProvider>()
  const cookie = await signIn(emails.coach)
  const loginsOfCoach = db
    .updateTable('login')
    .set({ identityProviderId: id })
    .where('userId', '=', (eb) =>
      eb.selectFrom('user').select('id').where('email', '=', emails.coach),
    )
  await loginsOfCoach.execute()
  expect((await call({ url: '/api/auth/user' }, cookie)).statusCode).toBe(200)
  expect((await end(id)).statusCode).toBe(200)
  expect((await call({ url: '/api/auth/user' }, cookie)).statusCode).toBe(401)
  expect((await call({ url: '/api/auth/user' }, system)).statusCode).toBe(200)
})

test('a test says why the provider does not answer', async () => {
  const { id } = (await create({ issuer: `${service.origin}/other` })).json<IdentityProvider>()
  const answer = await call({ method: 'POST', url: `${url}/${id}/test` }, system)
  expect([answer.statusCode, answer.json()]).toMatchObject([
    422,
    { error: 'The issuer does not publish a valid OpenID Connect configuration.' },
  ])
})

test('passwords stay possible while no provider is active', async () => {
  await db.insertInto('setting').values({ name: 'passwordSignIn', value: 'false' }).execute()
  await db.deleteFrom('identityProvider').execute()
  await call({ method: 'POST', url: '/api/admin/settings/brandName/reset', payload: {} }, system)
  await expect.poll(() => deps.installation.passwordSignIn).toBe(false)
  expect(await options()).toEqual({ hasPassword: true, providers: [] })
  await expect(signIn(emails.coach)).resolves.toContain('login=')
  await create()
  await expect(signIn(emails.coach)).rejects.toThrow('turned off')
})
