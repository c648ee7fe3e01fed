import { sql, type SqlBool } from 'kysely'
import { exportHours, type PersonExport } from '#contract/person-exports.ts'
import { mayReadClient } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import {
  acquireLease,
  isUnleased,
  type Lease,
  ownsLease,
  releaseForRetry,
  type RetryPlan,
} from '../../platform/db/lease.ts'
import { isQueued, type Queue } from '../../platform/db/queue.ts'
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
      ...(['id', 'sizeBytes', 'createdAt', 'expiresAt'] as const),
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

export const retryExportLater = (db: Db, queue: Queue, lease: Lease, plan: RetryPlan) =>
  inTransaction(db, async (tx) => {
    if (await releaseForRetry(tx, lease, plan))
      await queue.add(tx, 'export-person', { exportId: lease.id }, plan.delayMs)
  })

/** Requeues due exports without a worker, after a crash. */
export async function rescueExports(db: Db, queue: Queue) {
  const { rows } = await sql<{ id: string }>`
    select id from person_export
    where ${isWaiting} and next_try_at <= now() and ${isUnleased}
      and not ${isQueued(sql`'export-person:' || person_export.id`)}
    order by next_try_at limit 100`.execute(db)
  for (const { id } of rows) await queue.add(db, 'export-person', { exportId: id })
}

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
