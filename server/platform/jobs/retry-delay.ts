import { Unavailable } from './errors.ts'

/** Temporary failures are retried for this long. */
export const maxRetryMs = 48 * 3600 * 1000
/** The longest delay that a service may request. */
export const maxPauseMs = 3600 * 1000
const maxDelayMs = 5 * 60 * 1000

/** A quarter of the time waited so far, at least `retryMs`. */
export const delayByAge = (waitedMs: number, retryMs: number) =>
  Math.min(maxDelayMs, Math.max(retryMs, waitedMs / 4))

/** Doubles with every attempt, at least `requestedMs`, at most an hour. */
export const delayByAttempts = (tries: number, retryMs: number, requestedMs = 0) =>
  Math.min(maxPauseMs, Math.max(requestedMs, retryMs * 2 ** Math.min(tries, 30)))

/** The delay requested by a service, at most an hour. */
export const requestedDelay = (error: unknown) =>
  error instanceof Unavailable ? Math.min(maxPauseMs, error.waitMs ?? 0) : 0

export const isTimeout = (error: unknown) =>
  error instanceof DOMException && error.name === 'TimeoutError'
