import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { freePort } from '../../test/free-port.ts'
import { listeningApp } from '../../test/listening-app.ts'
import { auditEntries, makeClient, password } from '../../test/make.ts'
import { hasNginx, startNginx } from '../../test/nginx.ts'

// With deploy/nginx.conf, but without TLS. Skipped where nginx is not installed.
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-nginx-'))
const { origin, db, emails, coachId } = await listeningApp(({ config }) => ({
  config: { ...config, trustProxy: ['127.0.0.1'] },
}))

const defaultPort = await freePort()
const byDefault = `http://127.0.0.1:${defaultPort}`
const nginx = hasNginx ? await startNginx(folder, blocks) : undefined
const proxied = nginx?.origin ?? ''
afterAll(async () => {
  await nginx?.stop()
  rmSync(folder, { recursive: true })
})

function blocks(port: number) {
  const deployed = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('server 127.0.0.1:3000', `server ${new URL(origin).host}`)
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replaceAll(/ssl_certificate.*;/g, '')
    // The port is not the usual one.
    .replace('$host', '$http_host')
  return `
    ${deployed}
    # Default settings.
    server {
      listen 127.0.0.1:${defaultPort};
      location / { proxy_pass http://maylab; proxy_set_header Host $http_host; }
    }`
}

type Sending = { method?: string; headers?: Record<string, string>; body?: string | Buffer }
const send = (url: string, { headers, ...rest }: Sending, at = proxied) =>
  fetch(at + url, {
    ...rest,
    headers: { origin: at, ...headers },
    signal: AbortSignal.timeout(10_000),
  } as RequestInit)

const json = { 'content-type': 'application/json' }
const login = (body: string) => send('/api/auth/login', { method: 'POST', headers: json, body })
const credentials = JSON.stringify({ email: emails.coach, password })

test.skipIf(!hasNginx)(
  'a rejected body does not block the next sign-in on the same connection',
  async () => {
    const tooLong = JSON.stringify({ email: emails.coach, password: 'x'.repeat(2_000_000) })
    for (let time = 0; time < 3; time++) {
      expect((await login(tooLong)).status).toBe(413)
      expect((await login(credentials)).status).toBe(200)
    }
  },
)

test.skipIf(!hasNginx)(
  'the audit log has the address that called nginx, not the one it claims',
  async () => {
    await new Promise((resolve, reject) =>
      request(
        `${proxied}/api/auth/login`,
        {
          method: 'POST',
          localAddress: '127.0.0.2',
          headers: { ...json, origin: proxied, 'x-forwarded-for': '192.0.2.7' },
        },
        resolve,
      )
        .on('error', reject)
        .end(credentials),
    )
    const entries = await auditEntries(db, { action: 'signed-in' }, ['address'])
    expect(entries.at(-1)?.address).toBe('127.0.0.2')
  },
)

test.skipIf(!hasNginx)('events of an open plan arrive before the response ends', async () => {
  const [cookie = ''] = (await login(credentials)).headers.getSetCookie()
  const clientId = await makeClient(db, { coachId })
  const { body } = await send(`/api/clients/${clientId}/events`, { headers: { cookie } })
  let text = ''
  for await (const part of body ?? []) {
    text += new TextDecoder().decode(part)
    if (text.includes('data: ')) break
  }
  expect(text).toContain('data: {"state"')
})

test.skipIf(!hasNginx)(
  'a large chunk arrives; with default settings nginx answers 413 in HTML',
  async () => {
    const chunk = (bytes: number, at?: string) =>
      send(
        '/api/uploads/00000000-0000-4000-8000-000000000000',
        {
          method: 'PATCH',
          headers: { 'content-type': 'application/offset+octet-stream' },
          body: Buffer.alloc(bytes),
        },
        at,
      )
    const typeOf = (response: Response) => response.headers.get('content-type')
    expect(typeOf(await chunk(20 * 1024 * 1024))).toContain('application/json')
    // The browser recognizes this response and retries with smaller chunks.
    const refused = await chunk(2 * 1024 * 1024, byDefault)
    expect([refused.status, typeOf(refused)]).toEqual([413, 'text/html'])
    expect(typeOf(await chunk(512 * 1024, byDefault))).toContain('application/json')
  },
)

test.skipIf(!hasNginx)('the logs of nginx never have the address of a calendar feed', async () => {
  const logs = () =>
    ['access.log', 'error.log'].map((it) => readFileSync(path.join(folder, it), 'utf8')).join('')
  const secret = 'a-secret-of-somebody'
  expect((await send(`/api/calendar/${secret}.ics`, {})).status).toBe(404)
  await send('/api/auth/user?last', {})
  await vi.waitFor(() => expect(logs()).toContain('/api/auth/user?last'))
  expect(logs()).not.toContain(secret)
})
