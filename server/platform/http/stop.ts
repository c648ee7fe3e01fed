import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** Milliseconds that a stop waits for answers under way. An upload that is broken off goes on where it was. */
const usualGraceMs = 5_000
/** Seconds after which somebody is likely to answer again. */
const backSoon = 5

/**
 * While the application closes it goes on listening: who asks now is told to come back, and what is being answered
 * already may end. Answers the hook that waits for that, to be added after all others: event streams, which do not end
 * by themselves, have been ended by then. Fastify cuts off whatever is left (`forceCloseConnections`).
 */
export function stopCleanly(app: FastifyInstance, graceMs = usualGraceMs) {
  const underWay = new Set<ServerResponse>()
  let isStopping = false
  app.addHook('preClose', async () => void (isStopping = true))
  app.addHook('onRequest', (_request, reply, done) => {
    if (isStopping) {
      void reply.header('retry-after', backSoon)
      throw new AppError('unavailable', 'The server is stopping. Please try again in a moment.')
    }
    underWay.add(reply.raw)
    reply.raw.once('close', () => underWay.delete(reply.raw))
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) void reply.header('connection', 'close')
    done()
  })
  return async () => {
    const ends = [...underWay].map((it) => new Promise((resolve) => it.once('close', resolve)))
    const waiting = new AbortController()
    const grace = sleep(graceMs, undefined, { signal: waiting.signal }).catch(() => undefined)
    await Promise.race([Promise.all(ends), grace])
    waiting.abort()
  }
}
