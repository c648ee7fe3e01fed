import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerErrorHandler } from './errors.ts'
import { registerGracefulShutdown } from './graceful-shutdown.ts'

/** An application whose answers end when the test says so. */
async function listening(graceMs = 10_000) {
  const app = Fastify({ forceCloseConnections: true, return503OnClosing: false })
  registerErrorHandler(app)
  const finishAnswers = registerGracefulShutdown(app, graceMs)
  const asked: (() => void)[] = []
  app.get('/slow', () => new Promise((resolve) => asked.push(() => resolve('done'))))
  app.get('/quick', async () => 'quick')
  app.post('/said', async ({ body }) => body)
  app.addHook('preClose', finishAnswers)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = (path: string, headers = {}) => fetch(origin + path, { headers })
  /** Asks, and answers once the server is at work on it. */
  async function begin() {
    const answer = ask('/slow')
    answer.catch(() => undefined)
    const before = asked.length
    while (asked.length === before) await sleep(5)
    return { answer, end: asked.at(-1) ?? (() => undefined) }
  }
  return { app, ask, begin, port: (app.server.address() as AddressInfo).port }
}

test('what is being answered ends, and who asks meanwhile is told to come back', async () => {
  const { app, ask, begin } = await listening()
  const slow = await begin()
  expect(await (await ask('/quick')).text()).toBe('quick')
  const closed = app.close()
  await expect.poll(async () => (await ask('/quick')).status).toBe(503)
  for (const path of ['/quick', '/slow', '/nothing']) {
    const refused = await ask(path)
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
  await expect(ask('/quick')).rejects.toThrow('fetch failed')
})

test('a request that comes in pieces is waited for', async () => {
  const { app, port } = await listening()
  const socket = net.connect(port, '127.0.0.1')
  const head = ['POST /said HTTP/1.1', 'Host: x', 'Content-Type: text/plain', 'Content-Length: 5']
  socket.write([...head, '', 'he'].join('\r\n'))
  await once(app.server, 'request')
  const closed = app.close()
  await sleep(50)
  socket.write('llo')
  expect(await text(socket)).toContain('\r\n\r\nhello')
  await closed
})

test('what does not end in time is cut off', async () => {
  const { app, begin } = await listening(100)
  const { answer } = await begin()
  const began = performance.now()
  await app.close()
  expect(performance.now() - began).toBeGreaterThan(90)
  await expect(answer).rejects.toThrow('fetch failed')
})

test(
  'who has gone away meanwhile is not waited for, nor who is only kept alive',
  { timeout: 10_000 },
  async () => {
    const { app, ask, port } = await listening(20_000)
    await (await ask('/quick')).text()
    const socket = net.connect(port, '127.0.0.1')
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(app.server, 'request')
    const closed = app.close()
    socket.destroy()
    await closed
  },
)
