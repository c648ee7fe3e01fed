import { afterAll, expect } from 'vitest'
import type { CurrentUser } from '#contract/accounts/auth.ts'
import type { IdentityProvider } from '#contract/accounts/identity-providers.ts'
import { newId } from '../platform/ids.ts'
import { getRow } from './make.ts'
import { client, identityProvider, passProvider } from './services/identity-provider.ts'
import { testApp } from './test-app.ts'

/** The application with three identity providers, and people who sign in through them. Call once per test file, at the top. */
export async function providerSignIn() {
  const service = await identityProvider({})
  afterAll(() => service.close())
  const environment = { name: 'Staff', issuer: service.origin, clientId: client.id }
  const app = await testApp((it) => ({
    config: {
      ...it.config,
      allowedLocalHosts: [new URL(service.origin).host],
      identityProvider: { ...environment, clientSecret: client.secret },
    },
  }))
  const { call, signIn, db, emails, organizationId } = app
  const system = await signIn(emails.system)

  const noGroups = { system_admin: [], maylab_admin: [], coach_user: [], org_user: [] }
  const form = {
    ...{
      name: 'Nordlys',
      issuer: service.origin,
      clientId: client.id,
      clientSecret: client.secret,
    },
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
  const emailOf = async (id: string) => (await getRow(db, 'user', id)).email
  return {
    ...app,
    noGroups,
    service,
    environment,
    system,
    redirectUri,
    url,
    known,
    addProvider,
    ofEmployer,
    ofStaff,
    withoutGroups,
    person,
    cookiesOf,
    start,
    finish,
    pass,
    whoIs,
    refused,
    linkFirst,
    emailOf,
  }
}
