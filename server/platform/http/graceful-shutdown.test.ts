import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerErrorHandler } from './errors.ts'
import { registerGracefulShutdown } from './graceful-shutdown.ts'

/** An application whose slow responses end when the test says so. */
async function listening(graceMs = 10_000) {
  const app = Fastify({ forceCloseConnections: true, return503OnClosing: false })
  registerErrorHandler(app)
  const { waitForRequests } = registerGracefulShutdown(app, graceMs)
  const slowRequests: (() => void)[] = []
  app.get('/slow', () => new Promise((resolve) => slowRequests.push(() => resolve('done'))))
  app.get('/quick', async () => 'quick')
  app.post('/echo', async ({ body }) => body)
  app.addHook('preClose', waitForRequests)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const get = (path: string, headers = {}) => fetch(origin + path, { headers })
  /** Sends a slow request and waits until the handler runs. */
  async function begin() {
    const answer = get('/slow')
    answer.catch(() => undefined)
    const before = slowRequests.length
    while (slowRequests.length === before) await sleep(5)
    return { answer, end: slowRequests.at(-1) ?? (() => undefined) }
  }
  return { app, get, begin, port: (app.server.address() as AddressInfo).port }
}

test('a running request is completed, a new one gets a 503 with Retry-After', async () => {
  const { app, get, begin } = await listening()
  const slow = await begin()
  expect(await (await get('/quick')).text()).toBe('quick')
  const closed = app.close()
  await expect.poll(async () => (await get('/quick')).status).toBe(503)
  for (const path of ['/quick', '/slow', '/nothing']) {
    const refused = await get(path)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(refused.headers.get('connection')).toBe('close')
    expect(await refused.json()).toEqual({
      error: 'The server is stopping. Please try again in a moment.',
      code: 'unavailable',
      requestId: expect.any(String),
    })
  }
  slow.end()
  const answer = await slow.answer
  expect(answer.headers.get('connection')).toBe('close')
  expect(await answer.text()).toBe('done')
  await closed
  await expect(get('/quick')).rejects.toThrow('fetch failed')
})

test('a request whose body is still arriving is completed', async () => {
  const { app, port } = await listening()
  const socket = net.connect(port, '127.0.0.1')
  const head = ['POST /echo HTTP/1.1', 'Host: x', 'Content-Type: text/plain', 'Content-Length: 5']
  socket.write([...head, '', 'he'].join('\r\n'))
  await once(app.server, 'request')
  const closed = app.close()
  await sleep(50)
  socket.write('llo')
  expect(await text(socket)).toContain('\r\n\r\nhello')
  await closed
})

test('a request is cut off after the grace period', async () => {
  const { app, begin } = await listening(100)
  const { answer } = await begin()
  const began = performance.now()
  await app.close()
  expect(performance.now() - began).toBeGreaterThan(90)
  await expect(answer).rejects.toThrow('fetch failed')
})

test(
  'aborted requests and idle connections do not delay the shutdown',
  { timeout: 10_000 },
  async () => {
    const { app, get, port } = await listening(20_000)
    await (await get('/quick')).text()
    const socket = net.connect(port, '127.0.0.1')
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(app.server, 'request')
    const closed = app.close()
    socket.destroy()
    await closed
  },
)
