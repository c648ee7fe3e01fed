import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { testApp } from '../../test/test-app.ts'

const { app, deps, db } = await testApp()
const other = await buildApp(deps)
afterAll(() => other.close())

const askForLink = async (of: typeof app, remoteAddress = '192.0.2.1', nth = 0) => {
  const { statusCode } = await of.inject({
    ...{ method: 'POST', url: '/api/auth/forgot-password', remoteAddress },
    headers: { origin: 'http://localhost:80', host: 'localhost:80' },
    payload: { email: `nobody.${nth}@example.com` },
  })
  return statusCode
}

test('calls from a network are counted across all processes, and refused calls do not count', async () => {
  for (let nth = 0; nth < 10; nth++)
    expect(await askForLink(nth % 2 ? app : other, '192.0.2.1', nth)).toBe(200)
  const counted = await db.selectFrom('rateLimit').selectAll().execute()
  expect(await askForLink(app)).toBe(429)
  expect(await askForLink(other)).toBe(429)
  expect(await db.selectFrom('rateLimit').selectAll().execute()).toEqual(counted)
  expect(await askForLink(app, '192.0.2.2')).toBe(200)
})
