import { once } from 'node:events'
import net from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { register } from '#contract/accounts/onboarding.ts'
import { planEventRoutes } from '../../features/plans/events/plan-events.routes.ts'
import { eventProcesses, neverBeating } from '../../test/event-processes.ts'
import { listeningApp } from '../../test/listening-app.ts'
import { makeClient } from '../../test/make.ts'

// A request that is answered before its body was read must leave the connection usable: a proxy sends other users'
// requests over it.
const app = await listeningApp()
const { origin, signIn, emails } = app
const admin = await signIn(emails.admin)
const client = await signIn(emails.client)
const coach = await signIn(emails.coach)
const startProcess = eventProcesses(app, planEventRoutes)
const clientId = await makeClient(app.db, { coachId: app.coachId })
const full = await startProcess({ ...neverBeating, maxPerProcess: 0 })
const frequentlyBeating = await startProcess({ ...neverBeating, heartbeatMs: 60 })
const events = `GET /api/clients/${clientId}/events`

beforeAll(async () => {
  for (let sent = 0; sent < (register.limit ?? 0); sent++)
    await app.send('/api/register', { method: 'POST' })
})

const json = 'Content-Type: application/json'
const refusals: [name: string, status: number, first: string, headers: string[], at?: string][] = [
  ['not signed in', 401, 'POST /api/sessions/x/transcribe', [json]],
  ['missing role', 403, 'POST /api/admin/users', [json, `Cookie: ${client}`]],
  ['from another site', 403, 'POST /api/auth/logout', [json, 'Sec-Fetch-Site: cross-site']],
  ['unknown page', 404, 'PUT /api/nothing', [json]],
  ['rate limit', 429, 'POST /api/register', [json]],
  ['too many streams', 503, events, [json, `Cookie: ${coach}`], full.address],
  ['not JSON', 415, 'POST /api/auth/login', ['Content-Type: text/plain']],
  [
    'unknown upload',
    404,
    'PATCH /api/uploads/00000000-0000-4000-8000-000000000000',
    [
      ...['Tus-Resumable: 1.0.0', 'Upload-Offset: 0', `Cookie: ${coach}`],
      'Content-Type: application/offset+octet-stream',
    ],
  ],
]
const sizes = { small: 100, large: 2_000_000 }
const framings = ['content-length', 'chunked'] as const

const cases = [
  ...refusals.flatMap(([name, status, first, headers, at = origin]) =>
    Object.entries(sizes).map(([size, bytes]) => ({
      ...{ name, status, first, headers, at, size, bytes },
    })),
  ),
  {
    ...{ name: 'too large', status: 413, first: 'POST /api/auth/login', headers: [json] },
    ...{ at: origin, size: 'large', bytes: sizes.large },
  },
].flatMap((it) => framings.map((framing) => ({ ...it, framing })))

test.each(cases)(
  'a $size $framing body that is refused ($name) leaves the connection usable',
  async ({ status, first, headers, at, bytes, framing }) => {
    const { socket, statuses } = connect(at)
    const site = headers.some((it) => it.startsWith('Sec-Fetch-Site')) ? [] : [`Origin: ${origin}`]
    socket.write(request(first, [...site, ...headers], Buffer.alloc(bytes, ' '), framing))
    socket.write(next())
    // The event stream processes have no other routes.
    await expect.poll(statuses, { timeout: 5000 }).toEqual([status, at === origin ? 400 : 404])
    socket.destroy()
    await once(socket, 'close')
  },
)

test.each(framings)(
  'an event stream requested with a large %s body leaves the connection usable after it ends',
  async (framing) => {
    const { socket, statuses } = connect(frequentlyBeating.address)
    const cookie = await signIn(emails.coach)
    const body = Buffer.alloc(sizes.large, ' ')
    socket.write(request(events, [json, `Cookie: ${cookie}`], body, framing))
    await expect.poll(statuses).toEqual([200])
    await app.send('/api/auth/logout', { method: 'POST', cookie })
    socket.write(next())
    await expect.poll(statuses, { timeout: 5000 }).toEqual([200, 404])
    socket.destroy()
    await once(socket, 'close')
  },
)

function connect(at: string) {
  const socket = net.connect(Number(new URL(at).port), '127.0.0.1')
  let received = ''
  socket.on('data', (data) => (received += data.toString())).on('error', () => undefined)
  const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, it]) => Number(it))
  return { socket, statuses }
}

function next() {
  const headers = [json, `Origin: ${origin}`, `Cookie: ${admin}`]
  return request('POST /api/admin/users', headers, Buffer.from('{}'), 'content-length')
}

function request(
  first: string,
  headers: string[],
  body: Buffer,
  framing: (typeof framings)[number],
) {
  const isChunked = framing === 'chunked'
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
  const head = [
    `${first} HTTP/1.1`,
    `Host: ${new URL(origin).host}`,
    ...headers,
    length,
    '',
    '',
  ].join('\r\n')
  const sent = isChunked
    ? [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]
    : [body]
  return Buffer.concat([Buffer.from(head), ...sent])
}
