import { sql, type SqlBool } from 'kysely'
import { exportHours, type PersonExport } from '#contract/person-exports.ts'
import { mayReadClient } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import { acquireLease, type Lease, ownsLease } from '../../platform/db/lease.ts'
import { enqueueDueRows } from '../../platform/db/queue.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'

/** Throws not-found for a person whose data the actor may not export: clients only their own and their family's. */
export const requireExportable = (db: Db, { userId, roles }: Actor, clientId: string) =>
  db
    .selectFrom('client')
    .select(['client.id', 'client.userId'])
    .where('client.id', '=', clientId)
    // A coach may read clients, but not take everything about them away.
    .where(mayReadClient({ userId, roles: roles.filter((role) => role !== 'coach_user') }))
    .executeTakeFirstOrThrow(notFound('client'))

const exports = (db: Db) =>
  db
    .selectFrom('personExport')
    .select([
      ...(['id', 'sizeBytes', 'progress', 'createdAt', 'expiresAt'] as const),
      sql<PersonExport['status']>`status`.as('status'),
      'hasPassword',
    ])

export const latestExport = (db: Db, clientId: string, personId: string) =>
  exports(db)
    .where('clientId', '=', clientId)
    .where('requestedBy', '=', personId)
    .executeTakeFirst()

const expiry = sql<string>`now() + ${exportHours} * interval '1 hour'`

type NewExport = { id: string; clientId: string; personId: string; password: string | null }

/** Replaces an earlier one. False while one is being built for the person. */
export async function insertExport(tx: Db, { id, clientId, personId, password }: NewExport) {
  await tx
    .deleteFrom('personExport')
    .where('clientId', '=', clientId)
    .where('requestedBy', '=', personId)
    .where('status', '<>', 'waiting')
    .execute()
  const inserted = await tx
    .insertInto('personExport')
    .values({
      ...{ id, clientId, requestedBy: personId, password, hasPassword: password !== null },
      expiresAt: expiry,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Throws not-found for anybody else's, and after the link has ended. */
export const exportToDownload = (db: Db, personId: string, id: string) =>
  db
    .selectFrom('personExport')
    .select(['id', 'clientId'])
    .where('id', '=', id)
    .where('requestedBy', '=', personId)
    .where('status', '=', 'done')
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow(notFound('export'))

/** Throws not-found for anybody else's. A worker that is building it stops when it next renews its lease. */
export const deleteExport = (db: Db, personId: string, id: string) =>
  db
    .deleteFrom('personExport')
    .where('id', '=', id)
    .where('requestedBy', '=', personId)
    .returning('id')
    .executeTakeFirstOrThrow(notFound('export'))

const isWaiting = sql<SqlBool>`status = 'waiting'`

export const claimExport = (db: Db, id: string, leaseMs: number) =>
  inTransaction(db, async (tx) => {
    const lease = await acquireLease(
      tx,
      { table: 'person_export', id },
      { leaseMs, ready: isWaiting },
    )
    if (!lease) return undefined
    const row = await tx
      .updateTable('personExport')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where(ownsLease(lease))
      .returning(['clientId', 'attempts', 'password'])
      .executeTakeFirstOrThrow()
    return { ...row, lease }
  })

export const saveExportProgress = (db: Db, lease: Lease, progress: number) =>
  db.updateTable('personExport').set({ progress }).where(ownsLease(lease)).execute()

type Result = { status: 'done' | 'failed'; sizeBytes?: number }

/** The password is no longer needed. False if the lease is lost. */
export async function finishExport(db: Db, lease: Lease, { status, sizeBytes }: Result) {
  const { numUpdatedRows } = await db
    .updateTable('personExport')
    .set({
      ...{ status, sizeBytes: sizeBytes ?? null, password: null, leasedUntil: null },
      expiresAt: expiry,
    })
    .where(ownsLease(lease))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Requeues due exports without a worker, after a crash. */
export const enqueueDueExports = (db: Db, queue: Queue) =>
  enqueueDueRows(db, queue, {
    table: 'person_export',
    job: 'export-person',
    isDue: sql`${isWaiting} and next_try_at <= now()`,
  })

/** Deletes ended exports; answers the ids of the others. */
export async function deleteEndedExports(db: Db) {
  await db
    .deleteFrom('personExport')
    .where('status', '<>', 'waiting')
    .where('expiresAt', '<=', sql<string>`now()`)
    .execute()
  const rows = await db.selectFrom('personExport').select('id').execute()
  return new Set(rows.map(({ id }) => id))
}
