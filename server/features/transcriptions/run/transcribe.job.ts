import { z } from 'zod'
import { providerForm } from '#contract/integrations/providers/providers.ts'
import { maxTranscriptionAttempts } from '#contract/transcriptions/transcriptions.ts'
import type { Deps } from '../../../deps.ts'
import { isNoConsent, requireAllowed } from '../../../platform/consent.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { NotFound, Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { ClaimLost, defineJob, type RunningJob } from '../../../platform/jobs/job.ts'
import { delayByAge, maxRetryMs, requestedDelay } from '../../../platform/jobs/retry-delay.ts'
import { measureSides, separateSides } from '../../../providers/transcription/sides.ts'
import type { Transcript } from '../../../providers/transcription/transcriber.ts'
import { notifyCoach } from '../../sessions/notify-coach.ts'
import { endTranscription } from '../transcriptions.queries.ts'
import { effectiveHints } from './transcription-hints.ts'
import {
  attemptNote,
  completeTranscription,
  countWaitingBefore,
  dropExternalJob,
  type ExternalJob,
  findTranscription,
  recordingToTranscribe,
  saveExternalJob,
  showTranscription,
  type TranscriptionWork,
  waitForExternalJob,
} from './transcribe.queries.ts'

declare module '../../../platform/jobs/job.ts' {
  interface JobPayloads {
    transcribe: { id: string }
  }
}

/** Milliseconds between writes of progress. */
const progressMs = 500
/** Milliseconds before a service that is away is asked again. */
const minRetryMs = 5_000

/**
 * Transcribes the recording of a session with the active provider. If that is a service that takes its time, the id of the external
 * job is in the row, and each further run asks for the result.
 */
export const transcribe = defineJob({
  name: 'transcribe',
  payload: z.object({ id: z.uuid() }),
  queue: 'hours',
  attempts: maxTranscriptionAttempts,
  isPermanent: (error) => error instanceof Rejected || isNoConsent(error),
  async run(deps, { id }, job) {
    const work = await findTranscription(deps.db, id)
    if (!work) return
    const recording = await recordingToTranscribe(deps.db, work)
    if (!recording) throw missingFile()
    const { integrationId, externalId } = work
    const found =
      integrationId !== null && externalId !== null
        ? await collect(deps, work, { integrationId, externalId }, job)
        : await begin(deps, work, recording, job)
    if (!found) return
    if ('transcript' in found) {
      const transcript = recording.hasSides
        ? await hearSides(deps, work, recording, { job, transcript: found.transcript })
        : found.transcript
      await completeTranscription(deps, job, work, recording.id, transcript)
    } else await waitForExternalJob(deps.db, job, work, found)
  },
  retried: (tx, { id }, { attempt }) =>
    showTranscription(tx, id, { status: 'waiting', note: attemptNote(attempt + 1) }),
  async failed(tx, { id }, { sentence, attempt }, deps) {
    const work = await findTranscription(tx, id)
    await endTranscription(tx, id, { status: 'failed', error: describeEnd(sentence, attempt) })
    if (work) await notifyCoach(tx, deps, { kind: 'recordingFailed', sessionId: work.sessionId })
  },
})

function describeEnd(sentence: string, attempt: number) {
  if (attempt < maxTranscriptionAttempts) return sentence
  if (attempt === maxTranscriptionAttempts) return `Failed after ${attempt} attempts: ${sentence}`
  return `The transcription was interrupted ${maxTranscriptionAttempts} times. Please start it again.`
}

const missingFile = () =>
  new Rejected('missing', 'The recording file is missing. Please upload it again.')

type Recording = NonNullable<Awaited<ReturnType<typeof recordingToTranscribe>>>

/** Transcribes it, or starts the external job. Undefined if this process has no free slot of the provider. */
async function begin(deps: Deps, work: TranscriptionWork, recording: Recording, job: RunningJob) {
  const { db, installation, providers } = deps
  const { signal } = job
  const { id: integrationId, provider, adapter } = await providers.active('transcription')
  // A process that stops takes no slot.
  signal.throwIfAborted()
  const release = takeSlot(integrationId, adapter.maxConcurrent)
  if (!release) return putBack(db, work, job)
  const progress = reportProgress(db, work, job)
  let recorded: string | undefined
  try {
    await requireAllowed(db, work, 'transcription', provider)
    await progress.write({ progress: 0, note: null })
    const { adapter: storage } = await providers.of('video_storage', recording.integrationId)
    const hints = await effectiveHints(db, installation, work)
    const options = {
      ...{ ...hints, signal, reference: work.id, sessionId: work.sessionId },
      ...{ speakers: work.speakers ?? undefined, onProgress: progress.report },
      async recordExternalId(externalId: string) {
        recorded = externalId
        await saveExternalJob(db, job, work, { integrationId, externalId })
      },
    }
    const begun = await storage.withLocalFile(
      recording.storageKey,
      (path) => abortable(adapter.begin(path, options), signal),
      { sessionId: work.sessionId, signal },
    )
    return 'transcript' in begun
      ? begun
      : { ...begun, integrationId, progress: null, note: waitingNote(provider) }
  } catch (error) {
    if (recorded !== undefined) await dropExternalJob(db, work, recorded)
    throw error instanceof NotFound ? missingFile() : error
  } finally {
    progress.stop()
    release()
  }
}

/** Microphone and call are apart in the recording, which says better than a voice who speaks. */
async function hearSides(
  { providers }: Deps,
  { sessionId, speakers }: TranscriptionWork,
  recording: Recording,
  { job: { signal, onError }, transcript }: { job: RunningJob; transcript: Transcript },
) {
  try {
    const { adapter } = await providers.of('video_storage', recording.integrationId)
    const sides = await adapter.withLocalFile(
      recording.storageKey,
      (path) => abortable(measureSides(path, signal), signal),
      { sessionId, signal },
    )
    return separateSides(transcript, sides, speakers ?? recording.speakers ?? 2)
  } catch (error) {
    signal.throwIfAborted()
    // The words are worth more, and may have been paid for.
    onError(error as Error)
    return transcript
  }
}

/** Transcriptions that this process runs, by provider. */
const running = new Map<string, number>()

/** Returns a function that gives the slot back; undefined if all are taken. */
function takeSlot(providerId: string, max: number) {
  const change = (by: number) => running.set(providerId, (running.get(providerId) ?? 0) + by)
  if ((running.get(providerId) ?? 0) >= max) return undefined
  change(1)
  return () => void change(-1)
}

/** For another process, or until a slot is free. Those who wait for longer ask more often. */
async function putBack(db: Db, work: TranscriptionWork, job: RunningJob) {
  const delayMs = 1_000 * (1 + (await countWaitingBefore(db, work)))
  await inTransaction(db, (tx) => job.runAgain(tx, delayMs))
}

type Progress = { progress: number; note: string | null }

/** Writes the latest of what is reported, at most every `progressMs`. */
function reportProgress(db: Db, { id }: TranscriptionWork, job: RunningJob) {
  let latest: Progress | undefined
  let timer: NodeJS.Timeout | undefined
  const write = ({ progress, note }: Progress) =>
    inTransaction(db, async (tx) => {
      await job.requireClaim(tx)
      const shown = { progress: Math.min(1, Math.max(0, progress)) }
      await showTranscription(tx, id, {
        ...{ ...shown, status: 'running', note: note ?? attemptNote(job.attempt) },
      })
    })
  function writeLatest() {
    timer = undefined
    if (!latest) return
    write(latest).catch((error: unknown) => {
      // The signal says so too.
      if (!(error instanceof ClaimLost)) job.onError(error as Error)
    })
  }
  return {
    write,
    report: (progress: number, note: string | null) => {
      latest = { progress, note }
      timer ??= setTimeout(writeLatest, progressMs)
    },
    stop: () => clearTimeout(timer),
  }
}

const waitingNote = (provider: string) =>
  `Waiting for ${providerForm('transcription', provider)?.label ?? 'the transcription service'}`

/** Asks the provider that has the external job. Undefined while it is away; it is asked again for two days. */
async function collect(
  { db, providers }: Deps,
  work: TranscriptionWork,
  { integrationId, externalId }: ExternalJob,
  job: RunningJob,
) {
  const { signal, waitedMs } = job
  try {
    const { provider, adapter } = await providers.of('transcription', integrationId)
    if (!adapter.collect) throw new NotFound()
    const found = await adapter.collect(externalId, { sessionId: work.sessionId, signal })
    if ('transcript' in found) return found
    if (waitedMs > maxRetryMs) throw new Unavailable('The transcription service has not finished.')
    return { ...found, note: waitingNote(provider) }
  } catch (error) {
    if (error instanceof NotFound) {
      await dropExternalJob(db, work, externalId)
      throw new Unavailable('The transcription service lost the job.')
    }
    if (!(error instanceof Unavailable)) throw error
    if (waitedMs > maxRetryMs) throw new Rejected('late', `Failed after two days: ${error.message}`)
    const askAgainMs = Math.max(delayByAge(waitedMs, minRetryMs), requestedDelay(error))
    await inTransaction(db, (tx) => job.runAgain(tx, askAgainMs))
    return undefined
  }
}
