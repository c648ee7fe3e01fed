import { Unavailable } from './failures.ts'

/** Milliseconds. What passes by itself is waited for in all so long. */
export const patienceMs = 48 * 3600 * 1000
/** That a service may ask to be left alone for. */
export const longestPauseMs = 3600 * 1000
const longestWaitMs = 5 * 60 * 1000

/** Before the next try: a quarter of how long it has lasted, not less than `retryMs`. Milliseconds. */
export const waitAfter = (waitedMs: number, retryMs: number) =>
  Math.min(longestWaitMs, Math.max(retryMs, waitedMs / 4))

/**
 * Before the next try, after so many: twice as long each time, and as long as the service asks for (`askedMs`); an hour at
 * most. Milliseconds.
 */
export const waitBeforeTry = (tries: number, retryMs: number, askedMs = 0) =>
  Math.min(longestPauseMs, Math.max(askedMs, retryMs * 2 ** Math.min(tries, 30)))

/** How long a service itself wants to be left alone, an hour at most. Milliseconds. */
export const pauseAsked = (error: unknown) =>
  error instanceof Unavailable ? Math.min(longestPauseMs, error.waitMs ?? 0) : 0

/** Whether a signal said so because its time was over. */
export const isTimeout = (error: unknown) =>
  error instanceof DOMException && error.name === 'TimeoutError'
