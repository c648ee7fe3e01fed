import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { isUnleased, ownsLease, type Lease, acquireLease } from '../../../platform/db/lease.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { type Arrived, arrivedColumns } from './uploads.queries.ts'
import { isQueued, type Queue } from '../../../platform/db/queue.ts'

/** How often the process may die over an upload, or a fault stop it. What passes by itself does not count. */
export const uploadAttempts = 5

export const wentWrong =
  'Something went wrong on our side while the video was looked at. Please upload it again.'

/** An upload that this process finishes. */
export type Held = { lease: Lease; upload: Arrived; attempt: number; waitedMs: number }

const isReady = sql<SqlBool>`(status = 'processing' and attempts < ${sql.lit(uploadAttempts)})`
const waitedMs = sql<number>`(extract(epoch from now() - last_seen_at) * 1000)::float8`

/** Takes an upload that has arrived whole, if nobody else works on it. */
export const takeUpload = (db: Db, id: string, leaseMs: number) =>
  inTransaction(db, async (tx): Promise<Held | undefined> => {
    const lease = await acquireLease(tx, { table: 'upload', id }, { leaseMs, ready: isReady })
    if (!lease) return undefined
    const { attempts, ...row } = await tx
      .updateTable('upload')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where(ownsLease(lease))
      .returning([...arrivedColumns, 'attempts', waitedMs.as('waitedMs')])
      .executeTakeFirstOrThrow()
    return { lease, upload: row, attempt: attempts, waitedMs: row.waitedMs }
  })

/** Says why there will be no recording. False where the lease is lost. */
export async function failUpload(db: Db, { lease }: Held, error: string) {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({ status: 'failed', error, note: null, leasedUntil: null, lastSeenAt: sql`now()` })
    .where(ownsLease(lease))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

type Again = { delayMs: number; note?: string; isCounted: boolean }

/** Gives the work back for another attempt, with a note for whoever waits. False where the lease is lost. */
export const giveBackUpload = (
  db: Db,
  queue: Queue,
  { lease, attempt }: Held,
  { delayMs, note, isCounted }: Again,
) =>
  inTransaction(db, async (tx) => {
    const attempts = isCounted ? attempt : attempt - 1
    const { numUpdatedRows } = await tx
      .updateTable('upload')
      .set({ attempts, note: note ?? null, leasedUntil: null })
      .where(ownsLease(lease))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows) await queue.add(tx, 'finish-upload', { uploadId: lease.id }, delayMs)
    return numUpdatedRows > 0n
  })

/** Queues again what nobody works on, as a killed process left it, and gives up what no process survives. */
export async function rescueUploads(db: Db, queue: Queue) {
  await db
    .updateTable('upload')
    .set({ status: 'failed', error: wentWrong, note: null, lastSeenAt: sql`now()` })
    .where('status', '=', 'processing')
    .where('attempts', '>=', uploadAttempts)
    .where(isUnleased)
    .execute()
  const { rows } = await sql<{ id: string }>`
    select id from upload
    where ${isReady} and ${isUnleased} and not ${isQueued(sql`'finish-upload:' || upload.id`)}
    order by id`.execute(db)
  for (const { id } of rows) await queue.add(db, 'finish-upload', { uploadId: id })
}
