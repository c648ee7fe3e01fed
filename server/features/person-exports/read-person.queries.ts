import { sql } from 'kysely'
import { type ConversationOrigin, describeOrigin } from '#contract/conversation-origin.ts'
import { type MessageKind, messageKinds } from '#contract/messages.ts'
import type { Db } from '../../platform/db/db.ts'
import { readCascade } from '../erasures/cascade.queries.ts'

export type Rows = Record<string, unknown>[]

/** How somebody signs in is of no use to them outside, and dangerous in the wrong hands. */
const securityTables = new Set([
  ...['login', 'password_reset', 'email_change', 'passkey', 'totp', 'recovery_code'],
  ...['pending_login', 'trusted_browser', 'api_token', 'idempotent_request', 'presence'],
  ...['event_stream', 'person_export'],
])
/** Of the machinery. */
const internalColumns = [
  ...['password_hash', 'search_text', 'fence', 'leased_until', 'attempts', 'next_try_at'],
  ...['storage_key', 'poster_key', 'playable_key', 'integration_id', 'external_id', 'client_mark'],
]

/** Messages about the account contain links that open it; reminders do not. */
function withoutLinks({
  body,
  short,
  placeholder_values: values,
  ...row
}: Record<string, unknown>) {
  const kind = messageKinds[row['kind'] as MessageKind]
  return 'choice' in kind ? { ...row, body, short, placeholder_values: values } : row
}

export const readName = (db: Db, clientId: string) =>
  db
    .selectFrom('client')
    .select(['name', 'userId'])
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()

export type Person = { clientId: string; userId: string | null }

/** Every row about a person by table: what the database would delete with them, and who opened it, and what left. */
export async function readPerson(db: Db, { clientId, userId }: Person) {
  const { tables, rowsOf } = await readCascade(db, {
    client: [clientId],
    user: userId === null ? [] : [userId],
  })
  const found: Record<string, Rows> = {}
  for (const table of tables.filter((it) => !securityTables.has(it))) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(it) - ${internalColumns}::text[] as row from ${sql.table(table)} as it
      where it.ctid = any(array(${rowsOf(table, 'ctid')}))`.execute(db)
    if (rows.length)
      found[table] = rows.map(({ row }) => (table === 'message' ? withoutLinks(row) : row))
  }
  if (found['session']) found['session'] = await withOrigins(db, found['session'])
  const { rows: openings } = await sql<Record<string, unknown>>`
    select audit_entry.created_at as "at", coalesce(who.name, 'Deleted account') as "by",
      behind.name as "impersonated by", action
    from audit_entry left join "user" as who on who.id = audit_entry.user_id
    left join "user" as behind on behind.id = audit_entry.original_user_id
    where audit_entry.client_id = ${clientId} order by audit_entry.created_at desc limit 100000`.execute(
    db,
  )
  const { rows: sent } = await sql<Record<string, unknown>>`
    select created_at as "at", session_date as "session", provider, host, region, purpose, bytes_out as "bytes"
    from egress where client_id = ${clientId} order by created_at desc limit 100000`.execute(db)
  return { ...found, who_opened_your_data: openings, what_was_sent_out: sent } as Record<
    string,
    Rows
  >
}

/** A conversation made by a machine says so, with who checked it. */
async function withOrigins(db: Db, sessions: Rows) {
  const checkers = sessions.flatMap((it) => it['conversation_checked_by'] ?? [])
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from "user" where id = any(${checkers}::uuid[])`.execute(db)
  const names = new Map<unknown, string>(rows.map(({ id, name }) => [id, name]))
  return sessions.map((session) => {
    const origin = {
      madeBy: session['conversation_made_by'],
      model: session['conversation_model'],
      checkedAt: session['conversation_checked_at'],
      checkedBy: names.get(session['conversation_checked_by']) ?? null,
    } as NonNullable<ConversationOrigin>
    if (!origin.madeBy) return session
    const sentence = describeOrigin(origin, (instant) => instant.slice(0, 10))
    return { ...session, conversation_origin: sentence }
  })
}

export const listRecordings = (db: Db, clientId: string) =>
  db
    .selectFrom('recording')
    .innerJoin('session', 'session.id', 'recording.sessionId')
    .select(['recording.id', 'storageKey', 'integrationId', 'fileName', 'sessionId', 'sessionDate'])
    .where('session.clientId', '=', clientId)
    .orderBy('sessionDate')
    .execute()
