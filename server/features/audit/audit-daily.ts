import { sql } from 'kysely'
import type { OpeningAction } from '#contract/endpoint.ts'
import { lockUntilCommit } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newId } from '../../platform/ids.ts'
import { toAuditEntry } from './audit.ts'

/**
 * Logs for each of these clients that something about them was shown, once per person, action and UTC day. Takes one or two
 * statements for any number of clients, because lists are read often.
 */
export async function auditDaily(
  db: Db,
  actor: Actor,
  action: OpeningAction,
  clientIds: readonly string[],
) {
  if (!(await findUnlogged(db, actor, action, clientIds)).length) return
  await inTransaction(db, async (tx) => {
    await lockUntilCommit(tx, `${action} ${actor.userId} ${actor.originalUserId}`)
    const unlogged = await findUnlogged(tx, actor, action, clientIds)
    const { userId, originalUserId, address, details } = toAuditEntry(actor, { action })
    await sql`
      insert into audit_entry (id, user_id, original_user_id, address, action, table_name, row_id, client_id, details)
      select entry_id, ${userId}::uuid, ${originalUserId}::uuid, ${address}, ${action}, 'client', client_id, client_id,
        ${details}::jsonb
      from unnest(${unlogged.map(() => newId())}::uuid[], ${unlogged}::uuid[]) as shown (entry_id, client_id)`.execute(
      tx,
    )
  })
}

async function findUnlogged(db: Db, actor: Actor, action: OpeningAction, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...new Set(ids)]}::uuid[]) as shown (id)
    where not exists (
      select from audit_entry where client_id = shown.id and created_at >= date_trunc('day', now(), 'UTC')
        and action = ${action} and user_id = ${actor.userId}
        and original_user_id is not distinct from ${actor.originalUserId})`.execute(db)
  return rows.map(({ id }) => id)
}
