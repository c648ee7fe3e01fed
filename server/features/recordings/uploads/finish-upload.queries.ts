import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { isUnleased, ownsLease, type Lease, acquireLease } from '../../../platform/db/lease.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { type ReceivedUpload, receivedColumns } from './uploads.queries.ts'
import { enqueueDueRows } from '../../../platform/db/queue.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'

/** Crashes and unexpected errors before an upload fails. Temporary failures do not count. */
export const maxUploadAttempts = 5

export const unexpectedError =
  'Something went wrong on our side while processing the video. Please upload it again.'

export type ClaimedUpload = {
  lease: Lease
  upload: ReceivedUpload
  attempt: number
  waitedMs: number
}

const isReady = sql<SqlBool>`(status = 'processing' and attempts < ${sql.lit(maxUploadAttempts)})`
const waitedMs = sql<number>`(extract(epoch from now() - last_seen_at) * 1000)::float8`

/** Claims a complete upload. Undefined if another worker has it. */
export const claimUpload = (db: Db, id: string, leaseMs: number) =>
  inTransaction(db, async (tx): Promise<ClaimedUpload | undefined> => {
    const lease = await acquireLease(tx, { table: 'upload', id }, { leaseMs, ready: isReady })
    if (!lease) return undefined
    const { attempts, ...row } = await tx
      .updateTable('upload')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where(ownsLease(lease))
      .returning([...receivedColumns, 'attempts', waitedMs.as('waitedMs')])
      .executeTakeFirstOrThrow()
    return { lease, upload: row, attempt: attempts, waitedMs: row.waitedMs }
  })

/** False if the lease is lost. */
export async function failUpload(db: Db, lease: Lease, error: string) {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({ status: 'failed', error, note: null, leasedUntil: null, lastSeenAt: sql`now()` })
    .where(ownsLease(lease))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

type RetryPlan = { delayMs: number; note?: string; isCounted: boolean }

/** Schedules another attempt, with a note for the user. False if the lease is lost. */
export const rescheduleUpload = (
  db: Db,
  queue: Queue,
  { lease, attempt }: ClaimedUpload,
  { delayMs, note, isCounted }: RetryPlan,
) =>
  inTransaction(db, async (tx) => {
    const attempts = isCounted ? attempt : attempt - 1
    const { numUpdatedRows } = await tx
      .updateTable('upload')
      .set({ attempts, note: note ?? null, leasedUntil: null })
      .where(ownsLease(lease))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows) await queue.add(tx, 'finish-upload', { id: lease.id }, delayMs)
    return numUpdatedRows > 0n
  })

/** Enqueues uploads that a killed process left, and fails those out of attempts. */
export async function enqueueDueUploads(db: Db, queue: Queue) {
  await db
    .updateTable('upload')
    .set({ status: 'failed', error: unexpectedError, note: null, lastSeenAt: sql`now()` })
    .where('status', '=', 'processing')
    .where('attempts', '>=', maxUploadAttempts)
    .where(isUnleased)
    .execute()
  await enqueueDueRows(db, queue, { table: 'upload', job: 'finish-upload', isDue: isReady })
}
