import { afterAll, expect, inject, test } from 'vitest'
import { openDb } from '#server/db/db.ts'
import { cloneDatabase } from '#server/test/database.ts'
import { fill } from './lists-rows.ts'

const cloned = await cloneDatabase(inject('database'))
const { db } = openDb(
  cloned.url,
  (error) => {
    throw error
  },
  2,
)
afterAll(async () => {
  await db.destroy()
  await cloned.drop()
})

test('the lists that are measured have as many rows as was said, and all their indexes', async () => {
  const indexes = () =>
    db
      .withTables<{ pg_indexes: { indexname: string; schemaname: string } }>()
      .selectFrom('pg_indexes')
      .select('indexname')
      .where('schemaname', '=', 'public')
      .orderBy('indexname')
      .execute()
  const before = await indexes()
  await fill(cloned.url, 200)
  for (const table of [
    'user',
    'coach',
    'client',
    'organization',
    'session',
    'message',
    'egress',
  ] as const) {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    expect([table, Number(rows)]).toEqual([table, 200])
  }
  expect(await indexes()).toEqual(before)
})
