import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { eventColumns } from '../analytics/edition/edition.ts'
import { listIds, type Person } from './person.queries.ts'

/**
 * What belongs to a person: the rows that the database deletes with the client and the account (`readCascade`), and these.
 * Erasure and archive both read it.
 */
type Related = {
  table: string
  where: RawBuilder<SqlBool>
  /** What an erasure leaves of them; without it they are deleted. */
  remains?: RawBuilder<unknown>
  /** How the person gets them; without it they contain ids alone, or were written to somebody else. */
  archive?: { name: string; time: string; columns: RawBuilder<unknown> }
}

/** Private notes of coaches: only in the archive of an administrator who asked for them. */
export const noteTables = new Set(['note', 'note_version'])

/** Of the rows that the database deletes. How somebody signs in is dangerous in the wrong hands; the others are of the machinery. */
export const notInArchive = new Set([
  ...['login', 'password_reset', 'email_change', 'passkey', 'totp', 'recovery_code'],
  ...['pending_login', 'trusted_browser', 'api_token', 'idempotent_request', 'presence'],
  ...['event_stream', 'person_export', 'upload_part', 'known_session', 'listed_employee'],
  ...noteTables,
])

export function listRelated(person: Person): Related[] {
  const ids = sql`${listIds(person)}::uuid[]`
  const clients = sql`${person.clientIds}::uuid[]`
  const users = sql`${person.userIds}::uuid[]`
  const sessions = sql`${person.sessionIds}::uuid[]`
  const clientTexts = sql`${person.clientIds}::text[]`
  const mentioned = [...person.clientIds, ...person.sessionIds, ...person.requestIds]
  const mentions = sql`~ any(${mentioned}::text[])`
  const kept = sql`${person.keptAccounts.map(({ userId }) => userId)}::uuid[]`
  // What an account that stays did as a client.
  const isOwnAct = sql`(user_id = any(${users}) or (user_id = any(${kept}) and client_id = any(${clients})))`
  return [
    {
      table: 'reminder',
      where: sql`row_id = any(${ids}) or row_id in (select id from assignment where client_id = any(${clients}))`,
    },
    { table: 'known_session', where: sql`session_id = any(${sessions})` },
    // Notifications of coaches contain links to the plan.
    {
      table: 'message',
      where: sql`recipient = any(${person.emails}::text[])
        or concat_ws(' ', body, short, placeholder_values, calendar, row_ids) ${mentions}`,
    },
    { table: 'webhook_delivery', where: sql`data::text ${mentions}` },
    { table: 'idempotent_request', where: sql`created_id = any(${ids})` },
    {
      table: 'audit_entry',
      where: sql`client_id = any(${clients}) or user_id = any(${users}) or row_id = any(${ids})
        or session_id = any(${sessions}) or (row_id = any(${kept}) and details::text ~ 'client_user')`,
      remains: sql`client_id = null, row_id = null, session_id = null, session_date = null,
        details = '{"isErased": true}',
        user_id = case when ${isOwnAct} then null else user_id end,
        address = case when ${isOwnAct} then null else address end`,
      archive: {
        ...{ name: 'who_opened_your_data', time: 'created_at' },
        columns: sql`created_at as "at", ${clientName(sql`audit_entry.client_id`)},
          coalesce((select name from "user" where id = audit_entry.user_id), 'Deleted account') as "by",
          (select name from "user" where id = original_user_id) as "impersonated by",
          action, details ->> 'type' as "type", client_id is not null as "isOfClient",
          coalesce((select session.session_date from session where id = session_id), session_date) as "session",
          case when ${isOwnAct} then address end as "address"`,
      },
    },
    {
      table: 'execution',
      where: sql`session_id = any(${sessions}) or context_id = any(${clientTexts}) or mentioned_sessions && ${sessions}`,
      remains: sql`session_id = null, context_id = null, mentioned_sessions = '{}', template_name = template_type,
        input_data = null, output_data = null, error_message = null`,
      archive: {
        ...{ name: 'ai_runs', time: 'executed_at' },
        // Prompts are the operator's.
        columns: sql`executed_at as "at", ${clientName(sql`case when context_id ~ '^[0-9a-f-]{36}$' then context_id::uuid end`)},
          (select session_date from session where id = session_id) as "session",
          template_type as "type", kind, provider, model, is_success as "succeeded",
          input_data - '{systemPrompt,userPrompt}'::text[] as "given", output_data ->> 'processedText' as "answer",
          error_message as "error"`,
      },
    },
    {
      table: 'egress',
      where: sql`client_id = any(${clients})`,
      remains: sql`session_id = null, session_date = null, client_id = null, consent_id = null, error = null`,
      archive: {
        ...{ name: 'what_was_sent_out', time: 'created_at' },
        columns: sql`created_at as "at", ${clientName(sql`egress.client_id`)}, session_date as "session",
          provider, host, region, purpose, bytes_out as "bytes"`,
      },
    },
    // The basis of published figures: counts of a person without an id.
    {
      table: 'edition',
      where: sql`people ?| ${clientTexts}`,
      remains: sql`people = (
        select jsonb_object_agg(
          case when key = any(${clientTexts}) then gen_random_uuid()::text else key end,
          case when key = any(${clientTexts}) then value || (
            select coalesce(jsonb_object_agg(field, gen_random_uuid()), '{}')
            from unnest(${eventColumns}::text[]) as field where jsonb_typeof(value -> field) = 'string'
          ) else value end)
        from jsonb_each(people))`,
    },
  ]
}

const clientName = (id: RawBuilder<unknown>) =>
  sql`(select name from client where client.id = ${id}) as "client"`
