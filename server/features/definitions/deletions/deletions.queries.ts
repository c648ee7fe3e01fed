import { sql, type SqlBool } from 'kysely'
import type { DefinitionDeletion, DefinitionKind } from '#contract/definitions/definitions.ts'
import type { Db } from '../../../platform/db/db.ts'
import { wasUpdated } from '../../../platform/db/row-version.ts'
import { newId } from '../../../platform/ids.ts'
import type { DeletedBy } from './dependents.ts'
import { getKind, childKinds } from '../kinds.ts'

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
    const { columns, under } = getKind(child)
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

/** From now on it cannot be undone. Undefined if it was undone, or given up. */
export const beginDeletion = (db: Db, id: string) =>
  db
    .updateTable('definitionDeletion')
    .set({ begunAt: sql<string>`coalesce(begun_at, now())` })
    .where('id', '=', id)
    .where('failedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

export const addProgress = (tx: Db, id: string, count: number) =>
  tx
    .updateTable('definitionDeletion')
    .set((eb) => ({ done: eb('done', '+', count) }))
    .where('id', '=', id)
    .execute()

export const deleteDeletion = (tx: Db, id: string) =>
  tx.deleteFrom('definitionDeletion').where('id', '=', id).execute()

/** Not retried automatically any more. */
export const failDeletion = (tx: Db, id: string) =>
  tx
    .updateTable('definitionDeletion')
    .set({ failedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute()

/** False if it had not failed. */
export const resumeDeletion = (tx: Db, id: string) =>
  wasUpdated(
    tx
      .updateTable('definitionDeletion')
      .set({ failedAt: null })
      .where('id', '=', id)
      .where('failedAt', 'is not', null),
  )
