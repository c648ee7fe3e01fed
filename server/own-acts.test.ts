import { expect, test } from 'vitest'
import { type Endpoint, isSafe } from '#contract/endpoint.ts'
import { endpoints } from './platform/http/docs/contract-exports.ts'
import { newId } from './platform/ids.ts'
import { testApp } from './test/test-app.ts'

const { call, impersonate, ...made } = await testApp()
const impersonated = {
  maylab_admin: await impersonate(made.adminUserId),
  coach_user: await impersonate(made.coachUserId),
  client_user: await impersonate(made.clientUserId),
}
type Impersonated = keyof typeof impersonated

const isOpenTo = (role: Impersonated, { access }: Endpoint) =>
  access === 'signed-in' || (typeof access !== 'string' && access.includes(role))
const named = ({ endpoint: { method, path } }: (typeof endpoints)[number]) => `${method} ${path}`

const ownActs = endpoints.filter(({ endpoint }) => endpoint.isOwnAct)
test.each(ownActs.map((it) => [named(it), it.endpoint] as const))(
  '%s is refused to an administrator who is signed in as somebody else',
  async (_name, endpoint) => {
    const roles = (Object.keys(impersonated) as Impersonated[]).filter((it) =>
      isOpenTo(it, endpoint),
    )
    expect(roles).not.toEqual([])
    for (const role of roles) {
      const url = endpoint.path.replaceAll(/\{\w+\}/g, newId())
      const answer = await call({ method: endpoint.method, url }, impersonated[role])
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({
        code: 'not-allowed',
        error: 'Only the person can do this, not somebody signed in as them.',
      })
    }
  },
)

test('what a client writes, everything about one’s own account, and archives are own acts', () => {
  const expected = endpoints.filter(({ endpoint }) => {
    const { method, path, access, response } = endpoint
    const isClients = access !== 'signed-in' && isOpenTo('client_user', endpoint)
    if (isSafe(method)) return isClients && response === 'bytes'
    return isClients || path.startsWith('/api/my-')
  })
  expect(expected.length).toBeGreaterThan(20)
  expect(expected.filter(({ endpoint }) => !endpoint.isOwnAct).map(named)).toEqual([
    // The times of the next session, which the plan shows too.
    'GET /api/my-client-data/{id}/next-session.ics',
    // Opening the bell calls it; it marks nothing then.
    'POST /api/my-notices/read',
  ])
})
