import net, { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import type { Deps } from '../../deps.ts'
import { testApp } from '../../test/test-app.ts'

const { deps, emails } = await testApp()
const body = JSON.stringify({ email: emails.coach, password: 'wellbeing-demo' })

/** The product as it is set up, on a real port; `say` sends it lines as they are and answers status and body. */
async function listening(settings: Partial<Deps['config']> = {}) {
  const app = await buildApp({ ...deps, config: { ...deps.config, ...settings } })
  afterAll(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const say = async (lines: string[], content = '') => {
    const socket = net.connect(port, '127.0.0.1')
    socket.write([...lines, 'Connection: close', '', content].join('\r\n'))
    const answer = await text(socket)
    return { status: Number(answer.split(' ')[1]), body: answer.slice(answer.indexOf('\r\n\r\n')) }
  }
  /** Signs in as a page of that origin does, which calls itself so. */
  const signIn = (host: string, { origin = `http://${host}`, more = [] as string[] } = {}) =>
    say(
      [
        ...['POST /api/auth/login HTTP/1.1', `Host: ${host}`, `Origin: ${origin}`],
        ...['Content-Type: application/json', `Content-Length: ${body.length}`, ...more],
      ],
      body,
    )
  return { port, say, signIn }
}

describe('without APP_ORIGIN', async () => {
  const { port, say, signIn } = await listening()

  test.each([
    ...['localhost', `localhost:${port}`, '127.0.0.1:3000', '127.4.5.6', '[::1]:3000'],
    ...['LocalHost', 'localhost.', 'maylab.localhost:1'],
  ])('who calls it %s is answered', async (host) => {
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
  ])('who calls it %j cannot sign in, and reads what to set', async (host) => {
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
    ['what is not there', ['GET /nothing HTTP/1.1', 'Host: rebound.example']],
    ['an escaped path', ['GET /%61pi/auth/user HTTP/1.1', 'Host: rebound.example']],
    ['another host in the first line', ['GET http://rebound.example/ HTTP/1.1', 'Host: localhost']],
    ['another host in the header', ['GET http://localhost/ HTTP/1.1', 'Host: rebound.example']],
    ['two hosts', ['GET / HTTP/1.1', 'Host: localhost', 'Host: rebound.example']],
    ['no host', ['GET / HTTP/1.0']],
  ])('%s is refused', async (_, lines) => {
    expect((await say(lines)).status).toBe(403)
  })

  test('the absolute form is as good as any', async () => {
    const lines = [`GET http://localhost:${port}/api/auth/user HTTP/1.1`, `Host: localhost:${port}`]
    expect((await say(lines)).status).toBe(401)
  })

  test('what comes through a proxy is refused, for it may come from anywhere', async () => {
    for (const mark of ['X-Forwarded-For: 192.0.2.1', 'Forwarded: for=192.0.2.1', 'Via: 1.1 x']) {
      const answer = await signIn('localhost', { more: [mark] })
      expect(answer.status).toBe(403)
      expect(answer.body).toContain('TRUST_PROXY')
    }
  })

  test.each(['/healthz', '/readyz'])('%s answers whoever watches', async (path) => {
    expect((await say([`GET ${path} HTTP/1.0`])).status).toBe(200)
    expect((await say([`GET ${path} HTTP/1.1`, 'Host: 10.0.0.7:3000'])).status).toBe(200)
  })
})

describe('with APP_ORIGIN', async () => {
  const appOrigin = 'https://care.example'
  const { signIn } = await listening({ appOrigin, isReachable: true, trustProxy: ['127.0.0.1'] })

  test.each(['care.example', 'care.example:8443', 'CARE.example.', 'localhost:3000', '127.0.0.1'])(
    'a proxy may call it %s',
    async (host) => {
      const answer = await signIn(host, { origin: appOrigin, more: ['X-Forwarded-For: 192.0.2.1'] })
      expect(answer.status).toBe(200)
    },
  )

  test.each(['other.example', 'care.example.other.example', '192.168.1.5'])(
    'but not %s',
    async (host) => {
      const answer = await signIn(host, { origin: appOrigin })
      expect(answer.status).toBe(403)
      expect(answer.body).toContain('the product is at https://care.example')
    },
  )

  test('what a proxy says of the address counts for nothing', async () => {
    const more = ['X-Forwarded-Host: care.example', 'X-Forwarded-Proto: https']
    expect((await signIn('other.example', { origin: appOrigin, more })).status).toBe(403)
    expect((await signIn('localhost', { origin: 'https://localhost', more })).status).toBe(403)
  })
})

test('a proxy without APP_ORIGIN serves only those who call it localhost', async () => {
  const { signIn } = await listening({ isReachable: true, trustProxy: 1 })
  expect((await signIn('localhost', { more: ['X-Forwarded-For: 192.0.2.1'] })).status).toBe(200)
  const more = ['X-Forwarded-For: 192.0.2.1', 'X-Forwarded-Host: localhost']
  expect((await signIn('rebound.example', { more })).status).toBe(403)
})
