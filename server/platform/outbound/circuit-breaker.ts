import { Unavailable } from '../jobs/errors.ts'

const maxFailures = 5
const openMs = 60_000

/**
 * Stops calling a service after five failures in a row; after a minute one call checks whether it is back. A rejection
 * is a response, not a failure.
 */
export function createCircuitBreaker(label: string, now: () => number = Date.now) {
  let failures = 0
  let openUntil = 0
  let isProbing = false
  return {
    /** Throws Unavailable while the circuit is open. */
    enter() {
      if (failures < maxFailures) return
      const remainingMs = openUntil - now()
      if (remainingMs > 0 || isProbing)
        throw new Unavailable(
          `${label} has failed ${failures} times in a row. Next attempt in ${Math.max(1, Math.ceil(remainingMs / 1000))} s.`,
          { waitMs: Math.max(1_000, remainingMs) },
        )
      isProbing = true
    },
    recordSuccess() {
      failures = 0
      isProbing = false
    },
    recordFailure() {
      failures++
      isProbing = false
      if (failures >= maxFailures) openUntil = now() + openMs
    },
    recordCancelled() {
      isProbing = false
    },
  }
}
