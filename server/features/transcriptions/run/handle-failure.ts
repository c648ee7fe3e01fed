import { maxTranscriptionAttempts } from '#contract/transcriptions.ts'
import { isNoConsent } from '../../../platform/consent.ts'
import type { Deps } from '../../../deps.ts'
import { NotFound, Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { maxRetryMs, requestedDelay, delayByAge } from '../../../platform/jobs/retry-delay.ts'
import {
  waitForExternalJob,
  cancel,
  fail,
  rescheduleTranscription,
  type ClaimedTranscription,
} from './transcribe.queries.ts'

type Needs = Pick<Deps, 'db' | 'queue'>

/** Milliseconds. */
export type TranscriptionTimes = {
  /** Minimum time between writes of progress. */
  progressMs: number
  heartbeatMs: number
  /** Without a renewal a worker counts as dead after this. */
  leaseMs: number
  /** Wait before the second attempt; four times as long before the third. */
  retryMs: number
}

export type TranscriptionRun = {
  times: TranscriptionTimes
  signal: AbortSignal
  onError: (error: Error) => void
}

/** The provider no longer knows the job: start over. */
export class ExternalJobLost extends Error {}

/** Cancels, fails or reschedules a transcription. */
export async function handleFailure(
  { db, queue }: Needs,
  work: ClaimedTranscription,
  error: unknown,
  { signal, isLost, times, onError }: TranscriptionRun & { isLost: boolean },
) {
  const { externalJob, waitedMs } = work
  const pollLater = (askAgainMs: number) =>
    externalJob &&
    waitForExternalJob(db, queue, work, { ...externalJob, progress: null, askAgainMs })
  // Does nothing without the lease; with it, the recording was deleted.
  if (isLost) return cancel(db, work)
  if (signal.aborted)
    return (
      pollLater(0) ?? rescheduleTranscription(db, queue, work, { isCounted: false, delayMs: 0 })
    )
  if (error instanceof Rejected || isNoConsent(error)) return fail(db, work, error.message)
  if (error instanceof NotFound)
    return fail(db, work, 'The recording file is missing. Please upload it again.')
  if (externalJob && error instanceof Unavailable) {
    if (waitedMs > maxRetryMs) return fail(db, work, `Failed after two days: ${error.message}`)
    return pollLater(Math.max(delayByAge(waitedMs, times.retryMs), requestedDelay(error)))
  }
  if (!(error instanceof Unavailable || error instanceof ExternalJobLost)) onError(error as Error)
  if (work.attempt >= maxTranscriptionAttempts) return fail(db, work, finalError(error))
  const delayMs = Math.max(times.retryMs * work.attempt ** 2, requestedDelay(error))
  const isJobLost = error instanceof ExternalJobLost
  return rescheduleTranscription(db, queue, work, { isCounted: true, delayMs, isJobLost })
}

function finalError(error: unknown) {
  const after = `Failed after ${maxTranscriptionAttempts} attempts:`
  if (error instanceof Unavailable) return `${after} ${error.message}`
  if (error instanceof ExternalJobLost) return `${after} the transcription service lost the job.`
  return `${after} something went wrong on our side.`
}
