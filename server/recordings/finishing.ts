import { keepLease, renewLease } from '../db/lease.ts'
import type { Deps } from '../deps.ts'
import { patienceMs, waitAfter } from '../work/waiting.ts'
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

/** Milliseconds. */
export type FinishTimes = { heartbeatMs: number; leaseMs: number; retryMs: number }
/** Milliseconds for which a storage is left alone at most because it asks for it. */
const longestAskedMs = 3600 * 1000
type Run = { times: FinishTimes; signal: AbortSignal; onError: (error: Error) => void }

/**
 * Makes a recording of an upload that has arrived, if nobody else does. Harmless to call for what is done or gone.
 * When `signal` aborts, the work goes back to the queue without counting as an attempt.
 */
export async function finishInBackground(deps: Needs, uploadId: string, run: Run) {
  const { db } = deps
  const { heartbeatMs, leaseMs } = run.times
  const held = await takeUpload(db, uploadId, leaseMs)
  if (!held) return
  const { lost, stop } = keepLease(() => renewLease(db, held.lease, leaseMs), {
    everyMs: heartbeatMs,
    onError: run.onError,
  })
  let failed: { error: unknown } | undefined
  try {
    await finishUpload(deps, held.lease, held.upload, AbortSignal.any([run.signal, lost]))
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
  { signal, times, onError }: Run,
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
    if (held.waitedMs > patienceMs) return refuse(failure.error.message)
    const asked = 'waitMs' in failure ? Math.min(longestAskedMs, failure.waitMs ?? 0) : 0
    const waitMs = Math.max(asked, waitAfter(held.waitedMs, times.retryMs))
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
