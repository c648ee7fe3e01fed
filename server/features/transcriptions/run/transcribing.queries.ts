import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { transcriptionAttempts } from '#contract/transcriptions.ts'
import type { Language } from '#contract/transcription-hints.ts'
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
import { recheckValues } from '../../analysis/evidence/recheck-values.ts'
import type { Transcript } from '../../../providers/transcription/transcriber.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'
import { lockSessionRow } from '../../../platform/access.ts'
import { transcriptOf } from '../../../providers/transcript/transcript-text.ts'
import { isQueued, type Queue } from '../../../platform/db/queue.ts'
import { topicOf } from '../transcription-rows.ts'

/** A transcription that this process works on. */
export type Held = {
  lease: Lease
  sessionId: string
  attempt: number
  /** Null: their number is to be found out. */
  voices: number | null
  /** As whoever started it said. */
  language: Language | null
  /** Milliseconds since it was asked for. */
  waitedMs: number
  /** Where it goes on, if it was begun elsewhere. */
  elsewhere: Elsewhere | undefined
}

type Elsewhere = { integrationId: string; externalId: string; recordingId: string }

/** What is to be done next: begin it, or ask for what was begun elsewhere. */
export type Step = 'begin' | 'collect'
const stepOf: Record<Step, RawBuilder<SqlBool>> = {
  begin: sql<SqlBool>`external_id is null`,
  collect: sql<SqlBool>`external_id is not null`,
}

/** Where it went on is of no use any more when it has ended. */
export const nowhere = { integrationId: null, externalId: null, recordingId: null }

const noteOf = (attempt: number) =>
  attempt > 1 ? `Trying again (${attempt} of ${transcriptionAttempts})` : null
const changed = (db: Db, { sessionId }: Pick<Held, 'sessionId'>) => announce(db, topicOf(sessionId))

const isReady = sql<SqlBool>`(status in ('waiting', 'running') and attempts < ${sql.lit(transcriptionAttempts)})`

/** Takes a transcription that waits, or whose worker has not been heard of; else undefined. */
export const takeTranscription = (db: Db, id: string, step: Step, leaseMs: number) =>
  inTransaction(db, async (tx): Promise<Held | undefined> => {
    const ready = sql<SqlBool>`${isReady} and ${stepOf[step]}`
    const lease = await acquireLease(tx, { table: 'transcription', id }, { leaseMs, ready })
    if (!lease) return undefined
    const { attempts, integrationId, externalId, recordingId, ...row } = await tx
      .updateTable('transcription')
      .where(ownsLease(lease))
      .set((eb) => ({ status: 'running', attempts: eb('attempts', '+', 1) }))
      .returning(['sessionId', 'attempts', 'voices', 'integrationId', 'externalId', 'recordingId'])
      .returning(sql<Language | null>`language`.as('language'))
      .returning(
        sql<number>`(extract(epoch from now() - created_at) * 1000)::float8`.as('waitedMs'),
      )
      .executeTakeFirstOrThrow()
    const held: Held = { lease, attempt: attempts, ...row, elsewhere: undefined }
    // All or none, by a constraint.
    if (integrationId && externalId && recordingId)
      return { ...held, elsewhere: { integrationId, externalId, recordingId } }
    await heldRow(tx, lease)
      .set({ note: noteOf(attempts), progress: 0 })
      .execute()
    await changed(tx, row)
    return held
  })

const heldRow = (db: Db, lease: Lease) =>
  db.updateTable('transcription').where(ownsLease(lease)).where('status', '=', 'running')

export const recordingToTranscribe = (db: Db, { sessionId }: Pick<Held, 'sessionId'>) =>
  db
    .selectFrom('recording')
    .select(['id', 'integrationId', 'storageKey'])
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()

/** Says that the work goes on, and how far it is. False: the lease is lost, or the recording deleted or replaced. */
export const renewTranscription = (
  db: Db,
  work: Held,
  recordingId: string,
  leaseMs: number,
  news?: { progress: number; note: string | null },
) =>
  inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await heldRow(tx, work.lease)
      .set({
        leasedUntil: msFromNow(leaseMs),
        ...(news && { progress: news.progress, note: news.note ?? noteOf(work.attempt) }),
      })
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) return false
    if (news) await changed(tx, work)
    const recording = await recordingToTranscribe(tx, work)
    return recording?.id === recordingId
  })

/** Keeps what was heard, all or nothing, while the lease is held; the conversation stays as it is. */
export const complete = (
  db: Db,
  work: Held,
  recordingId: string,
  { segments, warnings }: Transcript,
  timeZone: string,
) =>
  inTransaction(db, async (tx) => {
    await lockSessionRow(tx, work.sessionId)
    const recording = await recordingToTranscribe(tx, work)
    if (recording?.id !== recordingId) return end(tx, work, { status: 'cancelled' })
    const isHeld = await end(tx, work, { status: 'completed', progress: 1, warnings })
    if (!isHeld) return false
    await tx
      .updateTable('session')
      .set({
        ...transcriptOf(segments),
        firstSegments: null,
        transcribedRecordingId: recordingId,
      })
      .where('id', '=', work.sessionId)
      .execute()
    await recheckValues(tx, work.sessionId, timeZone)
    return true
  })

export const fail = (db: Db, work: Held, error: string) =>
  inTransaction(db, (tx) => end(tx, work, { status: 'failed', error }))

export const cancel = (db: Db, work: Held) =>
  inTransaction(db, (tx) => end(tx, work, { status: 'cancelled' }))

type Ending =
  | { status: 'completed'; progress: number; warnings: string[] }
  | { status: 'failed'; error: string }
  | { status: 'cancelled' }

async function end(tx: Db, work: Held, ending: Ending) {
  const { numUpdatedRows } = await heldRow(tx, work.lease)
    .set({ ...ending, ...nowhere, note: null, finishedAt: sql`now()`, leasedUntil: null })
    .executeTakeFirstOrThrow()
  if (numUpdatedRows) await changed(tx, work)
  return numUpdatedRows > 0n
}

/** Writes down where something of it is about to be kept, while it is still being begun here. */
export async function noteElsewhere(db: Db, work: Held, elsewhere: Elsewhere) {
  const { numUpdatedRows } = await heldRow(db, work.lease).set(elsewhere).executeTakeFirstOrThrow()
  if (!numUpdatedRows) throw new Unavailable('The transcription is in other hands by now.')
}

type Awaited = Elsewhere & {
  progress: number | null
  askAgainMs: number
  /** What is being waited for; what was said before unless told. */
  note?: string
}

/** Writes down where it goes on, and asks for it later: until then nobody holds it, and it counts as no attempt. */
export const awaitElsewhere = (
  db: Db,
  queue: Queue,
  work: Held,
  { integrationId, externalId, recordingId, progress, askAgainMs, note }: Awaited,
) =>
  inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await heldRow(tx, work.lease)
      .set({
        ...{ integrationId, externalId, recordingId },
        attempts: work.attempt - 1,
        ...(note !== undefined && { note }),
        leasedUntil: null,
        ...(progress !== null && { progress: sql`greatest(progress, ${progress}::float8)` }),
      })
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) return
    await queue.add(tx, 'collect-transcription', { transcriptionId: work.lease.id }, askAgainMs)
    await changed(tx, work)
  })

type Again = {
  isCounted: boolean
  delayMs: number
  /** What was begun elsewhere is lost. */
  isForgotten?: boolean
}

/** Gives the work back for another attempt after `delayMs`, or, with `isCounted` false, as if there had been no attempt. */
export const giveBack = (
  db: Db,
  queue: Queue,
  work: Held,
  { isCounted, delayMs, isForgotten = false }: Again,
) =>
  inTransaction(db, async (tx) => {
    const attempts = isCounted ? work.attempt : work.attempt - 1
    const goesOn = work.elsewhere !== undefined && !isForgotten
    const { numUpdatedRows } = await heldRow(tx, work.lease)
      .set({
        ...{ status: 'waiting', attempts, note: noteOf(attempts + 1), leasedUntil: null },
        ...(!goesOn && nowhere),
      })
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) return
    const next = goesOn ? 'collect-transcription' : 'transcribe'
    await queue.add(tx, next, { transcriptionId: work.lease.id }, delayMs)
    await changed(tx, work)
  })

/**
 * Queues again what nobody works on: the queue keeps the job of a killed process locked for hours, so the rows are
 * what counts. What was interrupted in every attempt is given up.
 */
export async function rescueTranscriptions(db: Db, queue: Queue) {
  await inTransaction(db, async (tx) => {
    const givenUp = await tx
      .updateTable('transcription')
      .set({
        status: 'failed',
        error: `The transcription was interrupted ${transcriptionAttempts} times and given up. Please start it again.`,
        ...nowhere,
        note: null,
        finishedAt: sql`now()`,
      })
      .where('status', '=', 'running')
      .where(isUnleased)
      .where('attempts', '>=', transcriptionAttempts)
      .returning('sessionId')
      .execute()
    for (const row of givenUp) await changed(tx, row)
  })
  const { rows } = await sql<{ id: string; isElsewhere: boolean }>`
    select id, ${stepOf.collect} as is_elsewhere from transcription
    where ${isReady} and ${isUnleased}
      and not ${isQueued(sql`'transcribe:' || transcription.id`)}
    order by created_at`.execute(db)
  for (const { id, isElsewhere } of rows)
    await queue.add(db, isElsewhere ? 'collect-transcription' : 'transcribe', {
      transcriptionId: id,
    })
}
