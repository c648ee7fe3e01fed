import { sql } from 'kysely'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { mostCounted } from '#contract/paging.ts'
import { openDb } from '../db/db.ts'
import { newId } from '../ids.ts'
import { cloneDatabase } from '../test/database.ts'
import { makeClient, makePeople, makeUser } from '../test/make.ts'
import { counted, countUpTo, readTally, tallied } from './tally.ts'

const cloned = await cloneDatabase(inject('database'))
const { db } = openDb(cloned.url, (error) => {
  throw error
})
afterAll(async () => {
  await db.destroy()
  await cloned.drop()
})
const made = await makePeople(db)

const numberOf = async (things: string, of?: string) => (await readTally(db, things, of)).number
const rowsIn = async (table: 'user' | 'coach' | 'client' | 'organization' | 'auditEntry') =>
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
  for (const table of ['user', 'coach', 'client', 'organization'] as const)
    expect(await numberOf(table)).toBe(await rowsIn(table))
  expect(await numberOf('role', 'coach_user')).toBe(2)
  expect(await numberOf('caseload', made.coachId)).toBe(1)
  expect(await numberOf('employee', made.organizationId)).toBe(1)
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

test('an employee counts with an active account that has the role, where they work now', async () => {
  const [one, other] = [newId(), newId()]
  await db
    .insertInto('organization')
    .values([one, other].map((id) => ({ id, name: id, inviteToken: id })))
    .execute()
  const userId = await makeUser(db, { email: 'works@example.com', roles: ['client_user'] })
  const clientId = await makeClient(db, { userId, organizationId: one })
  const numbers = async () => [await numberOf('employee', one), await numberOf('employee', other)]
  const change = (values: { deactivatedAt?: string | null; roles?: string[] }) =>
    db.updateTable('user').set(values).where('id', '=', userId).execute()
  expect(await numbers()).toEqual([1, 0])
  await change({ deactivatedAt: new Date().toISOString() })
  expect(await numbers()).toEqual([0, 0])
  await change({ deactivatedAt: null })
  await db.updateTable('client').set({ organizationId: other }).where('id', '=', clientId).execute()
  expect(await numbers()).toEqual([0, 1])
  await change({ roles: ['coach_user'] })
  expect(await numbers()).toEqual([0, 0])
})

test('somebody who is deactivated and moved at the same moment is counted as they are in the end', async () => {
  const organizationId = newId()
  await db
    .insertInto('organization')
    .values({ id: organizationId, name: 'Same moment', inviteToken: organizationId })
    .execute()
  await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const userId = await makeUser(db, {
        email: `same${index}@example.com`,
        roles: ['client_user'],
      })
      await Promise.all([
        db.insertInto('client').values({ id: newId(), userId, organizationId }).execute(),
        db
          .updateTable('user')
          .set({ deactivatedAt: index % 2 ? new Date().toISOString() : null, firstName: 'Other' })
          .where('id', '=', userId)
          .execute(),
      ])
    }),
  )
  expect(await numberOf('employee', organizationId)).toBe(6)
  const names = await db
    .selectFrom('client')
    .select('name')
    .where('organizationId', '=', organizationId)
    .execute()
  expect(names.every(({ name }) => name.startsWith('Other'))).toBe(true)
})

test('what nobody counted is none', async () => {
  const { n } = await db
    .selectNoFrom(tallied('caseload', newId()).as('n'))
    .executeTakeFirstOrThrow()
  expect(n).toBe(0)
})

describe('counting up to a bound', () => {
  const countRows = (rows: number, isUnsure: boolean) => {
    const all = sql`select from generate_series(1, ${sql.lit(rows)})`
    const upTo = async (most: number) => {
      const { rows } = await counted(sql`${all} limit ${most}`).execute(db)
      return rows[0]?.number ?? 0
    }
    return countUpTo(db, { all: () => all, upTo, isUnsure })
  }
  test.each([true, false])('is exact as far as it goes, nobody sure: %s', async (isUnsure) => {
    expect(await countRows(mostCounted, isUnsure)).toEqual({ number: mostCounted, isAbout: false })
  })
  test.each([true, false])(
    'and beyond it what the planner expects, in round, nobody sure: %s',
    async (isUnsure) => {
      expect(await countRows(43_210, isUnsure)).toEqual({ number: 43_000, isAbout: true })
    },
  )
})
