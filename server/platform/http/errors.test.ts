import { afterAll, expect, test } from 'vitest'
import { openDb } from '../db/db.ts'
import { testApp } from '../../test/test-app.ts'

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
