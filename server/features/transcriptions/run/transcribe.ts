import { providerForm } from '#contract/providers/providers.ts'
import { renewLeasePeriodically } from '../../../platform/db/lease.ts'
import type { Deps } from '../../../deps.ts'
import type { Transcript } from '../../../providers/transcription/transcriber.ts'
import { NotFound, Unavailable } from '../../../platform/jobs/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { maxRetryMs } from '../../../platform/jobs/retry-delay.ts'
import type { Places } from '../places.ts'
import { Forgotten, type Run, settle } from './settle-transcription.ts'
import { hintsInForce } from './transcription-hints.ts'
import {
  awaitElsewhere,
  cancel,
  complete,
  type Held,
  noteElsewhere,
  recordingToTranscribe,
  renewTranscription,
  type Step,
  takeTranscription,
} from './transcribing.queries.ts'

type Needs = Pick<Deps, 'db' | 'installation' | 'providers' | 'queue'>
type Recording = NonNullable<Awaited<ReturnType<typeof recordingToTranscribe>>>

/**
 * Transcribes the recording of a session, if nobody else does, with whoever does that now; where it goes on elsewhere,
 * as far as its beginning. Harmless to call for what is done, cancelled or deleted. When `signal` aborts, the work goes
 * back to the queue without counting as an attempt.
 */
export async function beginTranscription(
  deps: Needs,
  transcriptionId: string,
  run: Run & { places: Places; queuedAt: Date },
) {
  const { db, installation, queue, providers } = deps
  const leave = await enter(deps, run.places)
  // Another one was faster: it waits on in the queue, where it stood.
  if (!leave)
    return queue.add(db, 'transcribe', { transcriptionId }, run.queuedAt.getTime() - Date.now())
  try {
    await whileHeld(deps, transcriptionId, 'begin', run, async (work, recording, held) => {
      const { id: integrationId, provider, adapter } = await providers.active('transcription')
      const { adapter: storage } = await providers.of('video_storage', recording.integrationId)
      const hints = await hintsInForce(db, installation, work)
      const begun = await storage.withLocalFile(
        recording.storageKey,
        (path) =>
          abortable(
            adapter.begin(path, {
              ...held,
              reference: work.lease.id,
              sessionId: work.sessionId,
              voices: work.voices ?? undefined,
              ...hints,
              noteElsewhere: (externalId) =>
                noteElsewhere(db, work, { integrationId, externalId, recordingId: recording.id }),
            }),
            held.signal,
          ),
        { sessionId: work.sessionId, signal: held.signal },
      )
      return 'transcript' in begun
        ? begun
        : { ...begun, integrationId, progress: null, note: noteOf(provider) }
    })
  } finally {
    leave()
  }
}

/** A place with whoever does it now. Where that cannot be told, the work itself will say why. */
async function enter({ providers }: Needs, places: Places) {
  const active = await providers.active('transcription').catch(() => undefined)
  return active ? places.enter(active.id, active.adapter.maxConcurrent) : () => undefined
}

/** No place is free with whoever does it now. */
export async function arePlacesTaken({ providers }: Pick<Needs, 'providers'>, places: Places) {
  const active = await providers.active('transcription').catch(() => undefined)
  return active !== undefined && places.isFull(active.id, active.adapter.maxConcurrent)
}

/** Asks for a transcription that goes on elsewhere: with whom it was begun, whoever is active by now. */
export const collectTranscription = (deps: Needs, transcriptionId: string, run: Run) =>
  whileHeld(
    deps,
    transcriptionId,
    'collect',
    run,
    async ({ elsewhere, sessionId, waitedMs }, _recording, { signal }) => {
      if (!elsewhere) throw new Forgotten()
      const { provider, adapter } = await deps.providers.of(
        'transcription',
        elsewhere.integrationId,
      )
      const found = await abortable(
        adapter.collect?.(elsewhere.externalId, { sessionId, signal }) ??
          Promise.reject(new NotFound()),
        signal,
      ).catch((error: unknown) => {
        throw error instanceof NotFound ? new Forgotten() : error
      })
      if ('transcript' in found) return found
      if (waitedMs > maxRetryMs)
        throw new Unavailable('The transcription service has not finished.')
      return { ...elsewhere, ...found, note: noteOf(provider) }
    },
  )

/** Whom one waits for, in the words of the settings. */
const noteOf = (provider: string) =>
  `Waiting for ${providerForm('transcription', provider)?.label ?? 'the transcription service'}`

type Outcome =
  | { transcript: Transcript }
  | {
      integrationId: string
      externalId: string
      progress: number | null
      askAgainMs: number
      note: string
    }
type Progress = (progress: number, note: string | null) => void

/** Works on a transcription while its lease is held, and writes what comes of it. */
async function whileHeld(
  deps: Needs,
  transcriptionId: string,
  step: Step,
  run: Run,
  work: (
    held: Held,
    recording: Recording,
    keeping: { signal: AbortSignal; onProgress: Progress },
  ) => Promise<Outcome>,
) {
  const { db, queue } = deps
  const held = await takeTranscription(db, transcriptionId, step, run.times.leaseMs)
  if (!held) return
  const recording = await recordingToTranscribe(db, held)
  // What goes on elsewhere may be that of a recording which was replaced.
  if (!recording || (held.elsewhere && held.elsewhere.recordingId !== recording.id))
    return void (await cancel(db, held))
  const keeper = keepHeld(deps, held, recording.id, run)
  const signal = AbortSignal.any([run.signal, keeper.lost])
  let write: () => Promise<unknown>
  try {
    const outcome = await work(held, recording, { signal, onProgress: keeper.onProgress })
    write = () =>
      'transcript' in outcome
        ? complete(db, held, recording.id, outcome.transcript, deps.installation.timeZone)
        : awaitElsewhere(db, queue, held, { ...outcome, recordingId: recording.id })
  } catch (error) {
    write = () => settle(deps, held, error, { ...run, isLost: keeper.lost.aborted })
  }
  // No sign of life may come after the last word.
  await keeper.stop()
  await write()
}

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
  const { lost, stop } = renewLeasePeriodically(renew, {
    intervalMs: times.heartbeatMs,
    pollMs: times.progressMs,
    hasPendingWrite: () => news !== undefined,
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
