import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listeningApp } from '../../test/listening-app.ts'
import { makeSession } from '../../test/make.ts'
import { answerIn } from '../../test/raw-call.ts'

const timeouts = { headersMs: 600, bodyMs: 600, idleMs: 600, writeMs: 600 }
const app = await listeningApp(undefined, timeouts)
const { origin, db, send, signIn, emails, clientId, sessionDefinitionId } = app
const coach = await signIn(emails.coach)
const video = readFileSync(path.join(import.meta.dirname, '../../test/media/silence.mp4'))
const host = new URL(origin).host

/** A raw connection. `ended` resolves to what it received and after how many milliseconds it was closed. */
function connect() {
  const start = performance.now()
  const socket = net.connect(Number(new URL(origin).port), '127.0.0.1')
  let received = ''
  socket.on('data', (bytes) => (received += bytes.toString())).on('error', () => undefined)
  // After a reset too: only what was received before counts.
  const ended = new Promise<ReturnType<typeof answerIn> & { afterMs: number }>((resolve) =>
    socket.once('close', () =>
      resolve({ ...answerIn(received), afterMs: performance.now() - start }),
    ),
  )
  const headers = (first: string, ...lines: string[]) =>
    socket.write(
      [`${first} HTTP/1.1`, `Host: ${host}`, `Origin: ${origin}`, ...lines, '', ''].join('\r\n'),
    )
  /** Sends `size` bytes every `everyMs` milliseconds until the connection is closed. */
  async function trickle(bytes: Uint8Array, size: number, everyMs: number) {
    for (let at = 0; at < bytes.length && !socket.destroyed; at += size) {
      socket.write(bytes.subarray(at, at + size))
      await sleep(everyMs)
    }
  }
  return { socket, headers, trickle, ended }
}
const json = 'Content-Type: application/json'
const spaces = Buffer.alloc(1000, ' ')

test('incomplete headers are answered with 408', async () => {
  const { socket, ended, trickle } = connect()
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n`)
  void trickle(Buffer.alloc(1000, 'a'), 1, 100)
  const { status, body, afterMs } = await ended
  expect(status).toBe(408)
  expect(JSON.parse(body)).toMatchObject({ code: 'too-slow' })
  expect(afterMs).toBeLessThan(5000)
})

const connections = () =>
  new Promise<number>((resolve) => app.app.server.getConnections((_, count) => resolve(count)))

test('a caller that keeps sending after a refusal of its headers is disconnected', async () => {
  for (const start of [`GET / HTTP/1.1\r\nHost: ${host}\r\n`, 'hello\r\n\r\n']) {
    const port = Number(new URL(origin).port)
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.write(start)
    await once(socket.resume(), 'end')
    const sending = setInterval(() => socket.write('a'), 50)
    socket.on('error', () => undefined)
    await expect.poll(connections, { timeout: 5_000 }).toBe(0)
    clearInterval(sending)
    socket.destroy()
  }
})

test('a caller that never reads is disconnected', async () => {
  const { socket, headers } = connect()
  socket.pause()
  for (let sent = 0; sent < 40; sent++) headers('GET /api/openapi.json')
  await expect.poll(connections).toBe(1)
  await expect.poll(connections, { timeout: 8_000 }).toBe(0)
  socket.destroy()
})

test('a caller that reads slowly gets everything', async () => {
  const { socket, headers } = connect()
  socket.pause().removeAllListeners('data')
  const count = 20
  for (let sent = 1; sent < count; sent++) headers('GET /api/openapi.json')
  headers('GET /api/openapi.json', 'Connection: close')
  let received = ''
  const start = performance.now()
  for await (const bytes of socket) {
    received += String(bytes)
    await sleep(10)
  }
  expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(count)
  expect(performance.now() - start).toBeGreaterThan(2 * timeouts.writeMs)
}, 30_000)

test('a request that takes long is answered', async () => {
  const answer = db.transaction().execute(async (tx) => {
    await sql`lock table client in access exclusive mode`.execute(tx)
    const asked = send('/api/my-coach-clients', { cookie: coach })
    await sleep(4 * timeouts.writeMs)
    return () => asked
  })
  expect((await (await answer)()).status).toBe(200)
})

test('a JSON body that arrives too slowly is answered with 408', async () => {
  const { headers, ended, trickle } = connect()
  headers('POST /api/auth/login', json, 'Content-Length: 1000')
  void trickle(spaces, 1, 50)
  const { status, body, afterMs } = await ended
  expect(status).toBe(408)
  expect(JSON.parse(body)).toMatchObject({
    error: 'The request did not arrive in time. Please try again.',
    code: 'too-slow',
  })
  expect(afterMs).toBeLessThan(5000)
})

test.each([
  ['of a refused request', 'POST /api/sessions/x/transcribe', 401],
  ['to an unknown page', 'POST /api/nothing', 404],
  ['of a GET request', 'GET /api/auth/user', 401],
])('a slow body %s does not occupy the connection', async (_, first, expected) => {
  const { headers, ended, trickle } = connect()
  headers(first, json, 'Content-Length: 1000000')
  void trickle(spaces, 1, 50)
  const { status, afterMs } = await ended
  expect(status).toBe(expected)
  expect(afterMs).toBeLessThan(5000)
})

test('a caller that keeps sending after a refusal gets the response and can use the connection again', async () => {
  const { socket, headers } = connect()
  headers('POST /api/admin/users', json, 'Content-Length: 200000')
  await once(socket, 'data')
  socket.write(Buffer.alloc(200_000, ' '))
  headers('GET /healthz')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answerIn(answer.toString()).status).toBe(200)
  socket.destroy()
})

const sessionOf = () => makeSession(db, { clientId, sessionDefinitionId })
const base64 = (text: string) => Buffer.from(text).toString('base64')
async function createUpload() {
  const sessionId = await sessionOf()
  const answer = await send('/api/uploads', {
    method: 'POST',
    cookie: coach,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(video.length),
      'upload-metadata': `sessionId ${base64(sessionId)},filename ${base64('talk.mp4')}`,
    },
  })
  return answer.headers.get('location') ?? ''
}
const offsetOf = async (address: string) => {
  const headers = { 'tus-resumable': '1.0.0' }
  const answer = await send(address, { method: 'HEAD', cookie: coach, headers })
  return Number(answer.headers.get('upload-offset'))
}
const appending = (address: string) => [
  `PATCH ${address}`,
  `Cookie: ${coach}`,
  'Tus-Resumable: 1.0.0',
  'Upload-Offset: 0',
  'Content-Type: application/offset+octet-stream',
  `Content-Length: ${video.length}`,
]

test('a slow but steady upload is completed', async () => {
  const address = await createUpload()
  const { headers, socket, trickle } = connect()
  const [first = '', ...rest] = appending(address)
  headers(first, ...rest)
  const answered = once(socket, 'data') as Promise<[Buffer]>
  const start = performance.now()
  await trickle(video, Math.ceil(video.length / 12), 150)
  expect(answerIn(String((await answered)[0])).status).toBe(204)
  expect(performance.now() - start).toBeGreaterThan(2 * timeouts.idleMs)
  socket.destroy()
})

test('a stalled upload is closed and keeps the received bytes', async () => {
  const address = await createUpload()
  const { headers, socket, ended } = connect()
  const [first = '', ...rest] = appending(address)
  headers(first, ...rest)
  socket.write(video.subarray(0, 3000))
  const { afterMs } = await ended
  expect(afterMs).toBeGreaterThan(timeouts.idleMs - 50)
  expect(afterMs).toBeLessThan(5000)
  expect(await offsetOf(address)).toBe(3000)
})

test('an unread body causes no error after it was refused', async () => {
  const refused = async (headers: Record<string, string>, body: string) => {
    const answer = await send('/api/auth/login', { method: 'POST', headers, body })
    return answer.status
  }
  const asJson = { 'content-type': 'application/json' }
  expect(await refused(asJson, 'x'.repeat(70_000))).toBe(413)
  expect(await refused(asJson, 'x'.repeat(500_000))).toBe(413)
  expect(await refused({ 'content-type': 'text/plain' }, 'x'.repeat(6_000))).toBe(415)
  // An unhandled error event would end this process.
  await sleep(1_000)
})
