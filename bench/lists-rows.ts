import pg from 'pg'
import { firstNames, lastNames } from '#server/demo/names.ts'

/** Additional names: common ones, ones with accents, and ones that share substrings. */
const first = [
  ...firstNames,
  ...['Søren', 'Marie', 'Anders', 'Freja', 'José', 'Zoë', 'Łukasz', 'Xavier'],
]
const last = [
  ...lastNames,
  ...['Jensen', 'Sørensen', 'Ågård', 'Nguyễn', "O'Brien", 'Quist', 'Lund-Hansen'],
]
export const typedNames = [...first, ...last]

/**
 * Fills a migrated database with `rows` rows of every list: users, each with a client and a coach row, organizations,
 * sessions, audit entries and messages. Name frequencies are skewed, as in real data. Ids are in order of time, as in
 * production (server/platform/ids.ts).
 */
export async function fill(url: string, rows: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  try {
    await run(`set maintenance_work_mem = '512MB'`)
    await run('set synchronous_commit = off')
    const indexes = await withoutIndexes(client)
    await run(
      `insert into organization (id, name, description, country, city, invite_token)
        select uuidv7(), ($2::text[])[1 + floor(random() * cardinality($2::text[]))::int] || ' ' || ($3::text[])[1 + (random() * 5)::int] || ' ' || it,
          'Works with ' || ($3::text[])[1 + (random() * 5)::int],
          ($4::text[])[1 + it % 10], 'City ' || it % 200, repeat('x', 35) || it
        from generate_series(1, $1) as it`,
      [rows, last, kinds, countries],
    )
    await run(
      `insert into "user" (id, email, first_name, last_name, password_hash, roles, organization_id, created_at)
        select id, lower(public.unaccent(first_name || '.' || replace(last_name, '''', ''))) || it || '@' || 'mail' || it % 10 || '.example',
          first_name, last_name, 'none',
          case when it <= 3 then array['system_admin'] when it <= 40 then array['maylab_admin']
            when it % 100 = 0 then array['org_user'] when it % 4 = 0 then array['coach_user', 'client_user']
            else array['client_user'] end,
          null, now() - it * interval '40 seconds'
        from (select it, uuidv7() as id,
            case when it % 100 = 7 then 'Xq' || it else ($2::text[])[1 + floor(power(random(), 2) * cardinality($2::text[]))::int] end as first_name,
            ($3::text[])[1 + floor(power(random(), 2) * cardinality($3::text[]))::int] as last_name
          from generate_series(1, $1::int) as it) as person`,
      [rows, first, last],
    )
    await run(
      `insert into coach (id, user_id, status, country, city, experienced_since, created_at)
        select uuidv7(), id, (array['active', 'active', 'inactive', 'on_leave'])[1 + position % 4],
          ($1::text[])[1 + position % 10], 'City ' || position % 200,
          case when position % 5 > 0 then 1990 + position % 35 end, created_at
        from (select id, created_at, row_number() over (order by created_at) as position from "user") as person`,
      [countries],
    )
    // The caseload does not depend on the number of rows.
    await run(
      `insert into client (id, user_id, organization_id, coach_id, created_at)
        select uuidv7(), person.id, organization.id, coach.id, person.created_at
        from (select id, created_at, row_number() over (order by created_at) as position from "user") as person
        join (select id, row_number() over (order by invite_token) as position from organization) as organization
          on organization.position = person.position / 50 + 1
        left join (select id, row_number() over (order by created_at) as position from coach) as coach
          on coach.position = person.position / 50 + 1 and person.position % 33 > 0`,
    )
    const { rows: types } = await run(
      `insert into session_definition (id, name, display_order) values (uuidv7(), 'Weekly', 1) returning id`,
    )
    // Three of a hundred sessions are waiting for something.
    await run(
      `insert into session (id, client_id, session_definition_id, session_date, completed_at, transcribed_text_raw, transcribed_text_scripted)
        select uuidv7(), id, $1, created_at + interval '1 day',
          case when position % 100 = 1 then null else created_at + interval '2 days' end,
          case when position % 100 = 2 then 'said' end, null
        from (select id, created_at, row_number() over () as position from client) as followed`,
      [types[0].id],
    )
    // Two assessments for nine of ten clients. The row trigger needs an index, so one statement below replaces it.
    await run('alter table burnout_assessment disable trigger user')
    await run(
      `insert into burnout_assessment (id, client_id, week_number, risk_score)
        select uuidv7(), id, week, floor(random() * 1000) / 10
        from (select id, row_number() over () as position from client) as followed, generate_series(1, 2) as week
        where position % 10 > 0`,
    )
    await run('alter table burnout_assessment enable trigger user')
    await run(
      `update client set burnout_score = last.risk_score,
          burnout_change = (last.risk_score::numeric - first.risk_score::numeric)::double precision
        from burnout_assessment as last join burnout_assessment as first using (client_id)
        where last.week_number = 2 and first.week_number = 1 and client.id = last.client_id`,
    )
    await run(
      `insert into audit_entry (id, created_at, user_id, action, row_id, address)
        select uuidv7(), now() - position * interval '7 seconds', id, 'action-' || (array[1, 1, 1, 1, 2, 2, 3, 4, 5, 6])[1 + position % 10],
          id, '127.0.0.1'
        from (select id, row_number() over () as position from "user") as people order by position`,
    )
    await run(
      `insert into message (id, kind, status, recipient, subject, body, short, language, created_at)
        select uuidv7(), (array['sessionReminder', 'sessionReminder', 'sessionReminder', 'assignmentDue', 'sessionChanged', 'invitation', 'passwordReset'])[1 + it % 7],
          case when it % 1000 = 0 then 'failed' when it <= 100 then 'waiting' else 'sent' end,
          'person' || it || '@mail.example', 'Your link', 'A link', '', 'en', now() - it * interval '9 seconds'
        from generate_series(1, $1) as it`,
      [rows],
    )
    await run(
      `insert into egress (id, provider, host, purpose, is_success, created_at, session_id)
        select uuidv7(), (array['openai_gpt5', 'openai_gpt5', 'openai_gpt5', 'bunny', 'bunny', 'smtp'])[1 + it % 6],
          'service.example', 'AI analysis', case when it % 5000 = 0 then null else it % 40 > 0 end, now() - it * interval '5 seconds', id
        from (select id, row_number() over () as it from session) as held`,
    )
    // An index that is created while old row versions remain cannot be used by transactions older than the index.
    await run('vacuum')
    for (const index of indexes) await run(index)
    await run('vacuum analyze')
  } finally {
    await client.end()
  }
}

const kinds = ['Freight', 'Design', 'Energy', 'Health', 'Foods', 'Robotics']
export const countries = [
  ...['Denmark', 'Sweden', 'Norway', 'Finland', 'Iceland'],
  ...['Germany', 'France', 'Spain', 'Italy', 'Poland'],
]

/**
 * Drops indexes that are not constraints, because creating them after the rows is faster; returns the statements to
 * create them. Keeps those of sessions, which triggers use.
 */
async function withoutIndexes(client: pg.Client) {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename <> 'session'
      and not exists (select from pg_constraint where conname = indexname)`,
  )
  for (const { indexname } of rows) await client.query(`drop index "${indexname}"`)
  return rows.map(({ indexdef }) => indexdef)
}
