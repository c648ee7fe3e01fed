import { type RawBuilder, sql, type SqlBool } from 'kysely'
import {
  maxTranscriptionAttempts,
  type TranscriptionWarning,
  warningText,
} from '#contract/transcriptions.ts'
import type { Language } from '#contract/transcription-hints.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import {
  msFromNow,
  isUnleased,
  ownsLease,
  type Lease,
  acquireLease,
} from '../../../platform/db/lease.ts'
import { announce } from '../../../platform/db/notify.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Transcript } from '../../../providers/transcription/transcriber.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'
import { lockSessionRow } from '../../../platform/access.ts'
import { rawTextOf } from '../../../providers/transcript/transcript-text.ts'
import { enqueueDueRows } from '../../../platform/db/queue.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'
import { hasTranscript, saveNewTranscript } from '../new-transcript/new-transcript.queries.ts'
import { replaceTranscript } from '../new-transcript/replace-transcript.ts'
import { topicOf } from '../transcription-rows.ts'

export type ClaimedTranscription = {
  lease: Lease
  sessionId: string
  attempt: number
  /** Null: detect. */
  speakers: number | null
  /** As requested; null: that of the client or the installation. */
  language: Language | null
  /** Milliseconds since it was requested. */
  waitedMs: number
  externalJob: ExternalJob | undefined
}

type ExternalJob = { integrationId: string; externalId: string; recordingId: string }

/** Start the transcription, or collect the result of its external job. */
export type Step = 'begin' | 'collect'
const stepOf: Record<Step, RawBuilder<SqlBool>> = {
  begin: sql<SqlBool>`external_id is null`,
  collect: sql<SqlBool>`external_id is not null`,
}

export const noExternalJob = { integrationId: null, externalId: null, recordingId: null }

const attemptNote = (attempt: number) =>
  attempt > 1 ? `Trying again (${attempt} of ${maxTranscriptionAttempts})` : null
const announceChange = (db: Db, { sessionId }: Pick<ClaimedTranscription, 'sessionId'>) =>
  announce(db, topicOf(sessionId))

const isReady = sql<SqlBool>`(status in ('waiting', 'running') and attempts < ${sql.lit(maxTranscriptionAttempts)})`

/** Claims a waiting transcription, or one whose worker is dead. */
export const claimTranscription = (db: Db, id: string, step: Step, leaseMs: number) =>
  inTransaction(db, async (tx): Promise<ClaimedTranscription | undefined> => {
    const ready = sql<SqlBool>`${isReady} and ${stepOf[step]}`
    const lease = await acquireLease(
      tx,
      { table: 'transcription', id },
      { leaseMs: leaseMs, ready },
    )
    if (!lease) return undefined
    const { attempts, integrationId, externalId, recordingId, ...row } = await tx
      .updateTable('transcription')
      .where(ownsLease(lease))
      .set((eb) => ({ status: 'running', attempts: eb('attempts', '+', 1) }))
      .returning([
        'sessionId',
        'attempts',
        'speakers',
        'integrationId',
        'externalId',
        'recordingId',
      ])
      .returning(sql<Language | null>`language`.as('language'))
      .returning(
        sql<number>`(extract(epoch from now() - created_at) * 1000)::float8`.as('waitedMs'),
      )
      .executeTakeFirstOrThrow()
    const claimed: ClaimedTranscription = {
      lease,
      attempt: attempts,
      ...row,
      externalJob: undefined,
    }
    if (integrationId && externalId && recordingId)
      return { ...claimed, externalJob: { integrationId, externalId, recordingId } }
    await leasedRow(tx, lease)
      .set({ note: attemptNote(attempts), progress: 0 })
      .execute()
    await announceChange(tx, row)
    return claimed
  })

const leasedRow = (db: Db, lease: Lease) =>
  db.updateTable('transcription').where(ownsLease(lease)).where('status', '=', 'running')

export const recordingToTranscribe = (
  db: Db,
  { sessionId }: Pick<ClaimedTranscription, 'sessionId'>,
) =>
  db
    .selectFrom('recording')
    .select(['id', 'integrationId', 'storageKey'])
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()

/** Renews the lease and saves progress. False: the lease is lost, or the recording was deleted or replaced. */
export const renewTranscription = (
  db: Db,
  work: ClaimedTranscription,
  recordingId: string,
  leaseMs: number,
  update?: { progress: number; note: string | null },
) =>
  inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await leasedRow(tx, work.lease)
      .set({
        leasedUntil: msFromNow(leaseMs),
        ...(update && {
          progress: update.progress,
          note: update.note ?? attemptNote(work.attempt),
        }),
      })
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) return false
    if (update) await announceChange(tx, work)
    const recording = await recordingToTranscribe(tx, work)
    return recording?.id === recordingId
  })

type CompleteDeps = Pick<Deps, 'config' | 'db' | 'installation' | 'providers' | 'queue'>

/**
 * Saves the transcript, or keeps it beside the one that the session has. One without words never replaces another: the
 * transcription failed. False if the lease is lost.
 */
export const complete = (
  deps: CompleteDeps,
  work: ClaimedTranscription,
  recordingId: string,
  { segments, warnings }: Transcript,
) =>
  inTransaction(deps.db, async (tx) => {
    await lockSessionRow(tx, work.sessionId)
    const recording = await recordingToTranscribe(tx, work)
    if (recording?.id !== recordingId) return finish(tx, work, { status: 'cancelled' })
    const isSecond = await hasTranscript(tx, work.sessionId)
    if (isSecond && rawTextOf(segments) === '')
      return finish(tx, work, { status: 'failed', error: whyWithoutText(warnings) })
    if (!(await finish(tx, work, { status: 'completed', progress: 1, warnings }))) return false
    const made = { recordingId, segments, warnings }
    if (isSecond) await saveNewTranscript(tx, work.sessionId, made)
    else await replaceTranscript(tx, deps, work.sessionId, made)
    return true
  })

const whyWithoutText = (warnings: readonly TranscriptionWarning[]) =>
  [
    ...(warnings.length ? warnings.map((it) => warningText[it]) : [warningText.NO_SPEECH]),
    'The current transcript is unchanged.',
  ].join(' ')

export const fail = (db: Db, work: ClaimedTranscription, error: string) =>
  inTransaction(db, (tx) => finish(tx, work, { status: 'failed', error }))

export const cancel = (db: Db, work: ClaimedTranscription) =>
  inTransaction(db, (tx) => finish(tx, work, { status: 'cancelled' }))

type Outcome =
  | { status: 'completed'; progress: number; warnings: string[] }
  | { status: 'failed'; error: string }
  | { status: 'cancelled' }

async function finish(tx: Db, work: ClaimedTranscription, ending: Outcome) {
  const { numUpdatedRows } = await leasedRow(tx, work.lease)
    .set({ ...ending, ...noExternalJob, note: null, finishedAt: sql`now()`, leasedUntil: null })
    .executeTakeFirstOrThrow()
  if (numUpdatedRows) await announceChange(tx, work)
  return numUpdatedRows > 0n
}

/** Saves the external id before data is sent, so that it can be deleted there. */
export async function saveExternalJob(
  db: Db,
  work: ClaimedTranscription,
  externalJob: ExternalJob,
) {
  const { numUpdatedRows } = await leasedRow(db, work.lease)
    .set(externalJob)
    .executeTakeFirstOrThrow()
  if (!numUpdatedRows) throw new Unavailable('Another worker has this transcription.')
}

type ExternalProgress = ExternalJob & {
  progress: number | null
  askAgainMs: number
  /** Shown to the user; unchanged if omitted. */
  note?: string
}

/** Saves the external job, releases the lease and schedules a poll, which counts as no attempt. */
export const waitForExternalJob = (
  db: Db,
  queue: Queue,
  work: ClaimedTranscription,
  { integrationId, externalId, recordingId, progress, askAgainMs, note }: ExternalProgress,
) =>
  inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await leasedRow(tx, work.lease)
      .set({
        integrationId,
        externalId,
        recordingId,
        attempts: work.attempt - 1,
        ...(note !== undefined && { note }),
        leasedUntil: null,
        ...(progress !== null && { progress: sql`greatest(progress, ${progress}::float8)` }),
      })
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) return
    await queue.add(tx, 'collect-transcription', { id: work.lease.id }, askAgainMs)
    await announceChange(tx, work)
  })

type RetryPlan = {
  isCounted: boolean
  delayMs: number
  /** The provider lost the external job. */
  isJobLost?: boolean
}

/** Schedules another attempt; with `isCounted` false this one does not count. */
export const rescheduleTranscription = (
  db: Db,
  queue: Queue,
  work: ClaimedTranscription,
  { isCounted, delayMs, isJobLost = false }: RetryPlan,
) =>
  inTransaction(db, async (tx) => {
    const attempts = isCounted ? work.attempt : work.attempt - 1
    const keepsJob = work.externalJob !== undefined && !isJobLost
    const { numUpdatedRows } = await leasedRow(tx, work.lease)
      .set({
        status: 'waiting',
        attempts,
        note: attemptNote(attempts + 1),
        leasedUntil: null,
        ...(!keepsJob && noExternalJob),
      })
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) return
    const next = keepsJob ? 'collect-transcription' : 'transcribe'
    await queue.add(tx, next, { id: work.lease.id }, delayMs)
    await announceChange(tx, work)
  })

/**
 * Enqueues transcriptions that a killed process left; their jobs stay locked in the queue for hours. Fails those out of
 * attempts.
 */
export async function enqueueDueTranscriptions(db: Db, queue: Queue) {
  await inTransaction(db, async (tx) => {
    const failed = await tx
      .updateTable('transcription')
      .set({
        status: 'failed',
        error: `The transcription was interrupted ${maxTranscriptionAttempts} times. Please start it again.`,
        ...noExternalJob,
        note: null,
        finishedAt: sql`now()`,
      })
      .where('status', '=', 'running')
      .where(isUnleased)
      .where('attempts', '>=', maxTranscriptionAttempts)
      .returning('sessionId')
      .execute()
    for (const row of failed) await announceChange(tx, row)
  })
  const jobs = { begin: 'transcribe', collect: 'collect-transcription' } as const
  for (const step of ['begin', 'collect'] as const)
    await enqueueDueRows(db, queue, {
      table: 'transcription',
      job: jobs[step],
      isDue: sql`${isReady} and ${stepOf[step]}`,
    })
}
