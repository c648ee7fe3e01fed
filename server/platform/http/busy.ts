import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** Milliseconds by which the event loop is late on average, from which on it is under pressure. */
const late = 1_000
const lookEachMs = 1_000
/** How often in a row it must be. */
const often = 5
/** Seconds. */
const backSoon = 10

/**
 * Refuses what comes while this process has been late for some seconds on end. One pause of a second is no reason: there
 * is one at the start, and wherever other programs have the processor; the plugin takes it for an endless one, as it leaves
 * no measure behind.
 */
export async function refuseWhileBusy(app: FastifyInstance) {
  let inARow = 0
  await app.register(underPressure, {
    maxEventLoopDelay: late,
    exposeStatusRoute: false,
    pressureHandler: async () => {
      if (inARow < often) return
      const busy = new AppError('unavailable', 'The server is busy. Please try again in a moment.')
      busy.retryAfter = backSoon
      throw busy
    },
  })
  const looks = setInterval(() => {
    inARow = app.isUnderPressure() ? inARow + 1 : 0
  }, lookEachMs).unref()
  app.addHook('onClose', () => clearInterval(looks))
}
