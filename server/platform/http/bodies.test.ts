import { expect, test } from 'vitest'
import { transcriptCharacters } from '#contract/bounds.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { listeningApp } from '../../test/listening-app.ts'
import { makeSession } from '../../test/make.ts'
import { measureAsyncWork } from '../../test/measure-work.ts'

const app = await listeningApp()
const { db, call, send, signIn, emails, clientId, sessionDefinitionId } = app
const admin = await signIn(emails.admin)
const coach = await signIn(emails.coach)

const json = { 'content-type': 'application/json' }
const post = (
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = json,
) => send(url, { method: 'POST', cookie: admin, body, headers })
const refusal = async (answer: Response) => ({
  status: answer.status,
  ...((await answer.json()) as ErrorBody),
})

test('three concurrent bodies with millions of array items are rejected quickly', async () => {
  const body = `{"roles":[${'1,'.repeat(2_499_000)}1]}`
  const before = process.memoryUsage().rss
  const sent = async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(async () => refusal(await post('/api/admin/users', body))),
    )
    expect(answers.map(({ status }) => status)).toEqual([413, 413, 413])
  }
  expect(await measureAsyncWork(sent)).toBeLessThan(5_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(500_000_000)
})

const long = 'ø'.repeat(5000)
test.each([
  ['long values', { firstName: long, lastName: long, email: long, password: long, roles: [long] }],
  ['long property names', Object.fromEntries([1, 2].map((it) => [it + long, it]))],
  ['unknown property names', { status: 'active', coaches: { [long]: 1, ids: [] } }],
  ['many properties', Object.fromEntries(Array.from({ length: 5000 }, (_, it) => [`k${it}`, it]))],
  ['control characters', { firstName: '\u0001'.repeat(10_000) }],
  ['a string instead of an object', long],
])('a bad request with %s gets a short answer', async (_, body) => {
  for (const url of [
    '/api/admin/users',
    '/api/coaches/status',
    '/api/auth/login',
    '/api/register',
  ]) {
    const answer = await post(url, JSON.stringify(body))
    expect(answer.status).toBe(400)
    expect((await answer.text()).length).toBeLessThan(10_000)
  }
})

test.each([
  ['lists', '[', ']'],
  ['objects', '{"a":', '}'],
])('%s nested thousands of levels deep get a 400', async (_, open, close) => {
  const depth = 5000
  const body = `{"email":${open.repeat(depth)}1${close.repeat(depth)}}`
  const answer = await post('/api/auth/login', body)
  expect(answer.status).toBe(400)
  expect((await answer.text()).length).toBeLessThan(10_000)
})

test.each([
  ['invalid JSON', '{"email":', 400, 'The body is not valid JSON.'],
  ['a __proto__ property', '{"__proto__":{}}', 400, 'The body is not valid JSON.'],
  ['no content', '', 400, 'The body is empty.'],
  ['a string instead of an object', '"x"', 400, 'The body must be an object.'],
  ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400, 'The body is not valid UTF-8.'],
])('a body with %s is refused with a sentence', async (_, body, status, error) => {
  expect(await refusal(await post('/api/auth/login', body))).toMatchObject({ status, error })
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense', 'application/jsonp'])(
  'a body of the type %s is refused',
  async (type) => {
    const answer = await refusal(await post('/api/auth/login', '{}', { 'content-type': type }))
    expect(answer).toMatchObject({ status: 415, code: 'unsupported-media' })
  },
)

test('a NUL in the email at sign-in names the field and does not count as an attempt', async () => {
  // An attempt with an email that is new here would add rows.
  const tries = async () => (await db.selectFrom('rateLimit').selectAll().execute()).length
  const before = await tries()
  const body = JSON.stringify({ email: 'a\0b@example.com', password: 'x' })
  expect(await refusal(await post('/api/auth/login', body))).toMatchObject({
    status: 400,
    error: 'The field email holds a character that cannot be kept here; please remove it.',
    fields: { email: 'This holds a character that cannot be kept here; please remove it.' },
  })
  expect(await tries()).toBe(before)
})

test('the longest conversation is saved, also with 3-byte characters', async () => {
  const id = await makeSession(db, { clientId, sessionDefinitionId })
  const transcribedTextScripted = '語'.repeat(transcriptCharacters)
  const change = (payload: object) =>
    call({ method: 'PUT', url: `/api/sessions/${id}`, payload }, coach)
  const answer = await change({ transcribedTextScripted })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().transcribedTextScripted === transcribedTextScripted).toBe(true)
  expect(
    (await change({ transcribedTextScripted: `${transcribedTextScripted}!` })).json(),
  ).toMatchObject({
    error: 'The field transcribedTextScripted has more than 2000000 characters.',
  })
})

test.each([
  ['lists', '[]'],
  ['strings', '""'],
  ['objects', '{"a":1}'],
])(
  'a body with millions of %s is too large, even where a long string is allowed',
  async (_, entry) => {
    const id = await makeSession(db, { clientId, sessionDefinitionId })
    const body = `{"x":[${`${entry},`.repeat(1_000_000)}1]}`
    const answer = await send(`/api/sessions/${id}`, {
      method: 'PUT',
      cookie: coach,
      body,
      headers: json,
    })
    expect(await refusal(answer)).toMatchObject({ status: 413 })
  },
)
