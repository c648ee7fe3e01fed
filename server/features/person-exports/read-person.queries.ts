import { type RawBuilder, sql } from 'kysely'
import { type ConversationOrigin, describeOrigin } from '#contract/conversation-origin.ts'
import { type MessageKind, messageKinds } from '#contract/messages.ts'
import type { Db } from '../../platform/db/db.ts'
import { readCascade } from '../erasures/cascade.queries.ts'
import { describeAction } from '../plans/my-plan/describe-action.ts'

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

/** What ids refer to, by table. */
const labels: Record<string, RawBuilder<unknown>> = {
  user: sql`name`,
  coach: sql`name`,
  organization: sql`name`,
  metric_definition: sql`label`,
  assignment_definition: sql`name`,
  session_definition: sql`name`,
  session: sql`session_date`,
  instrument_version: sql`content ->> 'title'`,
  consent_text: sql`summary`,
}

/** Questions and answers in words. */
const answersAsText = sql`(
  select jsonb_agg(jsonb_build_object('question', item ->> 'text', 'answer', answer ->> 'label') order by place)
  from instrument_version, jsonb_array_elements(content -> 'items') with ordinality as it_item(item, place),
    jsonb_array_elements(content -> 'answers' -> (item ->> 'answers')) as answer
  where instrument_version.id = it.instrument_version_id and answer ->> 'value' = it.answers ->> (item ->> 'key'))`

/** For each table, names beside the ids that refer to them: `author` for `author_id`, and instead of the id in `completed_by`. */
async function readLabels(db: Db) {
  const { rows } = await sql<{ table: string; column: string; parent: string }>`
    select child.relname as table, attname as column, parent.relname as parent
    from pg_constraint as fk
    join pg_class as child on child.oid = fk.conrelid
    join pg_class as parent on parent.oid = fk.confrelid
    join pg_attribute on attrelid = fk.conrelid and attnum = fk.conkey[1]
    where fk.contype = 'f' and cardinality(fk.conkey) = 1 and parent.relname = any(${Object.keys(labels)})`.execute(
    db,
  )
  return (table: string) => {
    const pairs = rows
      .filter((it) => it.table === table)
      .map(
        ({ column, parent }) => sql`${column.replace(/_id$/, '')}::text,
          (select ${labels[parent]} from ${sql.table(parent)} as label where label.id = it.${sql.ref(column)})`,
      )
    if (table === 'questionnaire') pairs.push(sql`'answers_in_words', ${answersAsText}`)
    return sql`jsonb_build_object(${sql.join(pairs)})`
  }
}

/** The words of a transcript with their times: hundreds of megabytes for many sessions, so read one at a time. */
const transcriptColumns = ['segments', 'original_segments']

export async function readTranscript(db: Db, sessionId: string) {
  const { segments, originalSegments } = await db
    .selectFrom('session')
    .select(['segments', 'originalSegments'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return segments === null ? undefined : { segments, originalSegments }
}

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

type Opening = { action: string; type: string | null } & Record<string, unknown>

export type Person = { clientId: string; userId: string | null }

/** Every row about a person by table: what the database would delete with them, and who opened it, and what left. */
export async function readPerson(db: Db, { clientId, userId }: Person) {
  const { tables, rowsOf } = await readCascade(db, {
    client: [clientId],
    user: userId === null ? [] : [userId],
  })
  const labelsOf = await readLabels(db)
  const found: Record<string, Rows> = {}
  for (const table of tables.filter((it) => !securityTables.has(it))) {
    const left = table === 'session' ? [...internalColumns, ...transcriptColumns] : internalColumns
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(it) - ${left}::text[] || ${labelsOf(table)} as row from ${sql.table(table)} as it
      where it.ctid = any(array(${rowsOf(table, 'ctid')}))`.execute(db)
    if (rows.length)
      found[table] = rows.map(({ row }) => (table === 'message' ? withoutLinks(row) : row))
  }
  if (found['session']) found['session'] = withOrigins(found['session'])
  const { rows: openings } = await sql<Opening>`
    select audit_entry.created_at as "at", coalesce(who.name, 'Deleted account') as "by",
      behind.name as "impersonated by", action, details ->> 'type' as "type",
      coalesce(session.session_date, audit_entry.session_date) as "session"
    from audit_entry left join "user" as who on who.id = audit_entry.user_id
    left join "user" as behind on behind.id = audit_entry.original_user_id
    left join session on session.id = audit_entry.session_id
    where audit_entry.client_id = ${clientId} order by audit_entry.created_at desc limit 100000`.execute(
    db,
  )
  const { rows: sent } = await sql<Record<string, unknown>>`
    select created_at as "at", session_date as "session", provider, host, region, purpose, bytes_out as "bytes"
    from egress where client_id = ${clientId} order by created_at desc limit 100000`.execute(db)
  const opened = openings.map(({ type, ...it }) => ({
    ...it,
    what: describeAction(it.action, type),
  }))
  return { ...found, who_opened_your_data: opened, what_was_sent_out: sent } as Record<string, Rows>
}

/** A conversation made by a machine says so, with who checked it. */
function withOrigins(sessions: Rows) {
  return sessions.map((session) => {
    const origin = {
      madeBy: session['conversation_made_by'],
      model: session['conversation_model'],
      checkedAt: session['conversation_checked_at'],
      checkedBy: session['conversation_checked_by'],
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
    .select('sizeBytes')
    .where('session.clientId', '=', clientId)
    .orderBy('sessionDate')
    .execute()
