import { finished, type Readable } from 'node:stream'
import type { Db } from '../db/db.ts'
import type { Announcements } from '../db/notify.ts'
import { Rejected, Unavailable } from '../jobs/errors.ts'
import { isTimeout } from '../jobs/retry-delay.ts'
import { limitConcurrency } from '../jobs/limit-concurrency.ts'
import {
  isContentType,
  type OutsideType,
  requireOutsideConsent,
  type UsedConsent,
} from '../consent.ts'
import { whileAllowed } from '../while-allowed.ts'
import { completeEgress, insertEgress } from './egress.queries.ts'

export type CallOptions = {
  purpose: string
  host: string
  /** Null: nothing of a client is sent. */
  sessionId?: string | null | undefined
  /** Calls with the same id share one entry in the outbound log. */
  egressId?: string | undefined
  /** Something is sent besides the address and headers. */
  hasContent: boolean
  signal: AbortSignal
  /** Until the end, or until a stream begins. */
  timeoutMs: number
}

/** A running call, in which the caller counts bytes and sets the status. */
export type Call = {
  readonly signal: AbortSignal
  bytesOut: number
  bytesIn: number
  status: number | null
  /** The service has responded; the call ends when this stream does. */
  endWith(body: Readable): void
}

type Deps = {
  db: Db
  onError: (error: Error) => void
  /** Required for services that get content. */
  announcements?: Pick<Announcements, 'listen'>
}
type Service = {
  integrationId: string
  type: OutsideType
  provider: string
  label: string
  maxConcurrent?: number | undefined
  redact: (message: string) => string
}

const defaultMaxConcurrent = 4
const maxQueued = 100

/** Runs calls to one service, over any protocol: requires consent while content is sent, limits concurrency and time, breaks the circuit, records egress. */
export function createCallRunner(
  { db, onError, announcements }: Deps,
  { integrationId, type, provider, label, maxConcurrent = defaultMaxConcurrent, redact }: Service,
) {
  const circuit = createCircuitBreaker(label)
  const inTurn = limitConcurrency({
    maxConcurrent,
    maxQueued,
    busyMessage: `Too many requests are waiting for ${label}.`,
  })

  return <T>(options: CallOptions, work: (call: Call) => Promise<T>): Promise<T> =>
    inTurn(async () => {
      if (!options.hasContent || !isContentType(type)) return runCall(options, work)
      if (!announcements) throw new Error('A call with content must stop when it is refused.')
      return whileAllowed(
        announcements,
        () => requireOutsideConsent(db, type, options.sessionId),
        (consent, refused) => {
          const signal = AbortSignal.any([options.signal, refused])
          return runCall({ ...options, signal }, work, consent)
        },
      )
    }, options.signal)

  async function runCall<T>(
    { purpose, host, sessionId, egressId, signal, timeoutMs }: CallOptions,
    work: (call: Call) => Promise<T>,
    consent?: UsedConsent,
  ): Promise<T> {
    circuit.enter()
    const id = await insertEgress(db, {
      ...{ id: egressId, integrationId, provider, host, purpose, sessionId, consent },
    }).catch((error: unknown) => {
      circuit.recordCancelled()
      throw error
    })
    const startedAt = performance.now()
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), timeoutMs)
    let body: Readable | undefined
    const call: Call = {
      signal: AbortSignal.any([signal, timeout.signal]),
      ...{ bytesOut: 0, bytesIn: 0, status: null },
      endWith(stream) {
        clearTimeout(timer)
        // Not at the end: a video may stream for an hour.
        circuit.recordSuccess()
        body = stream
      },
    }
    const complete = (error: unknown) => {
      clearTimeout(timer)
      recordOutcome(error, call.status)
      const { bytesOut, bytesIn, status } = call
      return completeEgress(db, id, {
        ...{ bytesOut, bytesIn, status },
        isSuccess: error === undefined,
        error: error === undefined ? null : getMessage(error),
        durationMs: Math.round(performance.now() - startedAt),
      }).catch(onError)
    }
    try {
      const result = await work(call)
      if (body) finished(body, (error) => void complete(isReaderClosed(error) ? undefined : error))
      else await complete(undefined)
      return result
    } catch (error) {
      const isLate = call.signal.aborted && !isCancelled()
      const thrown = isLate ? new Unavailable(`${label} did not respond in time.`) : error
      await complete(thrown)
      throw thrown
    }

    /** A time limit of the caller's own is the service's failure. */
    function isCancelled() {
      return signal.aborted && !isTimeout(signal.reason)
    }
    function recordOutcome(error: unknown, status: number | null) {
      const hasResponded = status !== null && status < 500
      if (isCancelled()) circuit.recordCancelled()
      else if (error instanceof Unavailable && !hasResponded) circuit.recordFailure()
      else circuit.recordSuccess()
    }
    function getMessage(error: unknown) {
      if (isCancelled()) return 'Cancelled.'
      return error instanceof Rejected || error instanceof Unavailable
        ? redact(error.message)
        : 'Something went wrong on our side.'
    }
  }
}

/** A reader that stops early is not a failure. */
const isReaderClosed = (error: NodeJS.ErrnoException | null | undefined) =>
  !error || ['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes(error.code ?? '')

const maxFailures = 5
const openMs = 60_000

/**
 * Stops calling a service after five failures in a row; after a minute one call checks whether it is back. A rejection
 * is a response, not a failure.
 */
function createCircuitBreaker(label: string, now: () => number = Date.now) {
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
