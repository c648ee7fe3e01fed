import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, policyOf } from '#contract/endpoint.ts'
import { role as everyRole, type Role } from '#contract/roles.ts'
import { endpoints } from './platform/http/docs/contract-exports.ts'
import { testApp } from './test/test-app.ts'

/** The address of every route, as the application is made. */
const opened: string[] = []
subscribe('fastify.initialization', (it) =>
  (it as { fastify: FastifyInstance }).fastify.addHook(
    'onRoute',
    ({ url }) => void opened.push(url),
  ),
)

const { app, call, signIn, emails } = await testApp()
const cookies: Record<Role, string> = {
  system_admin: await signIn(emails.system),
  maylab_admin: await signIn(emails.admin),
  coach_user: await signIn(emails.coach),
  org_user: await signIn(emails.org),
  client_user: await signIn(emails.client),
}
const rolesOf = ({ access }: Endpoint): readonly Role[] =>
  typeof access === 'string' ? everyRole.options : access
/** An id that no row has: whoever is let in finds nothing, and changes nothing. */
const nothing = '0198a0de-5a1c-7a3c-8b2d-333333333333'
const addressOf = ({ path: it }: Endpoint) => it.replaceAll(/\{\w+\}/g, nothing)
const patternOf = ({ path: it }: Endpoint) => it.replaceAll(/\{(\w+)\}/g, ':$1')
const ask = ({ endpoint }: { endpoint: Endpoint }, cookie?: string) =>
  call({ method: endpoint.method, url: addressOf(endpoint) }, cookie)

test('the walk sees the contract', () => {
  expect(endpoints.length).toBeGreaterThan(50)
  expect(endpoints.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['login', 'getUser', 'listMyCoachClients', 'streamTranscriptionEvents']),
  )
})

test('two endpoints never share a method and a path', () => {
  const routes = endpoints.map(({ endpoint }) => `${endpoint.method} ${patternOf(endpoint)}`)
  expect(routes.filter((it, index) => routes.indexOf(it) !== index)).toEqual([])
})

test('whatever changes a row takes the version that was read, and answers the next one', () => {
  const updates = endpoints.filter(
    ({ endpoint: { method, body } }) => ['PUT', 'PATCH'].includes(method) && body !== 'bytes',
  )
  expect(updates.length).toBeGreaterThan(3)
  /** In the row itself, or in each of several. */
  const hasVersion = (schema: unknown): boolean =>
    (schema instanceof z.ZodArray && hasVersion(schema.element)) ||
    (schema instanceof z.ZodObject &&
      ('version' in (schema.shape as object) ||
        Object.values(schema.shape as object).some(
          (it) => it instanceof z.ZodArray && hasVersion(it.element),
        )))
  const without = updates
    .filter(({ endpoint: { body, response } }) => !hasVersion(body) || !hasVersion(response))
    .map(({ name }) => name)
  // One value and nothing beside it: the last one counts, and the answer says which one it took the place of.
  expect(without).toEqual(['assignCoach'])
})

test('the server mounts what the contract names', () => {
  const missing = endpoints
    .filter(({ endpoint }) => !app.hasRoute({ method: endpoint.method, url: patternOf(endpoint) }))
    .map(({ noun, name }) => `${noun}: ${name}`)
  expect(missing).toEqual([])
})

test('the server opens nothing under /api that the contract does not name', () => {
  const known = new Set(endpoints.map(({ endpoint }) => patternOf(endpoint)))
  const others = opened.filter(
    (it) => it.startsWith('/api') && !it.startsWith('/api/docs') && !known.has(it),
  )
  // Beside the description of the API there is what answers every other address: that there is no such page.
  expect(new Set(others)).toEqual(new Set(['/api', '/api/*', '/api/openapi.json']))
})

const isSigned = ({ endpoint }: { endpoint: Endpoint }) => policyOf(endpoint).isSigned
const closed = endpoints.filter((it) => it.endpoint.access !== 'public' && !isSigned(it))
test.each(closed.map((it) => [`${it.endpoint.method} ${it.endpoint.path}`, it] as const))(
  '%s opens to its roles and to nobody else',
  async (_name, it) => {
    const access = rolesOf(it.endpoint)
    expect((await ask(it)).statusCode).toBe(401)
    for (const role of everyRole.options) {
      const isAllowed = access.includes(role)
      // An event stream does not end while somebody listens: that it opens is for its own feature to test.
      if (isAllowed && it.endpoint.response === 'events') continue
      const { statusCode } = await ask(it, cookies[role])
      if (isAllowed) expect([401, 403, 500]).not.toContain(statusCode)
      else expect(statusCode).toBe(403)
    }
  },
)

const open = endpoints.filter(({ endpoint }) => endpoint.access === 'public')
test.each(open.map((it) => [`${it.endpoint.method} ${it.endpoint.path}`, it] as const))(
  '%s fails for nobody by a mistake of ours',
  async (_name, it) => {
    for (const cookie of [undefined, ...Object.values(cookies)]) {
      // Signing out would take the others' cookies away.
      if (it.name === 'logout') continue
      expect((await ask(it, cookie)).statusCode).not.toBe(500)
    }
  },
)

// One of them, mounted for its own sake: http/signed.test.ts.
const signed = endpoints.filter(isSigned)
test.each(signed.map((it) => [`${it.endpoint.method} ${it.endpoint.path}`, it] as const))(
  '%s opens to nobody who has not signed, whoever is signed in',
  async (_name, it) => {
    for (const cookie of [undefined, ...Object.values(cookies)])
      expect((await ask(it, cookie)).statusCode).toBe(401)
  },
)

/** The same address as a browser never writes it. */
const escaped = (url: string) => url.replace('/api/', '/%61p%69/')

test.each(closed.map((it) => [`${it.endpoint.method} ${it.endpoint.path}`, it] as const))(
  '%s knows who calls and is kept by no cache, however its address is written',
  async (_name, { endpoint }) => {
    const { method, response } = endpoint
    const url = escaped(addressOf(endpoint))
    expect((await call({ method, url })).statusCode).toBe(401)
    const stranger = everyRole.options.find((it) => !rolesOf(endpoint).includes(it))
    if (response === 'events' && !stranger) return
    const answer = await call({ method, url }, cookies[stranger ?? 'client_user'])
    if (stranger) expect(answer.statusCode).toBe(403)
    else expect(answer.statusCode).not.toBe(401)
    expect(answer.headers['cache-control']).toMatch(/no-store/)
  },
)

const unsafe = endpoints.filter(
  (it) => it.endpoint.method !== 'GET' && it.endpoint.method !== 'HEAD' && !isSigned(it),
)
test.each(unsafe.map((it) => [`${it.endpoint.method} ${it.endpoint.path}`, it] as const))(
  '%s is refused when another site sends it',
  async (_name, { endpoint }) => {
    for (const url of [addressOf(endpoint), escaped(addressOf(endpoint))]) {
      const headers = { origin: 'https://elsewhere.example' }
      const answer = await call({ method: endpoint.method, url, headers }, cookies.system_admin)
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({
        error: 'This request did not come from the application and was refused.',
      })
    }
  },
)
