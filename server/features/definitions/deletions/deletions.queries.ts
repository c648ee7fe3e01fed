import { sql, type SqlBool } from 'kysely'
import type { DefinitionDeletion, DefinitionKind } from '#contract/definitions.ts'
import type { Db } from '../../../platform/db/db.ts'
import { ownsLease, type Lease, acquireLease } from '../../../platform/db/lease.ts'
import { enqueueDueRows } from '../../../platform/db/queue.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { newId } from '../../../platform/ids.ts'
import type { DeletedBy } from './dependents.ts'
import { kindOf, childKinds } from '../kinds.ts'

/** Oldest first. */
export async function listDeletions(db: Db, id?: string): Promise<DefinitionDeletion[]> {
  const { rows } = await sql<DefinitionDeletion>`
    select id, kind, name, total, least(done, total) as done,
      case when begun_at is null
        then greatest(0, extract(epoch from begins_at - now()) * 1000)::integer else 0 end as undoable_ms,
      failed_at is not null as is_failed, ${isNothingDeleted} as is_undoable
    from definition_deletion where ${id ?? null}::uuid is null or id = ${id ?? null}::uuid
    order by created_at, id`.execute(db)
  return rows
}

const isNothingDeleted = sql<SqlBool>`(begun_at is null or failed_at is not null and done = 0)`

type PlannedDeletion = { kind: DefinitionKind; definitionId: string; name: string; total: number }

/** Hides the definition and its children; the deletion begins after `delayMs`. */
export async function planDeletion(
  tx: Db,
  { userId, originalUserId, address }: DeletedBy,
  { kind, definitionId, name, total }: PlannedDeletion,
  delayMs: number,
) {
  const id = newId()
  await sql`
    insert into definition_deletion (id, kind, definition_id, name, total, begins_at, user_id, original_user_id, address)
    values (${id}, ${kind}, ${definitionId}, ${name}, ${total}, now() + ${delayMs} * interval '1 millisecond',
      ${userId}, ${originalUserId}, ${address})`.execute(tx)
  await sql`update ${sql.table(kind)} set deletion_id = ${id} where id = ${definitionId}`.execute(
    tx,
  )
  for (const child of childKinds(kind)) {
    const { columns, under } = kindOf(child)
    await sql`update ${sql.table(child)} set deletion_id = ${id}
      where ${sql.ref(columns[under?.field ?? ''] ?? '')} = ${definitionId} and deletion_id is null`.execute(
      tx,
    )
  }
  return id
}

export const findDeletion = (db: Db, id: string) =>
  db.selectFrom('definitionDeletion').selectAll().where('id', '=', id).executeTakeFirst()

/** The foreign keys restore what was hidden. False if something is already being deleted. */
export async function cancelDeletion(tx: Db, id: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('definitionDeletion')
    .where('id', '=', id)
    .where(isNothingDeleted)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

const isDue = sql<SqlBool>`(begins_at <= now() and failed_at is null)`

/** Acquires the lease of a due deletion, which can no longer be undone. */
export const beginDeletion = (db: Db, id: string, leaseMs: number) =>
  inTransaction(db, async (tx) => {
    const lease = await acquireLease(
      tx,
      { table: 'definition_deletion', id },
      { leaseMs, ready: isDue },
    )
    if (!lease) return undefined
    const row = await tx
      .updateTable('definitionDeletion')
      .set((eb) => ({
        begunAt: sql<string>`coalesce(begun_at, now())`,
        attempts: eb('attempts', '+', 1),
      }))
      .where(ownsLease(lease))
      .returningAll()
      .executeTakeFirstOrThrow()
    return { lease, row }
  })

/** Also resets the attempts. False if the lease is lost. */
export async function addProgress(tx: Db, lease: Lease, count: number) {
  const { numUpdatedRows } = await tx
    .updateTable('definitionDeletion')
    .set((eb) => ({ done: eb('done', '+', count), ...(count && { attempts: 1 }) }))
    .where(ownsLease(lease))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** False if the lease is lost. */
export async function finishDeletion(tx: Db, lease: Lease) {
  const { numDeletedRows } = await tx
    .deleteFrom('definitionDeletion')
    .where(ownsLease(lease))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Retried after `delayMs`. */
export const postponeDeletion = (
  db: Db,
  lease: Lease,
  { tries, delayMs }: { tries: number; delayMs: number },
) =>
  sql`update definition_deletion set leased_until = null, attempts = ${tries},
      begins_at = now() + ${delayMs} * interval '1 millisecond'
    where ${ownsLease(lease)}`.execute(db)

/** Not retried automatically any more. */
export const failDeletion = (db: Db, lease: Lease) =>
  sql`update definition_deletion set leased_until = null, failed_at = now() where ${ownsLease(lease)}`.execute(
    db,
  )

/** Makes a failed deletion due again. False if it had not failed. */
export async function rescheduleDeletion(tx: Db, id: string) {
  const { numUpdatedRows } = await tx
    .updateTable('definitionDeletion')
    .set({ failedAt: null, attempts: 0, beginsAt: sql<string>`now()` })
    .where('id', '=', id)
    .where('failedAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Requeues due deletions without a worker, after a crash. */
export const enqueueDueDeletions = (db: Db, queue: Queue) =>
  enqueueDueRows(db, queue, { table: 'definition_deletion', job: 'delete-definition', isDue })
