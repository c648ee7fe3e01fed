import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { ownsLease, type Lease, leaseName, acquireLease } from '../../../platform/db/lease.ts'
import { enqueueDueRows } from '../../../platform/db/queue.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'

/** Enqueues making a browser-playable copy of a recording. */
export async function enqueueRepack(tx: Db, queue: Queue, recordingId: string) {
  await tx.insertInto('recordingRepack').values({ id: recordingId }).execute()
  await queue.add(tx, 'repack-recording', { id: recordingId })
}

export type ClaimedRepack = NonNullable<Awaited<ReturnType<typeof claimRepack>>>

/** Claims a copy that is due. Undefined if another worker has it. */
export const claimRepack = (db: Db, id: string, leaseMs: number) =>
  inTransaction(db, async (tx) => {
    const ready = sql<boolean>`next_try_at <= now()`
    const lease = await acquireLease(tx, { table: 'recording_repack', id }, { leaseMs, ready })
    if (!lease) return undefined
    const { attempts } = await tx
      .updateTable('recordingRepack')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where(ownsLease(lease))
      .returning('attempts')
      .executeTakeFirstOrThrow()
    const recording = await tx
      .selectFrom('recording')
      .select(['sessionId', 'integrationId', 'storageKey', 'contentType', 'sizeBytes', 'duration'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { lease, attempts, recording, key: `${leaseName(lease)}.mp4` }
  })

/** False if the lease is lost, or the recording was moved. */
export async function savePlayableCopy(
  tx: Db,
  { lease, recording, key }: ClaimedRepack,
  bytes: number,
) {
  const { numUpdatedRows } = await tx
    .updateTable('recording')
    .set({ playableKey: key, playableBytes: bytes })
    .where('id', '=', lease.id)
    .where('storageKey', '=', recording.storageKey)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n && (await deleteRepack(tx, lease))
}

/** False if the lease is lost. */
export async function deleteRepack(db: Db, lease: Lease) {
  const { numDeletedRows } = await db
    .deleteFrom('recordingRepack')
    .where(ownsLease(lease))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Enqueues what is due and a killed process left. */
export const enqueueDueRepacks = (db: Db, queue: Queue) =>
  enqueueDueRows(db, queue, {
    table: 'recording_repack',
    job: 'repack-recording',
    isDue: sql`next_try_at <= now()`,
  })
