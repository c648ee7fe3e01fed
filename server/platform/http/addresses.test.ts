import { describe, expect, test } from 'vitest'
import { listeningApp } from '../../test/listening-app.ts'
import { rawCall, requestLines } from '../../test/raw-call.ts'

const { origin, signIn, emails } = await listeningApp()
const coach = await signIn(emails.coach)

const call = (first: string, ...headers: string[]) =>
  rawCall(origin, requestLines(origin, first, `Cookie: ${coach}`, ...headers))
const foreign = 'Origin: https://elsewhere.example'

describe('however its address is written', () => {
  const spellings = [
    (path: string) => path,
    (path: string) => path.replace('/api/', '/%61pi/'),
    (path: string) => path.replace('auth', '%61u%74h'),
    (path: string) => `${origin}${path}`,
    (path: string) => `${origin}${path.replace('/api/', '/%61pi/')}`,
  ].map((spelt) => [spelt('/api/auth/'), spelt] as const)

  test.each(spellings)('%s: a call from another site is refused', async (_, spelt) => {
    for (const path of ['/api/auth/login', '/api/auth/logout'])
      expect((await call(`POST ${spelt(path)}`, foreign)).status).toBe(403)
    expect((await call('GET /api/auth/user')).status).toBe(200)
  })

  test.each(spellings)('%s: it is known who calls, and nothing is kept', async (_, spelt) => {
    const answer = await call(`GET ${spelt('/api/auth/user')}`, foreign)
    expect(JSON.parse(answer.body)).toMatchObject({ email: emails.coach })
    expect(answer.headers).toContain('cache-control: no-store')
  })
})

const long = 'a'.repeat(300)

test.each([
  ['what is not there', 'GET /api/nothing', 404, 'There is no such page.'],
  ['another spelling of it', 'GET /%61pi/nothing', 404, 'There is no such page.'],
  ['the API itself', 'GET /api', 404, 'There is no such page.'],
  ['another method', 'PUT /api/auth/login', 404, 'There is no such page.'],
  ['a method of other programs', 'PROPFIND /api/auth/login', 404, 'There is no such page.'],
  ['nothing', 'GET //', 404, 'There is no such page.'],
  ['half an escape', 'GET /%', 400, 'This address is not valid.'],
  ['half an escape in the API', 'GET /api/%', 400, 'This address is not valid.'],
  ['half a character', 'GET /api/onboarding/%ed%a0%80/x', 400, 'This address is not valid.'],
  ['a NUL in an id', 'GET /api/sessions/%00', 400, 'The field id is not valid.'],
  [
    'a NUL in a link',
    'GET /api/onboarding/x/%00',
    400,
    'The field inviteToken holds a character that cannot be kept here; please remove it.',
  ],
  [
    'a NUL in a search',
    'GET /api/my-coach-clients?q=a%00b',
    400,
    'The field q holds a character that cannot be kept here; please remove it.',
  ],
  ['a long id', `GET /api/sessions/${long}`, 404, 'There is no such page.'],
  ['a long id in a link', `GET /api/onboarding/${long}/x`, 404, 'There is no such page.'],
  [
    'a long address',
    `GET /api/my-coach-clients?q=${'a'.repeat(20_000)}`,
    431,
    'The address or the headers are too long.',
  ],
  ['no method', 'BREW /api/auth/user', 400, 'The request is not valid HTTP.'],
])('%s is answered in the one error body', async (_, first, status, sentence) => {
  const answer = await call(first)
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.body)).toMatchObject({
    error: sentence,
    code: expect.any(String),
    requestId: expect.any(String),
  })
  expect(answer.headers).toContain('content-type: application/json')
  expect(answer.headers).toContain('cache-control: no-store')
  expect(answer.headers).toContain('x-content-type-options: nosniff')
})

test.each([
  ['long headers', requestLines(origin, 'GET /api/auth/user', `X: ${'a'.repeat(20_000)}`), 431],
  ['a NUL in a header', requestLines(origin, 'GET /api/auth/user', 'X: \0'), 400],
  ['no HTTP', 'hello\r\n\r\n', 400],
])('%s: the one error body too', async (_, text, status) => {
  const answer = await rawCall(origin, text)
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.body)).toEqual({
    error: expect.any(String),
    code: expect.any(String),
    requestId: expect.any(String),
  })
})

test('a cookie that no login can be under is nobody', async () => {
  for (const token of ['%00', '%ed%a0%80', 'ø', 'a'.repeat(5000)]) {
    const lines = requestLines(origin, 'GET /api/auth/user', `Cookie: login=${token}`)
    expect((await rawCall(origin, lines)).status).toBe(401)
  }
})
