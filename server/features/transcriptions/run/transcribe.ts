import { providerForm } from '#contract/providers/providers.ts'
import { requireAllowed } from '../../../platform/consent.ts'
import { renewLeasePeriodically } from '../../../platform/db/lease.ts'
import type { Deps } from '../../../deps.ts'
import type { Transcript } from '../../../providers/transcription/transcriber.ts'
import { NotFound, Unavailable } from '../../../platform/jobs/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { maxRetryMs } from '../../../platform/jobs/retry-delay.ts'
import type { Slots } from '../transcription-slots.ts'
import { ExternalJobLost, type TranscriptionRun, handleFailure } from './handle-failure.ts'
import { effectiveHints } from './transcription-hints.ts'
import {
  waitForExternalJob,
  cancel,
  complete,
  type ClaimedTranscription,
  saveExternalJob,
  recordingToTranscribe,
  renewTranscription,
  type Step,
  claimTranscription,
} from './transcribe.queries.ts'

type Needs = Pick<Deps, 'config' | 'db' | 'installation' | 'providers' | 'queue'>
type Recording = NonNullable<Awaited<ReturnType<typeof recordingToTranscribe>>>

/**
 * Transcribes the recording of a session with the active provider, or starts the job there. Idempotent. When `signal`
 * aborts, the work goes back to the queue without counting as an attempt.
 */
export async function runTranscription(
  deps: Needs,
  transcriptionId: string,
  run: TranscriptionRun & { slots: Slots; queuedAt: Date },
) {
  const { db, installation, queue, providers } = deps
  const release = await acquireSlot(deps, run.slots)
  // No free slot: back to its place in the queue.
  if (!release)
    return queue.add(db, 'transcribe', { id: transcriptionId }, run.queuedAt.getTime() - Date.now())
  try {
    await withLease(deps, transcriptionId, 'begin', run, async (work, recording, claimed) => {
      const { id: integrationId, provider, adapter } = await providers.active('transcription')
      await requireAllowed(db, work, 'transcription', provider)
      const { adapter: storage } = await providers.of('video_storage', recording.integrationId)
      const hints = await effectiveHints(db, installation, work)
      const begun = await storage.withLocalFile(
        recording.storageKey,
        (path) =>
          abortable(
            adapter.begin(path, {
              ...claimed,
              reference: work.lease.id,
              sessionId: work.sessionId,
              speakers: work.speakers ?? undefined,
              ...hints,
              recordExternalId: (externalId) =>
                saveExternalJob(db, work, { integrationId, externalId, recordingId: recording.id }),
            }),
            claimed.signal,
          ),
        { sessionId: work.sessionId, signal: claimed.signal },
      )
      return 'transcript' in begun
        ? begun
        : { ...begun, integrationId, progress: null, note: waitingNote(provider) }
    })
  } finally {
    release()
  }
}

/** If there is no active provider, the work itself throws. */
async function acquireSlot({ providers }: Needs, slots: Slots) {
  const active = await providers.active('transcription').catch(() => undefined)
  return active ? slots.acquire(active.id, active.adapter.maxConcurrent) : () => undefined
}

/** Whether the active provider has no free slot. */
export async function areSlotsTaken({ providers }: Pick<Needs, 'providers'>, slots: Slots) {
  const active = await providers.active('transcription').catch(() => undefined)
  return active !== undefined && slots.isFull(active.id, active.adapter.maxConcurrent)
}

/** Polls the external job of a transcription, with the provider that started it. */
export const collectTranscription = (deps: Needs, transcriptionId: string, run: TranscriptionRun) =>
  withLease(
    deps,
    transcriptionId,
    'collect',
    run,
    async ({ externalJob, sessionId, waitedMs }, _recording, { signal }) => {
      if (!externalJob) throw new ExternalJobLost()
      const { provider, adapter } = await deps.providers.of(
        'transcription',
        externalJob.integrationId,
      )
      const found = await abortable(
        adapter.collect?.(externalJob.externalId, { sessionId, signal }) ??
          Promise.reject(new NotFound()),
        signal,
      ).catch((error: unknown) => {
        throw error instanceof NotFound ? new ExternalJobLost() : error
      })
      if ('transcript' in found) return found
      if (waitedMs > maxRetryMs)
        throw new Unavailable('The transcription service has not finished.')
      return { ...externalJob, ...found, note: waitingNote(provider) }
    },
  )

const waitingNote = (provider: string) =>
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

/** Runs `work` while the lease is renewed, then saves the outcome. */
async function withLease(
  deps: Needs,
  transcriptionId: string,
  step: Step,
  run: TranscriptionRun,
  work: (
    claimed: ClaimedTranscription,
    recording: Recording,
    options: { signal: AbortSignal; onProgress: Progress },
  ) => Promise<Outcome>,
) {
  const { db, queue } = deps
  const claimed = await claimTranscription(db, transcriptionId, step, run.times.leaseMs)
  if (!claimed) return
  const recording = await recordingToTranscribe(db, claimed)
  // The external job may be of a recording that was replaced.
  if (!recording || (claimed.externalJob && claimed.externalJob.recordingId !== recording.id))
    return void (await cancel(db, claimed))
  const lease = renewTranscriptionLease(deps, claimed, recording.id, run)
  const signal = AbortSignal.any([run.signal, lease.lost])
  let write: () => Promise<unknown>
  try {
    const outcome = await work(claimed, recording, { signal, onProgress: lease.onProgress })
    write = () =>
      'transcript' in outcome
        ? complete(deps, claimed, recording.id, outcome.transcript)
        : waitForExternalJob(db, queue, claimed, { ...outcome, recordingId: recording.id })
  } catch (error) {
    write = () => handleFailure(deps, claimed, error, { ...run, isLost: lease.lost.aborted })
  }
  // No renewal may follow the final write.
  await lease.stop()
  await write()
}

/** Renews the lease and writes progress until stopped. */
function renewTranscriptionLease(
  { db }: Needs,
  work: ClaimedTranscription,
  recordingId: string,
  { times, onError }: TranscriptionRun,
) {
  let update: { progress: number; note: string | null } | undefined
  async function renew() {
    const pending = update
    update = undefined
    try {
      return await renewTranscription(db, work, recordingId, times.leaseMs, pending)
    } catch (error) {
      update ??= pending
      throw error
    }
  }
  const { lost, stop } = renewLeasePeriodically(renew, {
    intervalMs: times.heartbeatMs,
    pollMs: times.progressMs,
    hasPendingWrite: () => update !== undefined,
    onError,
  })
  return {
    lost,
    stop,
    onProgress: (progress: number, note: string | null) => {
      update = { progress: Math.min(1, Math.max(0, progress)), note }
    },
  }
}
