import { setTimeout as sleep } from 'node:timers/promises'
import { transcriptionAttempts } from '#contract/transcriptions.ts'
import type { Deps } from '../deps.ts'
import { NotFound, Rejected, Unavailable } from '../providers/failures.ts'
import {
  cancel,
  complete,
  fail,
  giveBack,
  type Lease,
  recordingToTranscribe,
  renewLease,
  takeLease,
} from './transcription.queries.ts'

type Needs = Pick<Deps, 'db' | 'storage' | 'transcriber' | 'queue'>

/** Milliseconds. */
export type TranscribeTimes = {
  /** How often progress is written at most. */
  progressMs: number
  /** How often a sign of life is written at least. */
  heartbeatMs: number
  /** A worker without a sign of life for so long counts as dead. */
  leaseMs: number
  /** Wait before the second attempt; before the third four times as long. */
  retryMs: number
}

type Run = { times: TranscribeTimes; signal: AbortSignal; onError: (error: Error) => void }

/**
 * Transcribes the recording of a session, if nobody else does. Harmless to call for what is done, cancelled or
 * deleted. When `signal` aborts, the work goes back to the queue without counting as an attempt.
 */
export async function transcribe(deps: Needs, transcriptionId: string, run: Run) {
  const { db, storage, transcriber } = deps
  const lease = await takeLease(db, transcriptionId, run.times.leaseMs)
  if (!lease) return
  const recording = await recordingToTranscribe(db, lease)
  if (!recording) return void (await cancel(db, lease))
  const keeper = keepLease(deps, lease, recording.id, run)
  const signal = AbortSignal.any([run.signal, keeper.lost])
  let outcome: () => Promise<unknown>
  try {
    const transcript = await storage.withLocalFile(recording.storageKey, (path) =>
      orAborted(
        transcriber.transcribe(path, {
          signal,
          voices: lease.voices ?? undefined,
          onProgress: keeper.onProgress,
        }),
        signal,
      ),
    )
    outcome = () => complete(db, lease, recording.id, transcript)
  } catch (error) {
    outcome = () => settle(deps, lease, error, { ...run, isLost: keeper.lost.aborted })
  }
  // No sign of life may come after the last word.
  await keeper.stop()
  await outcome()
}

/** Also ends when whoever was told to stop does not. */
const orAborted = <T>(work: Promise<T>, signal: AbortSignal) =>
  new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })

/** What a transcription that did not end well comes to. */
async function settle(
  { db, queue }: Needs,
  lease: Lease,
  error: unknown,
  { signal, isLost, times, onError }: Run & { isLost: boolean },
) {
  // Cancelled or taken over: then there is nothing to say. Where the recording is gone, the lease is still ours.
  if (isLost) return cancel(db, lease)
  if (signal.aborted) return giveBack(db, queue, lease, { isCounted: false, delayMs: 0 })
  if (error instanceof Rejected) return fail(db, lease, error.message)
  if (error instanceof NotFound)
    return fail(db, lease, 'The file of the recording is missing. Please upload it again.')
  if (!(error instanceof Unavailable)) onError(error as Error)
  if (lease.attempt >= transcriptionAttempts) return fail(db, lease, whyGivenUp(error))
  const delayMs = times.retryMs * lease.attempt ** 2
  return giveBack(db, queue, lease, { isCounted: true, delayMs })
}

const whyGivenUp = (error: unknown) =>
  error instanceof Unavailable
    ? `Given up after ${transcriptionAttempts} attempts: ${error.message}`
    : `Given up after ${transcriptionAttempts} attempts: something went wrong on our side.`

/** Writes signs of life and progress, one after the other, until told to stop or the lease is lost. */
function keepLease({ db }: Needs, lease: Lease, recordingId: string, { times, onError }: Run) {
  const lost = new AbortController()
  const stopped = new AbortController()
  let news: { progress: number; note: string | null } | undefined
  async function keep() {
    let writtenAt = Date.now()
    while (!stopped.signal.aborted && !lost.signal.aborted) {
      await sleep(times.progressMs, undefined, { signal: stopped.signal }).catch(() => undefined)
      if (stopped.signal.aborted) return
      if (!news && Date.now() - writtenAt < times.heartbeatMs) continue
      const written = news
      news = undefined
      try {
        if (!(await renewLease(db, lease, recordingId, written))) lost.abort(new Error('lost'))
        writtenAt = Date.now()
      } catch (error) {
        // The database may be back before the lease is over.
        news ??= written
        onError(error as Error)
      }
    }
  }
  const keeping = keep()
  return {
    lost: lost.signal,
    onProgress: (progress: number, note: string | null) => {
      news = { progress: Math.min(1, Math.max(0, progress)), note }
    },
    async stop() {
      stopped.abort()
      await keeping
    },
  }
}
