import net, { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import type { Deps } from '../../deps.ts'
import { testApp } from '../../test/test-app.ts'

const { deps, emails } = await testApp()
const body = JSON.stringify({ email: emails.coach, password: 'wellbeing-demo' })

/** The product with these settings on a port of its own. `sendRaw` sends raw lines and returns status and body. */
async function listening(settings: Partial<Deps['config']> = {}) {
  const app = await buildApp({ ...deps, config: { ...deps.config, ...settings } })
  afterAll(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const sendRaw = async (lines: string[], content = '') => {
    const socket = net.connect(port, '127.0.0.1')
    socket.write([...lines, 'Connection: close', '', content].join('\r\n'))
    const answer = await text(socket)
    return { status: Number(answer.split(' ')[1]), body: answer.slice(answer.indexOf('\r\n\r\n')) }
  }
  /** Signs in as a page of `origin` would. */
  const signIn = (host: string, { origin = `http://${host}`, more = [] as string[] } = {}) =>
    sendRaw(
      [
        ...['POST /api/auth/login HTTP/1.1', `Host: ${host}`, `Origin: ${origin}`],
        ...['Content-Type: application/json', `Content-Length: ${body.length}`, ...more],
      ],
      body,
    )
  return { port, sendRaw, signIn }
}

describe('without APP_ORIGIN', async () => {
  const { port, sendRaw, signIn } = await listening()

  test.each([
    ...['localhost', `localhost:${port}`, '127.0.0.1:3000', '127.4.5.6', '[::1]:3000'],
    ...['LocalHost', 'localhost.', 'maylab.localhost:1'],
  ])('a request to %s is answered', async (host) => {
    expect((await signIn(host)).status).toBe(200)
  })

  test.each([
    ...[
      'rebound.example',
      `rebound.example:${port}`,
      '192.168.1.5',
      '0.0.0.0',
      '[::]',
      '[fe80::1]',
    ],
    ...['localhost.rebound.example', '127.0.0.1.rebound.example', 'localhost@rebound.example'],
    ...['localhost, rebound.example', 'localhost#.rebound.example', 'localhost:80:80', '', ':3000'],
  ])('a request to %j is refused and the error names APP_ORIGIN', async (host) => {
    const answer = await signIn(host)
    expect(answer.status).toBe(403)
    expect(JSON.parse(answer.body)).toEqual({
      error: expect.stringContaining('set APP_ORIGIN'),
      code: 'not-allowed',
      requestId: expect.any(String),
    })
  })

  test.each([
    ['a page', ['GET / HTTP/1.1', 'Host: rebound.example']],
    ['an unknown page', ['GET /nothing HTTP/1.1', 'Host: rebound.example']],
    ['an escaped path', ['GET /%61pi/auth/user HTTP/1.1', 'Host: rebound.example']],
    ['another host in its URL', ['GET http://rebound.example/ HTTP/1.1', 'Host: localhost']],
    ['another Host header', ['GET http://localhost/ HTTP/1.1', 'Host: rebound.example']],
    ['two hosts', ['GET / HTTP/1.1', 'Host: localhost', 'Host: rebound.example']],
    ['no host', ['GET / HTTP/1.0']],
  ])('%s is refused', async (_, lines) => {
    expect((await sendRaw(lines)).status).toBe(403)
  })

  test('a request line with an absolute URL is answered', async () => {
    const lines = [`GET http://localhost:${port}/api/auth/user HTTP/1.1`, `Host: localhost:${port}`]
    expect((await sendRaw(lines)).status).toBe(401)
  })

  test('a request with headers of a proxy is refused', async () => {
    for (const header of ['X-Forwarded-For: 192.0.2.1', 'Forwarded: for=192.0.2.1', 'Via: 1.1 x']) {
      const answer = await signIn('localhost', { more: [header] })
      expect(answer.status).toBe(403)
      expect(answer.body).toContain('TRUST_PROXY')
    }
  })

  test.each(['/healthz', '/readyz'])('%s answers under any host name', async (path) => {
    expect((await sendRaw([`GET ${path} HTTP/1.0`])).status).toBe(200)
    expect((await sendRaw([`GET ${path} HTTP/1.1`, 'Host: 10.0.0.7:3000'])).status).toBe(200)
  })
})

describe('with APP_ORIGIN', async () => {
  const appOrigin = 'https://care.example'
  const { signIn } = await listening({ appOrigin, isReachable: true, trustProxy: ['127.0.0.1'] })

  test.each(['care.example', 'care.example:8443', 'CARE.example.', 'localhost:3000', '127.0.0.1'])(
    'a request to %s through a proxy is answered',
    async (host) => {
      const answer = await signIn(host, { origin: appOrigin, more: ['X-Forwarded-For: 192.0.2.1'] })
      expect(answer.status).toBe(200)
    },
  )

  test.each(['other.example', 'care.example.other.example', '192.168.1.5'])(
    'a request to %s is refused',
    async (host) => {
      const answer = await signIn(host, { origin: appOrigin })
      expect(answer.status).toBe(403)
      expect(answer.body).toContain('the product is at https://care.example')
    },
  )

  test('X-Forwarded-Host and X-Forwarded-Proto are ignored', async () => {
    const more = ['X-Forwarded-Host: care.example', 'X-Forwarded-Proto: https']
    expect((await signIn('other.example', { origin: appOrigin, more })).status).toBe(403)
    expect((await signIn('localhost', { origin: 'https://localhost', more })).status).toBe(403)
  })
})

test('with TRUST_PROXY but no APP_ORIGIN only localhost is answered', async () => {
  const { signIn } = await listening({ isReachable: true, trustProxy: 1 })
  expect((await signIn('localhost', { more: ['X-Forwarded-For: 192.0.2.1'] })).status).toBe(200)
  const more = ['X-Forwarded-For: 192.0.2.1', 'X-Forwarded-Host: localhost']
  expect((await signIn('rebound.example', { more })).status).toBe(403)
})
