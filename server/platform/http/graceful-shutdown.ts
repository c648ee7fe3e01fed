import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** Running requests may take this long; interrupted uploads resume. */
const defaultGraceMs = 5_000
const retryAfterSeconds = 5

/**
 * While the application closes, new requests get a 503 and running ones may finish. Add the hook `waitForRequests` last, after
 * event streams have been ended. Fastify then closes what is left (`forceCloseConnections`).
 */
export function registerGracefulShutdown(app: FastifyInstance, graceMs = defaultGraceMs) {
  const running = new Set<ServerResponse>()
  let isStopping = false
  app.addHook('preClose', async () => void (isStopping = true))
  app.addHook('onRequest', (_request, reply, done) => {
    if (isStopping) {
      void reply.header('retry-after', retryAfterSeconds)
      throw new AppError('unavailable', 'The server is stopping. Please try again in a moment.')
    }
    running.add(reply.raw)
    reply.raw.once('close', () => running.delete(reply.raw))
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) void reply.header('connection', 'close')
    done()
  })
  async function waitForRequests() {
    const ends = [...running].map((it) => new Promise((resolve) => it.once('close', resolve)))
    const waiting = new AbortController()
    // Rejects when it is aborted below.
    const grace = sleep(graceMs, undefined, { signal: waiting.signal }).catch(() => undefined)
    await Promise.race([Promise.all(ends), grace])
    waiting.abort()
  }
  return { running: running as ReadonlySet<ServerResponse>, waitForRequests }
}
