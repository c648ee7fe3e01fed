import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import type { Role } from '#contract/roles.ts'
import { endpoints } from './platform/http/docs/contract-exports.ts'
import { makeSession } from './test/make.ts'
import { nearly, nothing, queryText } from './test/odd-values.ts'
import { testApp } from './test/test-app.ts'

const app = await testApp()
const { db, call, signIn, emails, clientId, coachId, organizationId, sessionDefinitionId } = app
const cookies: Record<Role | 'nobody', string> = {
  system_admin: await signIn(emails.system),
  maylab_admin: await signIn(emails.admin),
  coach_user: await signIn(emails.coach),
  org_user: await signIn(emails.org),
  client_user: await signIn(emails.client),
  nobody: 'login=nobody',
}
const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
/** Ids of existing rows, so that requests have an effect. None of a user, which would end their logins. */
const ids = [nothing, clientId, coachId, organizationId, sessionId, sessionDefinitionId]

const schemaOf = (part: z.ZodType) => z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })
const anything = (part: z.ZodType | undefined) =>
  part ? nearly(schemaOf(part), ids) : fc.constant<unknown>(undefined)

/** Requests to an endpoint, from different addresses to stay below the rate limits. */
function requestsTo({ method, path, params, query, body }: Endpoint) {
  const parts = fc.record({
    params: anything(params),
    query: anything(query),
    body: body === 'bytes' ? fc.constant(undefined) : anything(body),
    from: fc.ipV4(),
  })
  return parts.map(({ params: named, query: queryValues, body: sent, from }) => {
    const search = Object.entries(queryValues ?? {}).map(
      ([name, it]) => `${queryText(name)}=${queryText(it)}`,
    )
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      queryText((named as Record<string, unknown> | null)?.[name]).slice(0, 500),
    )
    return {
      method,
      url: search.length ? `${address}?${search.join('&')}` : address,
      remoteAddress: from,
      ...(sent !== undefined && {
        payload: JSON.stringify(sent),
        headers: { 'content-type': 'application/json' },
      }),
    }
  })
}

const tested = endpoints
  // Event streams do not end; the other endpoints replace or end the login.
  .filter(({ endpoint }) => endpoint.response !== 'events')
  .filter(({ name }) => !['logout', 'impersonate', 'stopImpersonation'].includes(name))

test.each(tested.map(({ name, endpoint }) => [name, endpoint] as const))(
  '%s never answers 500, for any request and role',
  async (_, endpoint) => {
    const requests = requestsTo(endpoint)
    for (const [role, cookie] of Object.entries(cookies))
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const answer = await call(request, cookie)
          expect([role, answer.statusCode]).not.toEqual([role, 500])
          if (answer.statusCode < 400 || endpoint.method === 'HEAD') return
          expect(errorBody.safeParse(answer.json()).error).toBeUndefined()
          expect(answer.rawPayload.length).toBeLessThan(10_000)
        }),
        { numRuns: 6 },
      )
  },
)

test('some generated requests are accepted and some refused', async () => {
  const statuses = new Set<number>()
  const create = endpoints.find(({ name }) => name === 'createOrganization')?.endpoint
  for (const request of fc.sample(create ? requestsTo(create) : fc.constant({}), 60))
    statuses.add((await call(request, cookies.system_admin)).statusCode)
  expect(statuses).toContain(200)
  expect(statuses).toContain(400)
})
