import { transcriptionAttempts } from '#contract/transcriptions.ts'
import type { Deps } from '../../../deps.ts'
import { NotFound, Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { maxRetryMs, requestedDelay, delayByAge } from '../../../platform/jobs/retry-delay.ts'
import { awaitElsewhere, cancel, fail, giveBack, type Held } from './transcribing.queries.ts'

type Needs = Pick<Deps, 'db' | 'queue'>

/** Milliseconds. */
export type TranscribeTimes = {
  /** How often progress is written at most. */
  progressMs: number
  /** How often the lease is renewed. */
  heartbeatMs: number
  /** For how long: a worker that has not been heard of counts as dead then. */
  leaseMs: number
  /** Wait before the second attempt; before the third four times as long. */
  retryMs: number
}

export type Run = {
  times: TranscribeTimes
  signal: AbortSignal
  onError: (error: Error) => void
}

/** What had been begun elsewhere is not known there any more: it is begun anew. */
export class Forgotten extends Error {}

/** What a transcription that did not end well comes to. */
export async function settle(
  { db, queue }: Needs,
  work: Held,
  error: unknown,
  { signal, isLost, times, onError }: Run & { isLost: boolean },
) {
  const { elsewhere, waitedMs } = work
  const askAgain = (askAgainMs: number) =>
    elsewhere && awaitElsewhere(db, queue, work, { ...elsewhere, progress: null, askAgainMs })
  // Cancelled or taken over: then there is nothing to say. Where the recording is gone, the lease is still ours.
  if (isLost) return cancel(db, work)
  if (signal.aborted)
    return askAgain(0) ?? giveBack(db, queue, work, { isCounted: false, delayMs: 0 })
  if (error instanceof Rejected) return fail(db, work, error.message)
  if (error instanceof NotFound)
    return fail(db, work, 'The file of the recording is missing. Please upload it again.')
  if (elsewhere && error instanceof Unavailable) {
    if (waitedMs > maxRetryMs) return fail(db, work, `Given up after two days: ${error.message}`)
    return askAgain(Math.max(delayByAge(waitedMs, times.retryMs), requestedDelay(error)))
  }
  if (!(error instanceof Unavailable || error instanceof Forgotten)) onError(error as Error)
  if (work.attempt >= transcriptionAttempts) return fail(db, work, whyGivenUp(error))
  const delayMs = Math.max(times.retryMs * work.attempt ** 2, requestedDelay(error))
  const isForgotten = error instanceof Forgotten
  return giveBack(db, queue, work, { isCounted: true, delayMs, isForgotten })
}

function whyGivenUp(error: unknown) {
  const after = `Given up after ${transcriptionAttempts} attempts:`
  if (error instanceof Unavailable) return `${after} ${error.message}`
  if (error instanceof Forgotten)
    return `${after} the transcription service does not know of it any more.`
  return `${after} something went wrong on our side.`
}
