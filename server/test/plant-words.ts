import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../platform/db/db.ts'
import type { PlantedPerson } from './plant-person.ts'

/** Texts of these columns are not written by or about a person. */
const ownWords: Record<string, readonly string[]> = {
  execution: ['template_type', 'kind', 'provider', 'model', 'request_id', 'missing'],
  egress: ['provider', 'host', 'region', 'purpose', 'consent_purpose'],
  // Of the coach who opened the plan.
  audit_entry: ['action', 'table_name', 'address'],
  edition: ['months', 'participation', 'people'],
  webhook_delivery: ['status', 'event'],
  // By which files and copies are found.
  recording: ['storage_key', 'poster_key', 'playable_key'],
  discarded_file: ['storage_key'],
  transcription: ['external_id'],
  user: ['email'],
  calendar_feed: ['title', 'secret_hash'],
}
/** Tables with texts in which nothing is about a client. */
export const withoutPeople = [
  ...[
    'analysis_source',
    'api_token',
    'assignment_definition',
    'backup',
    'failed_backup',
    'report',
    'consent_text',
    'coach',
    'crm_link',
    'identity_provider',
  ],
  ...['crm_sync', 'definition_deletion', 'golden_transcript', 'instrument_version', 'integration'],
  ...[
    'metric_category',
    'metric_definition',
    'migration',
    'model_price',
    'organization',
    'pending_job',
  ],
  ...[
    'recordings_move',
    'retention',
    'session_definition',
    'session_metric',
    'setting',
    'template',
  ],
  ...['template_check', 'template_check_answer', 'template_version', 'webhook', 'week_recount'],
  // Keyed hashes that expire within hours.
  'rate_limit',
]

/** Writes the word into every text of the rows, beside what has a fixed form. Returns how many columns took it. */
export async function plantWords(db: Db, person: PlantedPerson) {
  const { word, clientId, memberId, userId, sessionIds, recordingId } = person
  const owned = [clientId, memberId, userId, ...sessionIds, recordingId, ...person.entries]
  const columns = await textColumns(db)
  let planted = 0
  for (const { table, column, type } of columns) {
    if (withoutPeople.includes(table) || ownWords[table]?.includes(column)) continue
    const value = {
      text: sql`left(${`${word} ${clientId}`}, 200)`,
      jsonb: sql`jsonb_build_object(${word}::text, ${`${word} ${clientId}`}::text)`,
      ARRAY: sql`array[${word}::text]`,
    }[type]
    if (!value) continue
    // Rows that name no one are those that this person's planting has just added.
    const rows = sql`to_jsonb(it)::text ~ any(${[...owned, word, person.webhookId, person.messageId, person.uploadId]}::text[])`
    await sql`update ${sql.table(table)} as it set ${sql.ref(column)} = ${value} where ${rows}`
      .execute(db)
      .then(
        ({ numAffectedRows }) => (planted += Number(numAffectedRows)),
        (error: Error) => expect(error.message).toContain('violates check constraint'),
      )
  }
  return planted
}

export async function textColumns(db: Db) {
  const { rows } = await sql<{ table: string; column: string; type: 'text' | 'jsonb' | 'ARRAY' }>`
    select it.table_name as table, it.column_name as column, it.data_type as type
    from information_schema.columns as it join information_schema.tables as of using (table_schema, table_name)
    where of.table_type = 'BASE TABLE' and table_schema = 'public' and it.is_generated = 'NEVER'
      and (it.data_type in ('text', 'jsonb', 'json', 'character varying') or it.udt_name = '_text')
    order by 1, 2`.execute(db)
  return rows
}

/** Tables with a text in any row. */
export async function tablesWith(db: Db, text: string) {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`.execute(
    db,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.raw(name)} as it
      where to_jsonb(it)::text ilike ${`%${text}%`} limit 1`.execute(db)
    if (rows.length) found.push(name.replaceAll(/public\.|"/g, ''))
  }
  return found
}
