import { setImmediate as breathe } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { rejectWhenOverloaded } from './overload.ts'
import { registerErrorHandler } from './errors.ts'

async function server() {
  const app = Fastify()
  registerErrorHandler(app)
  await rejectWhenOverloaded(app)
  app.get('/', () => 'here')
  await app.ready()
  return app
}

/** Blocks the event loop for a second at a time. */
async function blockEventLoop(times: number) {
  for (let time = 0; time < times; time++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100)
    await breathe()
  }
}

test('a short pause of the event loop is ignored', async () => {
  const app = await server()
  await blockEventLoop(3)
  expect((await app.inject('/')).statusCode).toBe(200)
  await app.close()
})

test('a server that is late for seconds answers 503 until it recovers', async () => {
  const app = await server()
  await blockEventLoop(9)
  const refused = await app.inject('/')
  expect(refused.statusCode).toBe(503)
  expect(refused.json()).toMatchObject({
    error: 'The server is busy. Please try again in a moment.',
  })
  expect(refused.headers['retry-after']).toBe('10')
  await expect.poll(async () => (await app.inject('/')).statusCode).toBe(200)
  await app.close()
})
