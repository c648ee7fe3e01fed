import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { listeningApp } from '../../test/listening-app.ts'
import { password } from '../../test/make.ts'

// nginx shares its keep-alive connections among users. Skipped where nginx is not installed.
const nginx = '/usr/sbin/nginx'
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-nginx-'))
const { origin, emails } = await listeningApp()

const port = await freePort()
const proxied = `http://127.0.0.1:${port}`
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
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {}
    http {
      access_log off;
      client_body_buffer_size 1m;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      upstream app { server ${new URL(origin).host}; keepalive 1; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://app;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $http_host;
          proxy_request_buffering off;
          client_max_body_size 0;
        }
        # Default settings.
        location /api/uploads { proxy_pass http://app; proxy_set_header Host $http_host; }
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

const login = (body: string) =>
  fetch(`${proxied}/api/auth/login`, {
    method: 'POST',
    headers: { origin: proxied, 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(10_000),
  })

test.skipIf(!program)(
  'a rejected body does not block the next sign-in on the same connection',
  async () => {
    const email = emails.coach
    for (let time = 0; time < 3; time++) {
      expect((await login(JSON.stringify({ email, password: 'x'.repeat(2_000_000) }))).status).toBe(
        413,
      )
      const signedIn = await login(JSON.stringify({ email, password }))
      expect(signedIn.status).toBe(200)
    }
  },
)

test.skipIf(!program)(
  'nginx with default settings answers a large chunk with 413 in HTML',
  async () => {
    const send = (bytes: number) =>
      fetch(`${proxied}/api/uploads/00000000-0000-4000-8000-000000000000`, {
        method: 'PATCH',
        headers: { origin: proxied, 'content-type': 'application/offset+octet-stream' },
        body: Buffer.alloc(bytes),
      })
    // The browser recognizes this response and retries with smaller chunks.
    const refused = await send(2 * 1024 * 1024)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([413, 'text/html'])
    expect((await send(512 * 1024)).headers.get('content-type')).toContain('application/json')
  },
)
