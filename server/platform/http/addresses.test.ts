import { once } from 'node:events'
import net from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { listeningApp } from '../../test/listening-app.ts'
import { answerIn, rawCall, requestLines } from '../../test/raw-call.ts'

const { origin, signIn, emails } = await listeningApp()
const coach = await signIn(emails.coach)

const call = (first: string, ...headers: string[]) =>
  rawCall(origin, requestLines(origin, first, `Cookie: ${coach}`, ...headers))
const foreign = 'Origin: https://elsewhere.example'

describe('any spelling of an address', () => {
  const spellings = [
    (path: string) => path,
    (path: string) => path.replace('/api/', '/%61pi/'),
    (path: string) => path.replace('auth', '%61u%74h'),
    (path: string) => `${origin}${path}`,
    (path: string) => `${origin}${path.replace('/api/', '/%61pi/')}`,
  ].map((spell) => [spell('/api/auth/'), spell] as const)

  test.each(spellings)('%s: a cross-site call is refused', async (_, spell) => {
    for (const path of ['/api/auth/login', '/api/auth/logout'])
      expect((await call(`POST ${spell(path)}`, foreign)).status).toBe(403)
    expect((await call('GET /api/auth/user')).status).toBe(200)
  })

  test.each(spellings)(
    '%s: the user is authenticated and the response is not cached',
    async (_, spell) => {
      const answer = await call(`GET ${spell('/api/auth/user')}`, foreign)
      expect(JSON.parse(answer.body)).toMatchObject({ email: emails.coach })
      expect(answer.headers).toContain('cache-control: no-store')
    },
  )
})

const long = 'a'.repeat(300)

test.each([
  ['an unknown path', 'GET /api/nothing', 404, 'There is no such page.'],
  ['an unknown path, percent-encoded', 'GET /%61pi/nothing', 404, 'There is no such page.'],
  ['the API root', 'GET /api', 404, 'There is no such page.'],
  ['another method', 'PUT /api/auth/login', 404, 'There is no such page.'],
  ['a WebDAV method', 'PROPFIND /api/auth/login', 404, 'There is no such page.'],
  ['an empty path', 'GET //', 404, 'There is no such page.'],
  ['an incomplete escape', 'GET /%', 400, 'This address is not valid.'],
  ['an incomplete escape in the API', 'GET /api/%', 400, 'This address is not valid.'],
  ['an escaped surrogate', 'GET /api/onboarding/%ed%a0%80/x', 400, 'This address is not valid.'],
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
  ['an unknown method', 'BREW /api/auth/user', 400, 'The request is not valid HTTP.'],
])('%s gets the usual error body', async (_, first, status, sentence) => {
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
  expect(answer.headers).toContain("frame-ancestors 'none'")
})

test.each([
  ['long headers', requestLines(origin, 'GET /api/auth/user', `X: ${'a'.repeat(20_000)}`), 431],
  ['a NUL in a header', requestLines(origin, 'GET /api/auth/user', 'X: \0'), 400],
  ['no HTTP', 'hello\r\n\r\n', 400],
])('%s gets the usual error body', async (_, text, status) => {
  const answer = await rawCall(origin, text)
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.body)).toEqual({
    error: expect.any(String),
    code: expect.any(String),
    requestId: expect.any(String),
  })
})

test.each([
  ['long headers', requestLines(origin, 'GET /api/auth/user', `X: ${'a'.repeat(60_000)}`), 431],
  ['no HTTP', 'hello\r\n\r\n', 400],
])('%s are refused on a connection that was used before', async (_, text, status) => {
  const socket = net.connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(requestLines(origin, 'GET /healthz').replace('Connection: close\r\n', ''))
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(answerIn(first.toString()).status).toBe(200)
  socket.write(text)
  expect(answerIn(await readText(socket)).status).toBe(status)
})

test('a malformed login cookie counts as signed out', async () => {
  for (const token of ['%00', '%ed%a0%80', 'ø', 'a'.repeat(5000)]) {
    const lines = requestLines(origin, 'GET /api/auth/user', `Cookie: login=${token}`)
    expect((await rawCall(origin, lines)).status).toBe(401)
  }
})
