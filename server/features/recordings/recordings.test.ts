import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { listeningApp } from '../../test/listening-app.ts'
import { auditEntries, makeSession } from '../../test/make.ts'

const { db, call, send, signIn, emails, clientId, sessionDefinitionId, ...made } =
  await listeningApp()
const { coachUserId, adminUserId } = made
const coach = await signIn(emails.coach)
const media = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../../test/media', name))
const video = media('silence.mp4')
const aSession = () => makeSession(db, { clientId, sessionDefinitionId })

type Body = Record<string, unknown>
const upload = (sessionId: string, body: Body | RequestInit['body'], cookie = coach) =>
  send(`/api/sessions/${sessionId}/upload-recording`, {
    method: 'POST',
    cookie,
    headers: { 'content-type': 'application/json' },
    body:
      typeof body === 'object' && body?.constructor === Object
        ? JSON.stringify(body)
        : (body as RequestInit['body']),
  })
const fileData = video.toString('base64')
async function recorded(fileName = 'Clara_Client.mp4') {
  const sessionId = await aSession()
  const answer = await upload(sessionId, { fileName, fileData, clientFullName: 'Clara Client' })
  expect(answer.status).toBe(200)
  const { id } = (await answer.json()) as { id: string }
  return { sessionId, id, url: `/api/sessions/${sessionId}/recording` }
}

const shared = await recorded()

test('a video can be read in ranges', async () => {
  const { url } = shared
  const part = async (range: string, headers = {}) => {
    const answer = await call({ url, headers: { range, ...headers } }, coach)
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
  }
  const whole = await call({ url }, coach)
  expect(whole.statusCode).toBe(200)
  expect(whole.rawPayload.equals(video)).toBe(true)
  expect(whole.headers).toMatchObject({
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'content-length': String(video.length),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-disposition': expect.stringMatching(/^inline; /),
  })
  const middle = await part('bytes=100-199')
  expect(middle.status).toBe(206)
  expect(middle.headers['content-range']).toBe(`bytes 100-199/${video.length}`)
  expect(middle.bytes.equals(video.subarray(100, 200))).toBe(true)
  expect((await part('bytes=-50')).bytes.equals(video.subarray(-50))).toBe(true)
  const beyond = await part(`bytes=${video.length}-`)
  expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${video.length}`])
  const { etag = '' } = whole.headers
  expect((await part('bytes=0-9', { 'if-range': etag })).status).toBe(206)
  expect((await part('bytes=0-9', { 'if-range': '"another"' })).status).toBe(200)
})

describe('opening a recording', () => {
  const openingsOf = (id: string) =>
    auditEntries(db, { rowId: id, action: 'recording-opened' }, ['clientId', 'userId', 'address'])
  const linkTo = async (url: string) =>
    (await call({ url: `${url}/link`, method: 'POST' }, coach)).json<{ url: string }>().url
  /** Simulates that fifteen minutes pass by changing the times of log entries. */
  const later = (id: string) =>
    sql`update audit_entry set created_at = created_at - interval '15 minutes' where row_id = ${id}`.execute(
      db,
    )

  let one: Awaited<ReturnType<typeof recorded>>
  beforeAll(async () => void (one = await recorded()))
  test.each([
    {},
    { range: 'x' },
    { range: 'bytes=0-' },
    { range: 'bytes=100-199' },
    { range: 'bytes=0-1,5-6' },
    { range: 'bytes=5-', 'if-range': '"another"' },
  ] as Record<string, string>[])('is audited for any range: %j', async (headers) => {
    const { url, id } = one
    await later(id)
    const before = (await openingsOf(id)).length
    const newOpenings = async () => (await openingsOf(id)).slice(before)
    const answer = await call({ url, headers }, coach)
    expect([200, 206]).toContain(answer.statusCode)
    expect(answer.rawPayload.length).toBeGreaterThan(0)
    expect(await newOpenings()).toMatchObject([{ clientId, userId: coachUserId }])

    const byLink = await call({ url: await linkTo(url), headers })
    expect(byLink.rawPayload.length).toBeGreaterThan(0)
    expect((await newOpenings()).slice(1)).toMatchObject([{ clientId, userId: null }])
  })

  test('is audited once per user and quarter of an hour', async () => {
    const { url, id } = await recorded()
    const play = (cookie: string) =>
      Promise.all(
        ['bytes=0-', 'bytes=100-199', 'bytes=500-', 'bytes=0-', 'bytes=-10'].map((range) =>
          call({ url, headers: { range } }, cookie),
        ),
      )
    await play(coach)
    expect(await openingsOf(id)).toHaveLength(1)
    await play(await signIn(emails.admin))
    expect((await openingsOf(id)).map(({ userId }) => userId)).toEqual([coachUserId, adminUserId])
    await later(id)
    await play(coach)
    expect(await openingsOf(id)).toHaveLength(3)
  })

  test('by a link is audited once per link and address', async () => {
    const { url, id } = await recorded()
    const first = await linkTo(url)
    const open = (link: string, remoteAddress: string) => call({ url: link, remoteAddress })
    await Promise.all([open(first, '192.0.2.1'), open(first, '192.0.2.1')])
    await open(first, '192.0.2.1')
    await open(first, '192.0.2.2')
    expect((await openingsOf(id)).map(({ address }) => address)).toEqual(['192.0.2.1', '192.0.2.2'])
    vi.useFakeTimers({ now: Date.now() + 2_000, toFake: ['Date'] })
    const second = await linkTo(url).finally(() => vi.useRealTimers())
    await open(second, '192.0.2.1')
    expect(await openingsOf(id)).toHaveLength(3)
  })

  test('is not audited for the poster, which counts as opening the plan', async () => {
    const { sessionId, url, id } = await recorded()
    const plansOpened = () =>
      auditEntries(db, { action: 'plan-opened', rowId: clientId }, ['rowId', 'clientId', 'userId'])
    await later(clientId)
    const before = await plansOpened()
    const see = (headers = {}) => call({ url: `${url}/poster`, headers }, coach)
    expect((await see({ range: 'bytes=99999999-' })).statusCode).toBe(416)
    expect(await plansOpened()).toEqual(before)
    await Promise.all([see(), see()])
    const opened = [...before, { rowId: clientId, clientId, userId: coachUserId }]
    expect(await plansOpened()).toEqual(opened)
    await call({ url: `/api/sessions/${sessionId}` }, coach)
    expect(await plansOpened()).toEqual(opened)
    expect(await openingsOf(id)).toEqual([])
  })
})

test('a download has the name of the recording, in any script', async () => {
  const { url } = await recorded('Åse "Holm" 🙂.mp4')
  const answer = await call({ url: `${url}?download=1` }, coach)
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="A_se _Holm_ __.mp4"; filename*=UTF-8''${encodeURIComponent('Åse _Holm_ 🙂.mp4')}`,
  )
})

test('a video with the name of a web page is sent as a video and cannot run scripts', async () => {
  const { url } = await recorded('evil.html')
  const link = (await call({ url: `${url}/link`, method: 'POST' }, coach)).json<{ url: string }>()
  for (const it of [url, `${url}?download=1`, link.url, `${url}/poster`]) {
    const answer = await call({ url: it, headers: { range: 'bytes=0-9' } }, coach)
    expect(answer.statusCode).toBe(206)
    expect(answer.headers['content-type']).toMatch(/^(?:video|image)\//)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none';.*; sandbox allow-same-origin$/,
    )
    if (it !== `${url}/poster`)
      expect(answer.headers['content-disposition']).toMatch(
        /^(?:inline|attachment); filename="evil\.mp4"; filename\*=UTF-8''evil\.mp4$/,
      )
  }
})

test('users who do not follow the client see neither video nor poster', async () => {
  const { url } = shared
  const admin = await signIn(emails.admin)
  expect((await call({ url }, admin)).statusCode).toBe(200)
  const other = await signIn(emails.otherCoach)
  const link = { url: `${url}/link`, method: 'POST' } as const
  for (const it of [{ url }, { url: `${url}/poster` }, link]) {
    expect((await call(it, other)).statusCode).toBe(404)
    expect((await call(it, await signIn(emails.client))).statusCode).toBe(403)
    expect((await call(it)).statusCode).toBe(401)
  }
})

test('a direct link opens the video without signing in, for five minutes', async () => {
  const { url, id } = shared
  const made = await call({ url: `${url}/link`, method: 'POST' }, coach)
  const link = made.json<{ url: string; expiresAt: string }>()
  expect(Date.parse(link.expiresAt) - Date.now()).toBeGreaterThan(290_000)
  expect(link.url).toContain(id)
  expect(link.url).not.toMatch(/clara|client|session/i)
  const opened = await call({ url: link.url, headers: { range: 'bytes=0-9' } })
  expect(opened.statusCode).toBe(206)
  vi.useFakeTimers({ now: Date.now() + 301_000, toFake: ['Date'] })
  try {
    expect((await call({ url: link.url })).statusCode).toBe(403)
  } finally {
    vi.useRealTimers()
  }
})

test('a changed direct link is rejected', async () => {
  const mine = shared
  const other = await recorded()
  const { url } = (await call({ url: `${mine.url}/link`, method: 'POST' }, coach)).json<{
    url: string
  }>()
  const expires = Number(/expires=(\d+)/.exec(url)?.[1])
  const changed = [
    url.replace(mine.id, other.id),
    url.replace(`expires=${expires}`, `expires=${expires + 1000}`),
    url.slice(0, -2),
    `${url}AA`,
    url.replace(/signature=.*/, 'signature='),
  ]
  for (const link of changed) {
    const answer = await call({ url: link })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'not-allowed' })
  }
})
