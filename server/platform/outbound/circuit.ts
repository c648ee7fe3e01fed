import { Unavailable } from '../jobs/errors.ts'

/** Failures in a row after which a service is left alone. */
const mostFailures = 5
/** Milliseconds until one call is let through again. */
const restMs = 60_000

/**
 * Leaves a service alone that has failed again and again, and says so; after a minute one call tries whether it is there
 * again. A refusal is an answer: only what could not be had counts.
 */
export function circuitOf(label: string, now: () => number = Date.now) {
  let failures = 0
  let closedUntil = 0
  let isTrying = false
  return {
    /** Throws Unavailable while the service is left alone. */
    enter() {
      if (failures < mostFailures) return
      const leftMs = closedUntil - now()
      if (leftMs > 0 || isTrying)
        throw new Unavailable(
          `${label} has failed ${failures} times in a row. It is tried again in ${Math.max(1, Math.ceil(leftMs / 1000))} s.`,
          { waitMs: Math.max(1_000, leftMs) },
        )
      isTrying = true
    },
    /** It answered. */
    answered() {
      failures = 0
      isTrying = false
    },
    failed() {
      failures++
      isTrying = false
      if (failures >= mostFailures) closedUntil = now() + restMs
    },
    /** Nobody waited for the end. */
    left() {
      isTrying = false
    },
  }
}
