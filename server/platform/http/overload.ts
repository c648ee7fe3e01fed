import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

const maxDelayMs = 1_000
const checkIntervalMs = 1_000
const maxConsecutive = 5
const retryAfterSeconds = 10

/** Rejects requests while the event loop has been late for several seconds in a row. A single pause, as at the start, is ignored. */
export async function rejectWhenOverloaded(app: FastifyInstance) {
  let consecutive = 0
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    exposeStatusRoute: false,
    pressureHandler: async () => {
      if (consecutive < maxConsecutive) return
      const busy = new AppError('unavailable', 'The server is busy. Please try again in a moment.')
      busy.retryAfter = retryAfterSeconds
      throw busy
    },
  })
  const checks = setInterval(() => {
    consecutive = app.isUnderPressure() ? consecutive + 1 : 0
  }, checkIntervalMs).unref()
  app.addHook('onClose', () => clearInterval(checks))
}
