import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { userList } from '#server/features/accounts/users/users.queries.ts'
import { auditLog } from '#server/features/audit/audit.queries.ts'
import { clientList } from '#server/features/clients/clients.queries.ts'
import { coachList } from '#server/features/coaches/coaches.queries.ts'
import { type Db, openDb } from '#server/platform/db/db.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { endpoints } from '#server/platform/http/docs/contract-exports.ts'
import { egressList } from '#server/features/integrations/integrations.queries.ts'
import type { List, ListEndpoint } from '#server/platform/lists/list.ts'
import { createReader } from '#server/platform/lists/read-list.ts'
import { messageList } from '#server/features/messages/messages.queries.ts'
import { organizationList } from '#server/features/organizations/organizations.queries.ts'
import { cloneDatabase } from '#server/test/database.ts'
import { listIds, listsAsked } from './lists-asked.ts'
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

const indexes = () =>
  db
    .withTables<{ pg_indexes: { indexname: string; schemaname: string } }>()
    .selectFrom('pg_indexes')
    .select('indexname')
    .where('schemaname', '=', 'public')
    .orderBy('indexname')
    .execute()
const rows = 2000
let indexesBefore: Awaited<ReturnType<typeof indexes>>
let ids: Awaited<ReturnType<typeof listIds>>
beforeAll(async () => {
  indexesBefore = await indexes()
  await fill(cloned.url, rows)
  ids = await listIds((text) => sql<{ id: string }>`${sql.raw(text)}`.execute(db))
})

test('every measured list has the requested number of rows and all its indexes', async () => {
  for (const { table } of Object.values(lists)) {
    const found = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    expect([table, Number(found.rows)]).toEqual([table, rows])
  }
  expect(await indexes()).toEqual(indexesBefore)
})

/** Every list, by the name of its endpoint. */
const lists: Record<string, { table: keyof DB }> = {
  listUsers: userList,
  listCoaches: coachList,
  listClients: clientList,
  listOrganizations: organizationList,
  listAuditEntries: auditLog,
  listMessages: messageList,
  listEgress: egressList,
}
const paged = endpoints.flatMap(({ name, endpoint }) => {
  const { path, query } = endpoint
  return query && 'cursor' in query.shape ? [{ name, path, asked: Object.keys(query.shape) }] : []
})

test('every paged list is measured', () => {
  // Filtered views of the client list and the audit log, and lists that stay short.
  const others = new Set([
    ...['listMyCoachClients', 'listMyDataReaders', 'listErasures', 'listMyNotes'],
  ])
  const names = paged.map(({ name }) => name).filter((name) => !others.has(name))
  expect(names.toSorted()).toEqual(Object.keys(lists).toSorted())
})

describe.each(paged.filter(({ name }) => name in lists))('$name', ({ name, path, asked }) => {
  const list = lists[name] as List<ListEndpoint>
  const ops = listsAsked.filter((op) => op.path === path && !op.isOfCounts)

  test('is measured in each order, with each filter and with a search', () => {
    const queries = ops.map(({ query }) => query(0, ids))
    const filters = asked.filter((it) => !['limit', 'cursor', 'sort'].includes(it))
    expect(filters.filter((it) => !queries.some((query) => it in query))).toEqual([])
    const sorts = Object.keys(list.sorts).flatMap((sort) => [sort, `-${sort}`])
    const measured = [list.defaultSort, ...queries.flatMap(({ sort }) => sort ?? [])]
    expect(measured.toSorted()).toEqual(sorts.toSorted())
  })

  const calls = ops.flatMap((op) => [0, 1, 2, 3, 4].map((call) => ({ ...op, call })))
  test.each(calls)('uses an index and counts rows: $name, $call', async ({ query, call }) => {
    await db.transaction().execute(async (tx) => {
      // With few rows the planner may prefer a sequential scan, depending on its statistics.
      await sql`set local enable_seqscan = off`.execute(tx)
      // Rows that an index-only scan skips are not counted.
      await sql`set local enable_indexonlyscan = off`.execute(tx)
      const { page, size } = createReader(tx, list, query(call, ids))
      const before = await rowsRead(tx)
      const first = await page(undefined, 20, false)
      const second = first.next ? await page(first.next, 20, false) : { rows: [] }
      const read = await rowsRead(tx)
      const { total, match } = await size()
      // Without an index the whole table is read; a row of a client also looks for namesakes. A search in few rows may
      // read all of them.
      if (!isSearch(query(call, ids))) {
        const table = list.table.replace(/[A-Z]/g, (it) => `_${it.toLowerCase()}`)
        expect((read.get(table) ?? 0) - (before.get(table) ?? 0)).toBeLessThanOrEqual(250)
      }
      expect(total.number).toBe(rows)
      expect(match.number).toBeGreaterThanOrEqual(first.rows.length + second.rows.length)
    })
  })
})

const isSearch = (query: object) => 'q' in query

/** Rows of each table that this transaction has read so far. */
async function rowsRead(tx: Db) {
  const { rows: tables } = await sql<{ relname: string; number: number }>`
    select relname, seq_tup_read + coalesce(idx_tup_fetch, 0) as number
    from pg_stat_xact_user_tables`.execute(tx)
  return new Map(tables.map(({ relname, number }) => [relname, number]))
}
