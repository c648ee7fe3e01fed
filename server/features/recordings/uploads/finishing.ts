import { renewLeaseDuringJob, type JobContext } from '../../../platform/db/lease.ts'
import type { Deps } from '../../../deps.ts'
import { maxRetryMs, requestedDelay, delayByAge } from '../../../platform/jobs/retry-delay.ts'
import { failureOf, finishUpload } from './finish-upload.ts'
import { removeStaged } from './staging.ts'
import {
  failUpload,
  giveBackUpload,
  type Held,
  takeUpload,
  uploadAttempts,
  wentWrong,
} from './finishing.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'config' | 'queue'>

/**
 * Makes a recording of an upload that has arrived, if nobody else does. Harmless to call for what is done or gone.
 * When `signal` aborts, the work goes back to the queue without counting as an attempt.
 */
export async function finishInBackground(deps: Needs, uploadId: string, run: JobContext) {
  const { db } = deps
  const held = await takeUpload(db, uploadId, run.times.leaseMs)
  if (!held) return
  const { lost, stop, signal } = renewLeaseDuringJob(db, held.lease, run)
  let failed: { error: unknown } | undefined
  try {
    await finishUpload(deps, held.lease, held.upload, signal)
  } catch (error) {
    failed = { error }
  } finally {
    await stop()
  }
  if (failed && !lost.aborted) await settle(deps, held, failed.error, run)
}

/** What an upload that could not be finished comes to. False where somebody else has it. */
async function settle(
  { db, queue, config }: Needs,
  held: Held,
  error: unknown,
  { signal, times, onError }: JobContext,
) {
  const again = (delayMs: number, isCounted: boolean, note?: string) =>
    giveBackUpload(db, queue, held, { delayMs, isCounted, ...(note && { note }) })
  async function refuse(sentence: string) {
    if (!(await failUpload(db, held, sentence))) return false
    // Failing that, the sweep does it.
    await removeStaged(config, held.lease.id).catch(onError)
    return true
  }
  if (signal.aborted) return again(0, false)
  const failure = failureOf(error)
  if (failure.kind === 'overtaken') return false
  if (failure.kind === 'refused') return refuse(failure.error.message)
  if (failure.kind === 'passing') {
    if (held.waitedMs > maxRetryMs) return refuse(failure.error.message)
    const waitMs = Math.max(requestedDelay(error), delayByAge(held.waitedMs, times.retryMs))
    return again(waitMs, false, failure.note)
  }
  const isOurs =
    held.attempt < uploadAttempts
      ? await again(times.retryMs * held.attempt ** 2, true)
      : await refuse(wentWrong)
  // Whoever was overtaken stumbles over what the other has tidied up: that is no fault.
  if (isOurs) onError(error as Error)
  return isOurs
}
