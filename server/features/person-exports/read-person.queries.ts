import { type RawBuilder, sql } from 'kysely'
import { type ConversationOrigin, describeOrigin } from '#contract/sessions/conversation-origin.ts'
import { isNotice, type MessageKind } from '#contract/messages/kinds.ts'
import type { Db } from '../../platform/db/db.ts'
import { readCascade } from '../erasures/cascade.queries.ts'
import type { Person } from '../erasures/person.queries.ts'
import { listRelated, noteTables, notInArchive } from '../erasures/personal-data.ts'
import { describeAction } from '../plans/my-plan/describe-action.ts'

export type Rows = Record<string, unknown>[]

/** Of the machinery. */
const internalColumns = [
  ...['password_hash', 'search_text', 'fence', 'leased_until', 'attempts', 'next_try_at'],
  ...['storage_key', 'poster_key', 'playable_key', 'integration_id', 'external_id', 'client_mark'],
  ...['secret_hash', 'private_text', 'private_source'],
]

/** What ids refer to, by table. */
const labels: Record<string, RawBuilder<unknown>> = {
  user: sql`name`,
  client: sql`name`,
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
  const { segments, ...others } = await db
    .selectFrom('session')
    .leftJoin('newTranscript', 'newTranscript.sessionId', 'session.id')
    .select(['session.segments', 'originalSegments', 'newTranscript.segments as newSegments'])
    .where('session.id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return segments === null ? undefined : { segments, ...others }
}

/** Messages about the account contain links that open it; notices do not. */
function withoutLinks({
  body,
  short,
  placeholder_values: values,
  ...row
}: Record<string, unknown>) {
  return isNotice(row['kind'] as MessageKind)
    ? { ...row, body, short, placeholder_values: values }
    : row
}

/** For each related table at most. */
const maxRelated = 100_000

/** Which rows of a table are exported, where not all are. */
function isExported(table: string, { clientIds }: Person) {
  // A mark on what was said would be a verdict; the words are in the transcript.
  if (table === 'safety_mark') return sql`it.questionnaire_id is not null`
  // Not those that the person wrote about others.
  const notes = sql`select id from note where client_id = any(${clientIds}::uuid[])`
  if (table === 'note') return sql`it.id in (${notes})`
  if (table === 'note_version') return sql`it.note_id in (${notes})`
  return sql`true`
}

/** Of feedback, for its coach alone (docs/product.md, "Feedback"). */
const betweenClientAndCoach = ['rating', 'words']

/**
 * Every row that belongs to a person, by table: what the database would delete with them, who opened it, and what left.
 * `isOwn`: for the person or the guardian, not for an administrator. `includesNotes`: with the private notes of coaches.
 */
export async function readPerson(
  db: Db,
  person: Person,
  { isOwn = true, includesNotes = false }: { isOwn?: boolean; includesNotes?: boolean } = {},
) {
  const { tables, rowsOf } = await readCascade(db, {
    client: person.clientIds,
    user: person.userIds,
  })
  const getLabels = await readLabels(db)
  const found: Record<string, Rows> = {}
  for (const table of tables.filter(
    (it) => !notInArchive.has(it) || (includesNotes && noteTables.has(it)),
  )) {
    const isTranscript = table === 'session' || table === 'new_transcript'
    const left = [
      ...internalColumns,
      ...(isTranscript ? transcriptColumns : []),
      ...(table === 'feedback' && !isOwn ? betweenClientAndCoach : []),
    ]
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(it) - ${left}::text[] || ${getLabels(table)} as row from ${sql.table(table)} as it
      where (it.ctid = any(array(${rowsOf(table, 'ctid')})) or ${isOfKeptAccount(table, person)})
        and ${isExported(table, person)}`.execute(db)
    if (rows.length)
      found[table] = rows.map(({ row }) => (table === 'message' ? withoutLinks(row) : row))
  }
  if (found['session']) found['session'] = withOrigins(found['session'])
  for (const { table, where, archive } of listRelated(person)) {
    if (!archive) continue
    const { rows } = await sql<Record<string, unknown>>`
      select ${archive.columns} from ${sql.table(table)} where ${where}
      order by ${sql.ref(archive.time)} desc limit ${maxRelated}`.execute(db)
    found[archive.name] = table === 'audit_entry' ? rows.map(inWords) : rows
  }
  return found
}

/** Who they are; the rest of the account belongs to their work. */
function isOfKeptAccount(table: string, { keptAccounts }: Person) {
  const column = { user: 'id', notification: 'user_id' }[table]
  const ids = keptAccounts.map(({ userId }) => userId)
  return column ? sql`it.${sql.ref(column)} = any(${ids}::uuid[])` : sql`false`
}

function inWords({ type, isOfClient, ...entry }: Record<string, unknown>) {
  const action = String(entry['action'])
  const what = isOfClient
    ? describeAction(action, type as string | null)
    : action.replaceAll('-', ' ')
  return { ...entry, what }
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

export const listRecordings = (db: Db, { clientIds }: Person) =>
  db
    .selectFrom('recording')
    .innerJoin('session', 'session.id', 'recording.sessionId')
    .select(['recording.id', 'storageKey', 'integrationId', 'fileName', 'sessionId', 'sessionDate'])
    .select('sizeBytes')
    .where('session.clientId', 'in', clientIds)
    .orderBy('sessionDate')
    .execute()
