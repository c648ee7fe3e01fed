import { afterAll, expect, test } from 'vitest'
import { pino } from 'pino'
import { buildApp } from '../../app.ts'
import { testApp } from '../../test/test-app.ts'
import { openDb } from '../db/db.ts'

const unavailable = openDb('postgres://postgres@/app?host=/no/such/folder', () => undefined, 1)
afterAll(() => unavailable.db.destroy())
const { call, emails } = await testApp(() => ({ db: unavailable.db }))

test.each([
  ['POST', '/api/auth/login', { email: emails.coach, password: 'wellbeing-demo' }],
  ['GET', '/api/auth/user', undefined],
] as const)('%s %s answers 503 while the database is unavailable', async (method, url, payload) => {
  const answer = await call({ method, url, ...(payload && { payload }) }, 'login=a-token')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({
    error:
      'The database cannot be reached at the moment. What has been saved is safe. Please try again in a moment.',
    code: 'unavailable',
    requestId: expect.any(String),
  })
})

test('refusals are in the log with the user and the route, without the address', async () => {
  const { deps, signIn, coachUserId, clientId } = await testApp()
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  const app = await buildApp(deps, pino({ level: 'info' }, { write }))
  const cookie = await signIn(emails.coach)
  const get = (url: string, headers: object) =>
    app.inject({ url, headers: { host: 'localhost', ...headers } })
  await get(`/api/admin/users/${clientId}`, { cookie })
  await get('/api/auth/user', { authorization: 'Bearer unknown' })
  await get('/api/auth/user', { host: 'evil.example' })
  await get('/api/auth/user', { cookie })
  const refused = { msg: 'refused', requestId: expect.any(String) }
  expect(lines).toMatchObject([
    {
      ...refused,
      level: 40,
      code: 'not-allowed',
      route: '/api/admin/users/:id',
      userId: coachUserId,
    },
    { ...refused, level: 30, code: 'not-signed-in', route: '/api/auth/user' },
    { ...refused, level: 40, code: 'not-allowed', route: '/api/auth/user' },
  ])
  expect(JSON.stringify(lines)).not.toContain(clientId)
  await app.close()
})
