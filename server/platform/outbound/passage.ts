import { finished, type Readable } from 'node:stream'
import type { Db } from '../db/db.ts'
import { Rejected, Unavailable } from '../jobs/errors.ts'
import { limitConcurrency } from '../jobs/limit-concurrency.ts'
import { circuitOf } from './circuit.ts'
import { noteLeaving, noteLeft } from './egress.queries.ts'

export type Passage = {
  purpose: string
  host: string
  sessionId?: string | undefined
  signal: AbortSignal
  /** Milliseconds for all of it, for a stream until it begins. */
  withinMs: number
}

/** A call under way: whoever makes it notes what left and what came. */
export type Passing = {
  readonly signal: AbortSignal
  bytesOut: number
  bytesIn: number
  status: number | null
  /** The service has answered; the call ends with this stream, and no sooner. */
  until(body: Readable): void
}

type Needs = { db: Db; onError: (error: Error) => void }
type Whose = {
  integrationId: string
  provider: string
  label: string
  maxConcurrent?: number | undefined
  said: (words: string) => string
}

const usualAtOnce = 4
const maxQueued = 100

/** What holds for every call to one service, whatever it speaks: its turn, its time, its circuit, and a row for what left. */
export function openPassage({ db, onError }: Needs, { integrationId, provider, ...whose }: Whose) {
  const { label, maxConcurrent = usualAtOnce, said } = whose
  const circuit = circuitOf(label)
  const inTurn = limitConcurrency({
    maxConcurrent,
    maxQueued,
    busyMessage: `Too much waits for ${label}.`,
  })

  return async function pass<T>(
    { purpose, host, sessionId, signal, withinMs }: Passage,
    work: (passing: Passing) => Promise<T>,
  ): Promise<T> {
    return inTurn(async () => {
      circuit.enter()
      const id = await noteLeaving(db, { integrationId, provider, host, purpose, sessionId }).catch(
        (error: unknown) => {
          circuit.left()
          throw error
        },
      )
      const startedAt = performance.now()
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), withinMs)
      let body: Readable | undefined
      const passing: Passing = {
        signal: AbortSignal.any([signal, late.signal]),
        ...{ bytesOut: 0, bytesIn: 0, status: null },
        until(stream) {
          clearTimeout(timer)
          // Who only comes to see a film may be watching it for an hour: others need not wait for its end.
          circuit.answered()
          body = stream
        },
      }
      const end = (error: unknown) => {
        clearTimeout(timer)
        settle(error, passing.status)
        const { bytesOut, bytesIn, status } = passing
        return noteLeft(db, id, {
          ...{ bytesOut, bytesIn, status },
          isSuccess: error === undefined,
          error: error === undefined ? null : sentenceOf(error),
          durationMs: Math.round(performance.now() - startedAt),
        }).catch(onError)
      }
      try {
        const result = await work(passing)
        if (body) finished(body, (error) => void end(isLeft(error) ? undefined : error))
        else await end(undefined)
        return result
      } catch (error) {
        const isLate = late.signal.aborted && !signal.aborted
        const told = isLate ? new Unavailable(`${label} did not answer in time.`) : error
        await end(told)
        throw told
      }
    }, signal)

    function settle(error: unknown, status: number | null) {
      const hasAnswered = status !== null && status < 500
      if (signal.aborted) circuit.left()
      else if (error instanceof Unavailable && !hasAnswered) circuit.failed()
      else circuit.answered()
    }
    function sentenceOf(error: unknown) {
      if (signal.aborted) return 'Called off.'
      return error instanceof Rejected || error instanceof Unavailable
        ? said(error.message)
        : 'Something went wrong on our side.'
    }
  }
}

/** Whoever read has enough: that is no failure. */
const isLeft = (error: NodeJS.ErrnoException | null | undefined) =>
  !error || ['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes(error.code ?? '')
