import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { openDb } from '../db/db.ts'
import { newId } from '../ids.ts'
import { cloneDatabase } from '../../test/database.ts'
import { makePeople, makeUser } from '../../test/make.ts'
import { readTally } from './tally.ts'

const cloned = await cloneDatabase(inject('database'))
const { db } = openDb(cloned.url, (error) => {
  throw error
})
afterAll(async () => {
  await db.destroy()
  await cloned.drop()
})
await makePeople(db)
// Of all tables this one is the simplest to write.
await sql`call count_rows('audit_entry', $$values ('audit-entry', '')$$)`.execute(db)

const numberOf = async (things: string, of?: string) =>
  (await db.selectNoFrom(readTally(things, of).as('number')).executeTakeFirstOrThrow()).number
const rowsIn = async (table: 'user' | 'client' | 'auditEntry') =>
  Number(
    (
      await db
        .selectFrom(table)
        .select(sql`count(*)`.as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
const addEntries = (count: number, tx = db) =>
  tx
    .insertInto('auditEntry')
    .values(Array.from({ length: count }, () => ({ id: newId(), action: 'signed-in' })))
    .execute()

test('what was made is counted', async () => {
  for (const table of ['user', 'client'] as const)
    expect(await numberOf(table)).toBe(await rowsIn(table))
  expect(await numberOf('role', 'coach_user')).toBe(2)
})

test('what is taken back or removed is not', async () => {
  const before = await numberOf('audit-entry')
  await expect(
    db.transaction().execute(async (tx) => {
      await addEntries(5, tx)
      throw new Error('taken back')
    }),
  ).rejects.toThrow('taken back')
  expect(await numberOf('audit-entry')).toBe(before)
  await addEntries(3)
  expect(await numberOf('audit-entry')).toBe(before + 3)
  await db.deleteFrom('auditEntry').execute()
  expect(await numberOf('audit-entry')).toBe(0)
})

test('many who write at the same moment wait for nobody, and none is lost', async () => {
  const before = await numberOf('audit-entry')
  // One that stays open holds nobody up.
  await db.transaction().execute(async (open) => {
    await addEntries(1, open)
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        await addEntries(2)
        if (index % 3 === 0)
          await db.transaction().execute(async (tx) => {
            await addEntries(7, tx)
            await tx.deleteFrom('auditEntry').where('action', '=', 'nobody').execute()
          })
      }),
    )
    expect(await numberOf('audit-entry')).toBe(before + 60 * 2 + 20 * 7)
  })
  expect(await numberOf('audit-entry')).toBe(before + 60 * 2 + 20 * 7 + 1)
  expect(await numberOf('audit-entry')).toBe(await rowsIn('auditEntry'))
})

test('notes that are put together by several at once make the same sum, and few notes', async () => {
  for (let round = 0; round < 40; round++) await addEntries(1)
  const before = await numberOf('audit-entry')
  const fold = () => sql`select fold_tally('audit-entry', '')`.execute(db)
  await Promise.all([fold(), addEntries(1), fold(), addEntries(2), fold()])
  await fold()
  expect(await numberOf('audit-entry')).toBe(before + 3)
  const notes = await db
    .selectFrom('tally')
    .where('things', '=', 'audit-entry')
    .selectAll()
    .execute()
  expect(notes).toHaveLength(1)
})

test('a number is never read while its notes are half put together', async () => {
  const before = await numberOf('audit-entry')
  await db.transaction().execute(async (tx) => {
    await sql`select fold_tally('audit-entry', '')`.execute(tx)
    expect(await numberOf('audit-entry')).toBe(before)
  })
})

test('roles that change move from one number to the other', async () => {
  const id = await makeUser(db, { email: 'moves@example.com', roles: ['org_user', 'coach_user'] })
  const before = await Promise.all(
    ['org_user', 'coach_user', 'maylab_admin'].map((it) => numberOf('role', it)),
  )
  await db
    .updateTable('user')
    .set({ roles: ['coach_user', 'maylab_admin'] })
    .where('id', '=', id)
    .execute()
  const after = await Promise.all(
    ['org_user', 'coach_user', 'maylab_admin'].map((it) => numberOf('role', it)),
  )
  expect(after).toEqual([(before[0] ?? 0) - 1, before[1], (before[2] ?? 0) + 1])
})

test('what nobody counted is none', async () => {
  expect(await numberOf('nothing', newId())).toBe(0)
})
