import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { makeClient, makeSession, getRow } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import type { Db } from './db.ts'
import { inTransaction } from './transaction.ts'

const { db, clientId, sessionDefinitionId } = await testApp()
const aSession = (of = clientId) => makeSession(db, { clientId: of, sessionDefinitionId })
const archive = (tx: Db, id: string) =>
  tx
    .updateTable('session')
    .set({ archivedAt: new Date().toISOString() })
    .where('id', '=', id)
    .execute()

test('of two deadlocked transactions one is retried', async () => {
  // Sessions of two clients, because changing a session locks its client.
  const [one, two] = [await aSession(), await aSession(await makeClient(db))]
  let runs = 0
  let first = () => {}
  const bothHoldOne = new Promise<void>((resolve) => (first = resolve))
  const inOrder = (a: string, b: string) =>
    inTransaction(db, async (tx) => {
      await archive(tx, a)
      if (++runs === 2) first()
      await bothHoldOne
      await archive(tx, b)
      return a
    })
  expect(await Promise.all([inOrder(one, two), inOrder(two, one)])).toEqual([one, two])
  // A retry may deadlock again.
  expect(runs).toBeGreaterThan(2)
})

const raise = (tx: Db, state: string) =>
  sql`do ${sql.raw(`$$ begin raise exception 'no' using errcode = '${state}'; end $$`)}`.execute(tx)

test.each(['40P01', '40001'])(
  'a transaction that always fails with %s is given up after five attempts',
  async (state) => {
    let runs = 0
    const tried = inTransaction(db, (tx) => {
      runs++
      return raise(tx, state)
    })
    await expect(tried).rejects.toMatchObject({ code: 'unavailable' } satisfies Partial<AppError>)
    expect(runs).toBe(5)
  },
)

test('a transaction that fails for another reason is rolled back and not retried', async () => {
  const id = await aSession()
  let runs = 0
  const tried = inTransaction(db, async (tx) => {
    runs++
    await archive(tx, id)
    await raise(tx, '23505')
  })
  await expect(tried).rejects.toMatchObject({ code: '23505' })
  expect(runs).toBe(1)
  const { archivedAt } = await getRow(db, 'session', id)
  expect(archivedAt).toBeNull()
})

test('transactions are started only by inTransaction', () => {
  const files = globSync('server/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const beginning = files.filter((file) =>
    /\.(?:startTransaction|transaction)\(/.test(readFileSync(file, 'utf8')),
  )
  expect(beginning).toEqual(['server/platform/db/transaction.ts'])
})
