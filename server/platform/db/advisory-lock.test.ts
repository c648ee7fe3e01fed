import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { testApp } from '../../test/test-app.ts'
import { inTransaction } from './transaction.ts'
import { tryLockUntilCommit } from './advisory-lock.ts'
import { announce, openAnnouncements } from './notify.ts'

const { db, databaseUrl } = await testApp()
const named = (name: string) =>
  `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}application_name=${name}`
const errors: Error[] = []
const processes = await Promise.all(
  ['one', 'two'].map((name) => openAnnouncements(named(name), (error) => errors.push(error))),
)
const [one, two] = processes as [(typeof processes)[number], (typeof processes)[number]]
afterAll(() => Promise.all(processes.map(({ close }) => close())))
const breakConnection = (name: string) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`.execute(
    db,
  )

test('a lock has one holder in all processes', async () => {
  const both = await Promise.all([one, one, two, two].map(({ tryLock }) => tryLock('a')))
  const [lock, ...others] = both.filter((it) => it !== undefined)
  expect(others).toEqual([])
  const isFree = () =>
    inTransaction(db, async (tx) => {
      const { rows } = await sql<{ is: boolean }>`
        select ${tryLockUntilCommit(sql<string>`'a'`)} as is`.execute(tx)
      return rows[0]?.is
    })
  expect(await isFree()).toBe(false)
  await lock?.release()
  expect(await isFree()).toBe(true)
  const next = await two.tryLock('a')
  expect(next).toBeDefined()
  await next?.release()
})

test('a lock ends with its connection, and its holder is told', async () => {
  const lost = await one.tryLock('b')
  await breakConnection('one')
  await vi.waitFor(() => expect(lost?.lost.aborted).toBe(true))
  const lock = await vi.waitUntil(() => two.tryLock('b'))
  // Once it has connected again.
  await vi.waitFor(() => one.tryLock('c'), 5_000)
  // Of a connection that is gone.
  await lost?.release()
  expect(await one.tryLock('b')).toBeUndefined()
  expect(lock.lost.aborted).toBe(false)
  await lock.release()
  expect(await one.tryLock('b')).toBeDefined()
  expect(errors.splice(0)).not.toEqual([])
})

test('what was announced before is heard before the lock is given', async () => {
  let heard = 0
  const stop = two.listen('d', () => heard++)
  for (let count = 1; count <= 200; count++) {
    await announce(db, 'd')
    const lock = await two.tryLock('d')
    expect(heard).toBe(count)
    await lock?.release()
  }
  stop()
})
