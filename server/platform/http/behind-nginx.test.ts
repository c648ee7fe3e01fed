import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { listeningApp } from '../../test/listening-app.ts'
import { auditEntries, makeClient, password } from '../../test/make.ts'

// With deploy/nginx.conf, but without TLS. Skipped where nginx is not installed.
const nginx = '/usr/sbin/nginx'
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-nginx-'))
const { origin, db, emails, coachId } = await listeningApp(({ config }) => ({
  config: { ...config, trustProxy: ['127.0.0.1'] },
}))

const [port, defaultPort] = [await freePort(), await freePort()]
const proxied = `http://127.0.0.1:${port}`
const byDefault = `http://127.0.0.1:${defaultPort}`
const program = existsSync(nginx) ? await start() : undefined
afterAll(async () => {
  if (program?.exitCode === null) {
    program.kill()
    await once(program, 'exit')
  }
  rmSync(folder, { recursive: true })
})

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const found = (server.address() as AddressInfo).port
  server.close()
  await once(server, 'close')
  return found
}

async function start() {
  const deployed = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('server 127.0.0.1:3000', `server ${new URL(origin).host}`)
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replaceAll(/ssl_certificate.*;/g, '')
    // The port is not the usual one.
    .replace('$host', '$http_host')
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {}
    http {
      access_log off;
      client_body_buffer_size 1m; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      ${deployed}
      # Default settings.
      server {
        listen 127.0.0.1:${defaultPort};
        location / { proxy_pass http://maylab; proxy_set_header Host $http_host; }
      }
    }`,
  )
  const child = spawn(nginx, ['-c', file, '-e', `${folder}/error.log`], { stdio: 'ignore' })
  await vi
    .waitFor(() => fetch(`${proxied}/healthz`), { timeout: 20_000, interval: 100 })
    .catch((error: unknown) => {
      child.kill()
      throw error
    })
  return child
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

test.skipIf(!program)(
  'a rejected body does not block the next sign-in on the same connection',
  async () => {
    const tooLong = JSON.stringify({ email: emails.coach, password: 'x'.repeat(2_000_000) })
    for (let time = 0; time < 3; time++) {
      expect((await login(tooLong)).status).toBe(413)
      expect((await login(credentials)).status).toBe(200)
    }
  },
)

test.skipIf(!program)(
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

test.skipIf(!program)('events of an open plan arrive while the answer goes on', async () => {
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

test.skipIf(!program)(
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
