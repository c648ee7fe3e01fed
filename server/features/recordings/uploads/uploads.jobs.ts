import { renewLeaseDuringJob, type JobContext } from '../../../platform/db/lease.ts'
import type { Deps } from '../../../deps.ts'
import { maxRetryMs, requestedDelay, delayByAge } from '../../../platform/jobs/retry-delay.ts'
import { classifyFailure, finishUpload, rejectUpload } from './finish-upload.ts'
import {
  rescheduleUpload,
  type ClaimedUpload,
  claimUpload,
  maxUploadAttempts,
  unexpectedError,
} from './finish-upload.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'config' | 'queue'>

/**
 * Finishes a complete upload. Idempotent. When `signal` aborts, the job goes back to the queue without counting as an
 * attempt.
 */
export async function runUploadJob(deps: Needs, uploadId: string, run: JobContext) {
  const { db } = deps
  const claimed = await claimUpload(db, uploadId, run.times.leaseMs)
  if (!claimed) return
  const { lost, stop, signal } = renewLeaseDuringJob(db, claimed.lease, run)
  let failed: { error: unknown } | undefined
  try {
    await finishUpload(deps, claimed.lease, claimed.upload, signal)
  } catch (error) {
    failed = { error }
  } finally {
    await stop()
  }
  if (failed && !lost.aborted) await handleFailure(deps, claimed, failed.error, run)
}

/** Fails or reschedules an upload. False if another worker has it. */
async function handleFailure(
  { db, queue, config }: Needs,
  claimed: ClaimedUpload,
  error: unknown,
  { signal, times, onError }: JobContext,
) {
  const reschedule = (delayMs: number, isCounted: boolean, note?: string) =>
    rescheduleUpload(db, queue, claimed, { delayMs, isCounted, ...(note && { note }) })
  const reject = (why: string) => rejectUpload({ db, config, queue }, claimed.lease, why)
  if (signal.aborted) return reschedule(0, false)
  const failure = classifyFailure(error)
  if (failure.kind === 'lease-lost') return false
  if (failure.kind === 'rejected') return reject(failure.error.message)
  if (failure.kind === 'temporary') {
    if (claimed.waitedMs > maxRetryMs) return reject(failure.error.message)
    const waitMs = Math.max(requestedDelay(error), delayByAge(claimed.waitedMs, times.retryMs))
    return reschedule(waitMs, false, failure.note)
  }
  const isOurs =
    claimed.attempt < maxUploadAttempts
      ? await reschedule(times.retryMs * claimed.attempt ** 2, true)
      : await reject(unexpectedError)
  // Without the lease, errors are expected: another worker has cleaned up.
  if (isOurs) onError(error as Error)
  return isOurs
}
