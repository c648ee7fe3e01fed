import { sql } from 'kysely'
import { transcriptionAttempts } from '#contract/transcriptions.ts'
import type { Db } from '../db/db.ts'
import { announce } from '../db/notify.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Transcript } from '../providers/transcription/transcriber.ts'
import { lockSessionRow } from '../session-rows.ts'
import { rawTextOf } from '../transcript-text.ts'
import type { Queue } from './queue.ts'

/** The right to work on a transcription and to write what comes of it: lost as soon as anybody else takes it over. */
export type Lease = {
  transcriptionId: string
  sessionId: string
  attempt: number
  /** Null: their number is to be found out. */
  voices: number | null
}

const noteOf = (attempt: number) =>
  attempt > 1 ? `Trying again (${attempt} of ${transcriptionAttempts})` : null
const before = (ms: number) => sql<string>`now() - ${ms} * interval '1 millisecond'`
const changed = (db: Db, { sessionId }: Pick<Lease, 'sessionId'>) =>
  announce(db, `session:${sessionId}`)

/** Takes a transcription that waits, or whose worker has not been heard of for `leaseMs`; else undefined. */
export const takeLease = (db: Db, transcriptionId: string, leaseMs: number) =>
  inTransaction(db, async (tx): Promise<Lease | undefined> => {
    const row = await tx
      .selectFrom('transcription')
      .select(['sessionId', 'attempts', 'voices'])
      .where('id', '=', transcriptionId)
      .where('attempts', '<', transcriptionAttempts)
      .where((eb) =>
        eb.or([
          eb('status', '=', 'waiting'),
          eb.and([eb('status', '=', 'running'), eb('heartbeatAt', '<', before(leaseMs))]),
        ]),
      )
      .forUpdate()
      .executeTakeFirst()
    if (!row) return undefined
    const attempt = row.attempts + 1
    await tx
      .updateTable('transcription')
      .set({
        status: 'running',
        attempts: attempt,
        heartbeatAt: sql`now()`,
        progress: 0,
        note: noteOf(attempt),
      })
      .where('id', '=', transcriptionId)
      .execute()
    await changed(tx, row)
    return { transcriptionId, sessionId: row.sessionId, attempt, voices: row.voices }
  })

/** The row of a lease, if it is still held: the number of the attempt fences off whoever lost it. */
const held = (db: Db, { transcriptionId, attempt }: Lease) =>
  db
    .updateTable('transcription')
    .where('id', '=', transcriptionId)
    .where('status', '=', 'running')
    .where('attempts', '=', attempt)

export const recordingToTranscribe = (db: Db, { sessionId }: Lease) =>
  db
    .selectFrom('recording')
    .select(['id', 'storageKey'])
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()

/** Says that the work goes on, and how far it is. False: the lease is lost, or the recording deleted or replaced. */
export const renewLease = (
  db: Db,
  lease: Lease,
  recordingId: string,
  news?: { progress: number; note: string | null },
) =>
  inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await held(tx, lease)
      .set({
        heartbeatAt: sql`now()`,
        ...(news && { progress: news.progress, note: news.note ?? noteOf(lease.attempt) }),
      })
      .where((eb) =>
        eb.exists(eb.selectFrom('recording').select('id').where('id', '=', recordingId)),
      )
      .executeTakeFirstOrThrow()
    if (numUpdatedRows && news) await changed(tx, lease)
    return numUpdatedRows > 0n
  })

/** Keeps what was heard, all or nothing, while the lease is held; the conversation stays as it is. */
export const complete = (
  db: Db,
  lease: Lease,
  recordingId: string,
  { segments, warnings }: Transcript,
) =>
  inTransaction(db, async (tx) => {
    await lockSessionRow(tx, lease.sessionId)
    const recording = await recordingToTranscribe(tx, lease)
    if (recording?.id !== recordingId) return end(tx, lease, { status: 'cancelled' })
    const isHeld = await end(tx, lease, { status: 'completed', progress: 1, warnings })
    if (isHeld)
      await tx
        .updateTable('session')
        .set({ segments: JSON.stringify(segments), transcribedTextRaw: rawTextOf(segments) })
        .where('id', '=', lease.sessionId)
        .execute()
    return isHeld
  })

export const fail = (db: Db, lease: Lease, error: string) =>
  inTransaction(db, (tx) => end(tx, lease, { status: 'failed', error }))

export const cancel = (db: Db, lease: Lease) =>
  inTransaction(db, (tx) => end(tx, lease, { status: 'cancelled' }))

type Ending =
  | { status: 'completed'; progress: number; warnings: string[] }
  | { status: 'failed'; error: string }
  | { status: 'cancelled' }

async function end(tx: Db, lease: Lease, ending: Ending) {
  const { numUpdatedRows } = await held(tx, lease)
    .set({ ...ending, note: null, finishedAt: sql`now()` })
    .executeTakeFirstOrThrow()
  if (numUpdatedRows) await changed(tx, lease)
  return numUpdatedRows > 0n
}

/** Gives the lease back for another attempt after `delayMs`, or, with `isCounted` false, as if there had been no attempt. */
export const giveBack = (
  db: Db,
  queue: Queue,
  lease: Lease,
  { isCounted, delayMs }: { isCounted: boolean; delayMs: number },
) =>
  inTransaction(db, async (tx) => {
    const attempts = isCounted ? lease.attempt : lease.attempt - 1
    const { numUpdatedRows } = await held(tx, lease)
      .set({ status: 'waiting', attempts, note: noteOf(attempts + 1), heartbeatAt: null })
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) return
    await queue.add(tx, 'transcribe', { transcriptionId: lease.transcriptionId }, delayMs)
    await changed(tx, lease)
  })

/**
 * Queues again what nobody works on: the queue keeps the job of a killed process locked for hours, so the rows are
 * what counts. What was interrupted in every attempt is given up.
 */
export async function rescueTranscriptions(db: Db, queue: Queue, leaseMs: number) {
  await inTransaction(db, async (tx) => {
    const givenUp = await tx
      .updateTable('transcription')
      .set({
        status: 'failed',
        error: `The transcription was interrupted ${transcriptionAttempts} times and given up. Please start it again.`,
        note: null,
        finishedAt: sql`now()`,
      })
      .where('status', '=', 'running')
      .where('heartbeatAt', '<', before(leaseMs))
      .where('attempts', '>=', transcriptionAttempts)
      .returning('sessionId')
      .execute()
    for (const row of givenUp) await changed(tx, row)
  })
  const { rows } = await sql<{ id: string }>`
    select id from transcription
    where status in ('waiting', 'running') and attempts < ${transcriptionAttempts}
      and (status = 'waiting' or heartbeat_at < ${before(leaseMs)})
      and not exists (
        select from graphile_worker.jobs as job
        where job.key = 'transcribe:' || transcription.id
          and job.locked_at is null and job.attempts < job.max_attempts
      )
    order by created_at`.execute(db)
  for (const { id } of rows) await queue.add(db, 'transcribe', { transcriptionId: id })
}
