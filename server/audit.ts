import { sql } from 'kysely'
import type { Db } from './db/db.ts'
import type { Actor } from './http/mount.ts'
import { newId } from './ids.ts'

export type AuditAction =
  | 'signed-in'
  | 'sign-in-refused'
  | 'signed-out'
  | 'registered'
  | 'password-reset-asked'
  | 'password-reset'
  | 'impersonation-started'
  | 'impersonation-ended'
  | 'user-created'
  | 'user-changed'
  | 'user-discarded'
  | 'audit-log-exported'
  | 'outbox-opened'
  | 'coach-created'
  | 'coach-changed'
  | 'coach-status-changed'
  | 'organization-created'
  | 'organization-changed'
  | 'invite-rotated'
  | 'family-member-added'
  | 'plan-opened'
  | 'transcript-opened'
  | 'session-scheduled'
  | 'session-changed'
  | 'session-deleted'
  | 'recording-uploaded'
  | 'recording-opened'
  | 'recording-link-made'
  | 'recording-deleted'
  | 'transcription-started'
  | 'transcription-cancelled'
  | 'conversation-saved'
  | 'template-executed'

type What = {
  action: AuditAction
  table?: string
  rowId?: string
  clientId?: string
  details?: Record<string, string | number | boolean>
}
type Who = Pick<Actor, 'userId' | 'originalUserId' | 'address'>

/** Who, acting as whom, did what to which row, from where. `details` never holds what people said or wrote. */
export const audit = (
  db: Db,
  actor: Partial<Who>,
  { action, table, rowId, clientId, details = {} }: What,
) =>
  db
    .insertInto('auditEntry')
    .values({
      id: newId(),
      userId: actor.userId ?? null,
      originalUserId: actor.originalUserId ?? null,
      address: actor.address ?? null,
      action,
      tableName: table ?? null,
      rowId: rowId ?? null,
      clientId: clientId ?? null,
      details: JSON.stringify(details),
    })
    .execute()

/** Minutes within which looking at the same row again is the same opening: screens read again by themselves. */
const sameOpeningMinutes = 15

/** Logs that somebody opened rows of a client, once per opening and row. */
export async function auditOpening(
  db: Db,
  { userId, originalUserId, address }: Who,
  {
    action,
    table,
    rowIds,
    clientId,
  }: {
    action: 'plan-opened' | 'transcript-opened'
    table: 'client' | 'session'
    rowIds: readonly string[]
    clientId: string
  },
) {
  if (!rowIds.length) return
  await sql`
    insert into audit_entry (id, user_id, original_user_id, address, action, table_name, row_id, client_id)
    select opened.id, ${userId}::uuid, ${originalUserId}::uuid, ${address}::text, ${action}::text, ${table}::text,
      opened.row_id, ${clientId}::uuid
    from unnest(${rowIds.map(newId)}::uuid[], ${rowIds}::uuid[]) as opened (id, row_id)
    where not exists (
      select from audit_entry as earlier
      where earlier.row_id = opened.row_id and earlier.action = ${action}::text
        and earlier.user_id = ${userId}::uuid
        and earlier.original_user_id is not distinct from ${originalUserId}::uuid
        and earlier.created_at > now() - ${sql.lit(sameOpeningMinutes)} * interval '1 minute'
    )`.execute(db)
}
