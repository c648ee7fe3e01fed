import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, getPolicy } from '#contract/endpoint.ts'
import { role as everyRole, type Role } from '#contract/roles.ts'
import { endpoints } from './platform/http/docs/contract-exports.ts'
import { testApp } from './test/test-app.ts'

/** The URL of every route that the application mounts. */
const mountedUrls: string[] = []
subscribe('fastify.initialization', (it) =>
  (it as { fastify: FastifyInstance }).fastify.addHook(
    'onRoute',
    ({ url }) => void mountedUrls.push(url),
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
/** An id without a row, so that allowed calls change nothing. */
const nothing = '0198a0de-5a1c-7a3c-8b2d-333333333333'
const addressOf = ({ path: it }: Endpoint) => it.replaceAll(/\{\w+\}/g, nothing)
const patternOf = ({ path: it }: Endpoint) => it.replaceAll(/\{(\w+)\}/g, ':$1')
const request = ({ endpoint }: { endpoint: Endpoint }, cookie?: string) =>
  call({ method: endpoint.method, url: addressOf(endpoint) }, cookie)

test('the contract has endpoints', () => {
  expect(endpoints.length).toBeGreaterThan(50)
  expect(endpoints.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['login', 'getUser', 'listMyCoachClients', 'streamTranscriptionEvents']),
  )
})

test('no two endpoints have the same method and path', () => {
  const routes = endpoints.map(({ endpoint }) => `${endpoint.method} ${patternOf(endpoint)}`)
  expect(routes.filter((it, index) => routes.indexOf(it) !== index)).toEqual([])
})

test('an update accepts the version that was read and returns the next one', () => {
  const updates = endpoints.filter(
    ({ endpoint: { method, body } }) => ['PUT', 'PATCH'].includes(method) && body !== 'bytes',
  )
  expect(updates.length).toBeGreaterThan(3)
  /** In the row itself, or in the rows of a list. */
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
  // They set a single value: the last change wins. A new transcript has an id of its own.
  expect(without).toEqual([
    ...[
      'saveHours',
      'connectCalendar',
      'moveMySession',
      'setFeedTitle',
      'assignCoach',
      'putEmployeeList',
      'giveFeedback',
      'setFactorAfterProvider',
      'acceptNewTranscript',
    ],
  ])
})

test('the server mounts every endpoint of the contract', () => {
  const missing = endpoints
    .filter(({ endpoint }) => !app.hasRoute({ method: endpoint.method, url: patternOf(endpoint) }))
    .map(({ noun, name }) => `${noun}: ${name}`)
  expect(missing).toEqual([])
})

test('the server mounts nothing under /api that is not in the contract', () => {
  const known = new Set(endpoints.map(({ endpoint }) => patternOf(endpoint)))
  const others = mountedUrls.filter(
    (it) => it.startsWith('/api') && !it.startsWith('/api/docs') && !known.has(it),
  )
  // Besides the API description these are the routes that answer 404.
  expect(new Set(others)).toEqual(new Set(['/api', '/api/*', '/api/openapi.json']))
})

const isSigned = ({ endpoint }: { endpoint: Endpoint }) => getPolicy(endpoint).isSigned
const closed = endpoints.filter((it) => it.endpoint.access !== 'public' && !isSigned(it))
test.each(closed.map((it) => [`${it.endpoint.method} ${it.endpoint.path}`, it] as const))(
  '%s is available to its roles only',
  async (_name, it) => {
    const access = rolesOf(it.endpoint)
    expect((await request(it)).statusCode).toBe(401)
    for (const role of everyRole.options) {
      const isAllowed = access.includes(role)
      // An event stream does not end; its feature tests that it opens.
      if (isAllowed && it.endpoint.response === 'events') continue
      const { statusCode } = await request(it, cookies[role])
      if (isAllowed) expect([401, 403, 500]).not.toContain(statusCode)
      else expect(statusCode).toBe(403)
    }
  },
)

// Signatures themselves are tested in platform/http/webhook-signature.test.ts.
const signed = endpoints.filter(isSigned)
test.each(signed.map((it) => [`${it.endpoint.method} ${it.endpoint.path}`, it] as const))(
  '%s requires a signature, even with a login',
  async (_name, it) => {
    for (const cookie of [undefined, ...Object.values(cookies)])
      expect((await request(it, cookie)).statusCode).toBe(401)
  },
)

/** The same URL, percent-encoded. */
const escaped = (url: string) => url.replace('/api/', '/%61p%69/')

test.each(closed.map((it) => [`${it.endpoint.method} ${it.endpoint.path}`, it] as const))(
  '%s authenticates the user and is not cached at an escaped URL',
  async (_name, { endpoint }) => {
    const { method, response } = endpoint
    const url = escaped(addressOf(endpoint))
    expect((await call({ method, url })).statusCode).toBe(401)
    const otherRole = everyRole.options.find((it) => !rolesOf(endpoint).includes(it))
    if (response === 'events' && !otherRole) return
    const answer = await call({ method, url }, cookies[otherRole ?? 'client_user'])
    if (otherRole) expect(answer.statusCode).toBe(403)
    else expect(answer.statusCode).not.toBe(401)
    expect(answer.headers['cache-control']).toMatch(/no-store/)
  },
)

const unsafe = endpoints.filter(
  (it) =>
    !['GET', 'HEAD'].includes(it.endpoint.method) && it.endpoint.origin !== 'any' && !isSigned(it),
)
test.each(unsafe.map((it) => [`${it.endpoint.method} ${it.endpoint.path}`, it] as const))(
  '%s is refused from another site',
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
