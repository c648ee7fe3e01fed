import { transcriptionAttempts } from '#contract/transcriptions.ts'
import { keepLease } from '../db/lease.ts'
import type { Deps } from '../deps.ts'
import { orAborted } from '../work/or-aborted.ts'
import { NotFound, Rejected, Unavailable } from '../work/failures.ts'
import {
  cancel,
  complete,
  fail,
  giveBack,
  type Held,
  recordingToTranscribe,
  renewTranscription,
  takeTranscription,
} from './transcribing.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'queue'>

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

type Run = { times: TranscribeTimes; signal: AbortSignal; onError: (error: Error) => void }

/**
 * Transcribes the recording of a session, if nobody else does. Harmless to call for what is done, cancelled or
 * deleted. When `signal` aborts, the work goes back to the queue without counting as an attempt.
 */
export async function transcribe(deps: Needs, transcriptionId: string, run: Run) {
  const { db, providers } = deps
  const work = await takeTranscription(db, transcriptionId, run.times.leaseMs)
  if (!work) return
  const recording = await recordingToTranscribe(db, work)
  if (!recording) return void (await cancel(db, work))
  const keeper = keepHeld(deps, work, recording.id, run)
  const signal = AbortSignal.any([run.signal, keeper.lost])
  let outcome: () => Promise<unknown>
  try {
    const { adapter: storage } = await providers.of('video_storage', recording.integrationId)
    const { adapter: transcriber } = await providers.active('transcription')
    const transcript = await storage.withLocalFile(recording.storageKey, (path) =>
      orAborted(
        transcriber.transcribe(path, {
          signal,
          voices: work.voices ?? undefined,
          onProgress: keeper.onProgress,
        }),
        signal,
      ),
    )
    outcome = () => complete(db, work, recording.id, transcript)
  } catch (error) {
    outcome = () => settle(deps, work, error, { ...run, isLost: keeper.lost.aborted })
  }
  // No sign of life may come after the last word.
  await keeper.stop()
  await outcome()
}

/** What a transcription that did not end well comes to. */
async function settle(
  { db, queue }: Needs,
  work: Held,
  error: unknown,
  { signal, isLost, times, onError }: Run & { isLost: boolean },
) {
  // Cancelled or taken over: then there is nothing to say. Where the recording is gone, the lease is still ours.
  if (isLost) return cancel(db, work)
  if (signal.aborted) return giveBack(db, queue, work, { isCounted: false, delayMs: 0 })
  if (error instanceof Rejected) return fail(db, work, error.message)
  if (error instanceof NotFound)
    return fail(db, work, 'The file of the recording is missing. Please upload it again.')
  if (!(error instanceof Unavailable)) onError(error as Error)
  if (work.attempt >= transcriptionAttempts) return fail(db, work, whyGivenUp(error))
  const delayMs = times.retryMs * work.attempt ** 2
  return giveBack(db, queue, work, { isCounted: true, delayMs })
}

const whyGivenUp = (error: unknown) =>
  error instanceof Unavailable
    ? `Given up after ${transcriptionAttempts} attempts: ${error.message}`
    : `Given up after ${transcriptionAttempts} attempts: something went wrong on our side.`

/** Renews the lease and writes progress until told to stop. */
function keepHeld({ db }: Needs, work: Held, recordingId: string, { times, onError }: Run) {
  let news: { progress: number; note: string | null } | undefined
  async function renew() {
    const written = news
    news = undefined
    try {
      return await renewTranscription(db, work, recordingId, times.leaseMs, written)
    } catch (error) {
      news ??= written
      throw error
    }
  }
  const { lost, stop } = keepLease(renew, {
    everyMs: times.heartbeatMs,
    lookMs: times.progressMs,
    hasNews: () => news !== undefined,
    onError,
  })
  return {
    lost,
    stop,
    onProgress: (progress: number, note: string | null) => {
      news = { progress: Math.min(1, Math.max(0, progress)), note }
    },
  }
}
