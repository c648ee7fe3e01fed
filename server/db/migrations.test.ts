import { readFileSync, readdirSync } from 'node:fs'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { newId } from '../ids.ts'
import { cloneDatabase, withDatabase } from '../test/database.ts'
import { migrate } from './migrate.ts'

const folder = new URL('./migrations/', import.meta.url)
const empty = await cloneDatabase({ ...inject('database'), template: 'template0' })
const client = new pg.Client({ connectionString: empty.url })
await client.connect()
afterAll(async () => {
  await client.end()
  await empty.drop()
})

async function migrateUpTo(last: string, after = '') {
  const names = readdirSync(folder).toSorted()
  for (const name of names.filter((it) => it > after && it <= `${last}~`)) {
    await client.query('begin')
    await client.query(readFileSync(new URL(name, folder), 'utf8'))
    await client.query('commit')
  }
}

const clients = async () =>
  (
    await client.query(`select last_session_at, next_session_at, open_sessions, waits_for,
      burnout_score, burnout_change, risk, coach_name from client order by id`)
  ).rows

test('a migration that fills columns of all clients at once writes what the database keeps of each', async () => {
  await migrateUpTo('0027')
  await client.query(`
    insert into "user" (id, email, first_name, last_name, password_hash, roles)
      select gen_random_uuid(), 'person' || it || '@mail.example', 'Ada', 'Nr ' || it, 'none', array['coach_user', 'client_user']
      from generate_series(1, 40) as it;
    insert into coach (id, user_id) select gen_random_uuid(), id from "user" where right(last_name, 1) = '7';
    insert into client (id, user_id, coach_id, risk_level_by_hand)
      select gen_random_uuid(), id, case when right(last_name, 1) < '6' then (select id from coach order by id limit 1) end,
        case when last_name like '%8' then 'medium' end
      from "user";
    insert into session_definition (id, name, display_order) values (gen_random_uuid(), 'Weekly', 1);
    insert into session (id, client_id, session_definition_id, session_date, completed_at, archived_at, transcribed_text_raw, transcribed_text_scripted)
      select gen_random_uuid(), client.id, session_definition.id, now() + (it * position % 17 - 8) * interval '1 day' + interval '1 hour',
        case when position % 3 = 1 then now() end, case when position % 7 = 1 then now() end,
        case when position % 4 > 1 then 'said' end, case when position % 4 = 3 then 'said' end
      from (select id, row_number() over (order by id) as position from client) as client,
        session_definition, generate_series(1, 3) as it
      where it <= position % 4;
    insert into recording (id, session_id, integration_id, storage_key, file_name, content_type, size_bytes, duration, is_playable)
      select gen_random_uuid(), session.id, integration.id, session.id::text, 'a.mp4', 'video/mp4', 1, 1, true
      from (select id, row_number() over (order by id) as position from session) as session,
        (select id from integration limit 1) as integration
      where position % 3 = 0;
    insert into burnout_assessment (id, client_id, week_number, risk_score)
      select gen_random_uuid(), id, week, position * 37 % 99 + week / 8.0
      from (select id, row_number() over (order by id) as position from client) as client, generate_series(1, 3) as week
      where week <= position % 4`)
  await migrateUpTo('0031', '0027~')
  const filled = await clients()
  for (const column of Object.keys(filled[0]))
    expect(new Set(filled.map((it) => String(it[column]))).size).toBeGreaterThan(1)

  await client.query(`
    update client set last_session_at = null, next_session_at = null, open_sessions = 9, waits_for = '{}',
      burnout_score = 1, burnout_change = 1;
    select keep_sessions_of(array(select id from client)), keep_burnout_of(array(select id from client));
    create temporary table followed as select id, coach_id from client where coach_id is not null;
    update client set coach_id = null;
    update client set coach_id = followed.coach_id from followed where followed.id = client.id`)
  expect(await clients()).toEqual(filled)
})

test('templates get their present text as the first one, and what ran before is told of none', async () => {
  await migrateUpTo('0051', '0031~')
  await client.query(`
    insert into template (id, name, type, system_prompt, user_prompt_template, version, is_active, updated_at)
      select gen_random_uuid(), 'Nr ' || it, 'diarization', 'Be kind ' || it, '{{nobodyKnows}}', 'beta', it = 1, '2026-01-01Z'
      from generate_series(1, 3) as it;
    insert into execution (id, template_id, template_type, template_name, is_success, execution_time_ms, input_data)
      select gen_random_uuid(), id, type, name, true, 7, '{"characters": 4}' from template`)
  await migrateUpTo('0053', '0051~')
  const { rows: texts } = await client.query(`
    select template.name, is_active, text_number, row_version, number, text.version, text.system_prompt,
      text.created_at = template.updated_at as is_dated
    from template join template_version as text on text.template_id = template.id order by template.name`)
  expect(texts).toEqual(
    [1, 2, 3].map((it) => ({
      ...{ name: `Nr ${it}`, is_active: it === 1, text_number: 1, row_version: 1, number: 1 },
      ...{ version: 'beta', system_prompt: `Be kind ${it}`, is_dated: true },
    })),
  )
  const { rows: ran } = await client.query(`
    select distinct kind, template_version_id, missing, input_data from execution`)
  expect(ran).toEqual([
    { kind: 'run', template_version_id: null, missing: [], input_data: { characters: 4 } },
  ])
})

test('a transcript is of an earlier recording where that is certain', async () => {
  await migrateUpTo('0084', '0053~')
  const { rows } = await client.query(`
    with those as (
      insert into session (id, client_id, session_definition_id, session_date, transcribed_text_raw)
        select gen_random_uuid(), (select id from client limit 1), (select id from session_definition limit 1),
          now() - it * interval '1 day', 'said'
        from generate_series(1, 4) as it
        returning id, session_date
    ), numbered as (select id, row_number() over (order by session_date desc) as nr from those),
    done as (
      insert into transcription (id, session_id, status, created_at, finished_at)
        select gen_random_uuid(), id, 'completed', '2026-03-04T10:00Z', '2026-03-04T10:05Z' from numbered where nr < 4
    ), recorded as (
      insert into recording (id, session_id, integration_id, storage_key, file_name, content_type, size_bytes, duration, is_playable, created_at)
        select gen_random_uuid(), id, (select id from integration limit 1), id::text, 'a.mp4', 'video/mp4', 1, 1, true,
          case nr when 1 then '2026-03-04T09:00Z'::timestamptz else '2026-03-05T09:00Z' end
        from numbered where nr < 3
    )
    select id from numbered order by nr`)
  await migrateUpTo('0085', '0084~')
  const { rows: known } = await client.query(
    'select id, transcribed_recording_id is not null as is_earlier from session where id = any($1)',
    [rows.map((it) => it.id)],
  )
  // Made of the one that is there; of one that was replaced; of one that is gone; and nobody knows.
  expect(rows.map(({ id }) => known.find((it) => it.id === id).is_earlier)).toEqual([
    ...[false, true, true, false],
  ])
})

test('a mark knows the message that told of it, and that nobody was told where that reached nobody', async () => {
  await migrateUpTo('0090', '0085~')
  const { rows } = await client.query(`
    with edition as (
      insert into instrument_edition (id, key, fingerprint, content) values (gen_random_uuid(), 'x', 'x', '{}') returning id
    ), coach as (select id, email from "user" limit 1),
    ends as (select status, '2026-03-04T10:00Z'::timestamptz + nr * interval '1 hour' as at
      from unnest(array['sent', 'waiting', 'failed', 'kept']) with ordinality as it (status, nr)),
    given as (
      insert into questionnaire (id, client_id, edition_id, created_at)
        select gen_random_uuid(), (select id from client limit 1), edition.id, at from ends, edition
        returning id, client_id, created_at
    ), written as (
      insert into message (id, kind, language, user_id, recipient, subject, body, short, given, status, created_at)
        select gen_random_uuid(), 'safetyMark', 'en', coach.id, email, 'x', 'x', 'x', '{}', status, at from ends, coach
    )
    insert into safety_mark (id, client_id, questionnaire_id, told_user_id, raised_at)
      select gen_random_uuid(), client_id, given.id, coach.id, created_at from given, coach
      returning id`)
  await migrateUpTo('0091', '0090~')
  const { rows: known } = await client.query(
    `select status, told_user_id is not null as is_told
    from safety_mark join message on message.id = message_id where safety_mark.id = any($1) order by raised_at`,
    [rows.map((it) => it.id)],
  )
  expect(known).toEqual([
    { status: 'sent', is_told: true },
    { status: 'waiting', is_told: true },
    { status: 'failed', is_told: false },
    { status: 'kept', is_told: false },
  ])
})

test('a transcript that was made in the moment of its recording is of that one', async () => {
  await migrateUpTo('0094', '0091~')
  const { rows } = await client.query<{ id: string; client_id: string }>(`
    with whose as (insert into client (id, guardian_id, first_name) select gen_random_uuid(), (select id from client where guardian_id is null limit 1), 'Ada' from generate_series(1, 2) returning id),
    numbered as (select id, row_number() over (order by id) as nr from whose),
    those as (
      insert into session (id, client_id, session_definition_id, session_date, transcribed_text_raw, transcribed_recording_id)
        select gen_random_uuid(), id, (select id from session_definition limit 1), now() - interval '1 day', 'said',
          '00000000-0000-0000-0000-000000000000'
        from numbered
        returning id, client_id
    ), done as (
      insert into transcription (id, session_id, status, created_at, finished_at)
        select gen_random_uuid(), id, 'completed', '2026-03-04T10:00Z', '2026-03-04T10:05Z' from those
    ), recorded as (
      insert into recording (id, session_id, integration_id, storage_key, file_name, content_type, size_bytes, duration, is_playable, created_at)
        select gen_random_uuid(), those.id, (select id from integration limit 1), those.id::text, 'a.mp4', 'video/mp4', 1, 1, true,
          '2026-03-04T10:05Z'::timestamptz + (nr - 1) * interval '1 second'
        from those join numbered on numbered.id = client_id
    )
    select those.id, client_id from those join numbered on numbered.id = client_id order by nr`)
  await migrateUpTo('0095', '0094~')
  const { rows: known } = await client.query(
    `select transcribed_recording_id is not null as is_earlier, waits_for
    from session join client on client.id = client_id where session.id = any($1)
    order by array_position($1, session.id)`,
    [rows.map(({ id }) => id)],
  )
  expect(known).toEqual([
    { is_earlier: false, waits_for: ['conversation'] },
    { is_earlier: true, waits_for: ['transcription'] },
  ])
})

test('a database that has no place for every letter is refused before anything is made in it', async () => {
  const { admin } = inject('database')
  const name = `test_${newId().replaceAll('-', '')}`
  const owner = new pg.Client({ connectionString: admin })
  await owner.connect()
  await owner.query(`create database ${name} template template0 encoding 'LATIN1' locale 'C'`)
  await expect(migrate(withDatabase(admin, name))).rejects.toThrow(
    "The database keeps text as LATIN1, which lacks many letters. Make one for it: create database … encoding 'UTF8' template template0",
  )
  await owner.query(`drop database ${name}`)
  await owner.end()
})
