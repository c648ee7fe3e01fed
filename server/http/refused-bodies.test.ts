import { once } from 'node:events'
import net from 'node:net'
import { expect, test } from 'vitest'
import { listeningApp } from '../test/listening-app.ts'

// Whatever is answered before its body was read leaves a connection that works: a proxy sends the next person's request
// over the same one.
const app = await listeningApp()
const { origin, signIn, emails } = app
const admin = await signIn(emails.admin)
const client = await signIn(emails.client)
const coach = await signIn(emails.coach)
const host = new URL(origin).host

const json = 'Content-Type: application/json'
const refusals: [name: string, status: number, first: string, headers: string[]][] = [
  ['not signed in', 401, 'POST /api/sessions/x/transcribe', [json]],
  ['no role for it', 403, 'POST /api/admin/users', [json, `Cookie: ${client}`]],
  ['from another site', 403, 'POST /api/auth/logout', [json, 'Sec-Fetch-Site: cross-site']],
  ['no such page', 404, 'PUT /api/nothing', [json]],
  ['not JSON', 415, 'POST /api/auth/login', ['Content-Type: text/plain']],
  [
    'no such upload',
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
  ...refusals.flatMap(([name, status, first, headers]) =>
    Object.entries(sizes).map(([size, bytes]) => ({ name, status, first, headers, size, bytes })),
  ),
  {
    ...{ name: 'too large', status: 413, first: 'POST /api/auth/login', headers: [json] },
    ...{ size: 'large', bytes: sizes.large },
  },
].flatMap((it) => framings.map((framing) => ({ ...it, framing })))

test.each(cases)(
  'a $size $framing body that is refused ($name) leaves the connection to the next request',
  async ({ status, first, headers, bytes, framing }) => {
    const socket = net.connect(Number(new URL(origin).port), '127.0.0.1')
    let received = ''
    socket.on('data', (data) => (received += data.toString())).on('error', () => undefined)
    const site = headers.some((it) => it.startsWith('Sec-Fetch-Site')) ? [] : [`Origin: ${origin}`]
    socket.write(request(first, [...site, ...headers], Buffer.alloc(bytes, ' '), framing))
    const next = [json, `Origin: ${origin}`, `Cookie: ${admin}`]
    socket.write(request('POST /api/admin/users', next, Buffer.from('{}'), 'content-length'))
    await expect
      .poll(() => [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, it]) => Number(it)), {
        timeout: 5000,
      })
      .toEqual([status, 400])
    socket.destroy()
    await once(socket, 'close')
  },
)

function request(
  first: string,
  headers: string[],
  body: Buffer,
  framing: (typeof framings)[number],
) {
  const isChunked = framing === 'chunked'
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
  const head = [`${first} HTTP/1.1`, `Host: ${host}`, ...headers, length, '', ''].join('\r\n')
  const sent = isChunked
    ? [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]
    : [body]
  return Buffer.concat([Buffer.from(head), ...sent])
}
