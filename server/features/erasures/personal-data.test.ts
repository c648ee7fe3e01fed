import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { erasureApp } from '../../test/erasure-app.ts'
import { makeClient, makeRow, updateRow } from '../../test/make.ts'
import { plantWords, tablesWith } from '../../test/plant-words.ts'
import { readPerson } from '../person-exports/read-person.queries.ts'
import { readCascade } from './cascade.queries.ts'
import { listRelated, notInArchive } from './personal-data.ts'
import { findPerson } from './person.queries.ts'

const { db, coachId, sessionDefinitionId, plant } = await erasureApp()
const nobody = await findPerson(db, null)
const cascade = await readCascade(db, { client: [], user: [] })
const related = listRelated(nobody)

/** Rows of the operator: only who made or changed them leads to an account, and an erasure takes that away. */
const ofTheOperator = [
  ...['busy_time', 'coach', 'coach_calendar', 'coach_hours', 'consent_text', 'crm_sync', 'erasure'],
  ...['recordings_move', 'setting', 'template', 'template_check', 'template_check_answer'],
  ...['template_version', 'time_off'],
]

test('every table that leads to a client or an account belongs to a person, or to the operator', async () => {
  const { rows } = await sql<{ table: string }>`
    with recursive reached as (
      select oid as id from pg_class where oid in ('client'::regclass, '"user"'::regclass)
      union select conrelid from pg_constraint join reached on confrelid = reached.id where contype = 'f')
    select relname as table from reached join pg_class on pg_class.oid = reached.id`.execute(db)
  const personal = new Set([...cascade.tables, ...related.map(({ table }) => table)])
  const others = rows.map(({ table }) => table).filter((table) => !personal.has(table))
  expect(others.toSorted()).toEqual(ofTheOperator)
})

test('the archive has the words of every table that an erasure would delete them from', async () => {
  const person = await plant('vintermole')
  await plantWords(db, person)
  await sql`update message set kind = 'sessionReminder'`.execute(db)
  const archive = await readPerson(db, await findPerson(db, person.clientId))
  const nameOf = (table: string) => related.find((it) => it.table === table)?.archive?.name ?? table
  const missing = (await tablesWith(db, person.word)).filter(
    (table) => !JSON.stringify(archive[nameOf(table)] ?? null).includes(person.word),
  )
  // In truth it has ids alone.
  expect(missing.filter((table) => !notInArchive.has(table))).toEqual(['webhook_delivery'])
  const written = JSON.stringify(archive)
  for (const id of [person.clientId, person.memberId, ...person.sessionIds])
    expect(written).toContain(id)
})

test('what somebody does for others as staff does not belong to them', async () => {
  const person = await plant('haldersby')
  await updateRow(db, 'user', person.userId, { roles: ['coach_user', 'client_user'] })
  const other = await makeClient(db, { coachId })
  const sessionId = await makeRow(db, 'session', {
    ...{ clientId: other, sessionDefinitionId, sessionDate: new Date().toISOString() },
  })
  const segments = JSON.stringify([{ text: 'Words of another client.' }])
  await makeRow(db, 'transcriptDraft', {
    ...{ sessionId, userId: person.userId, segments, transcriptVersion: 1 },
  })
  await makeRow(db, 'auditEntry', {
    ...{ action: 'plan-opened', userId: person.userId, clientId: other },
  })
  const archive = await readPerson(db, await findPerson(db, person.clientId))
  expect(archive['user']).toMatchObject([{ email: person.email }])
  expect(JSON.stringify(archive)).not.toMatch(new RegExp(`another client|${other}`))
  expect(archive['session']).toHaveLength(2)
})
