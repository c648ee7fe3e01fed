import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from './embedded.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'maylab-embedded-'))
/** Longer than a socket path may be. */
const base = path.join(folder, 'a-folder-with-a-long-name'.repeat(4), 'database')
const stops: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const stop of stops) await stop()
  rmSync(folder, { recursive: true })
})

async function ask<T>(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows[0] as T
}

test('the server log contains no data of users', async () => {
  const logFolder = path.join(folder, 'log')
  const server = await startEmbedded(logFolder)
  stops.push(server.stop)
  const client = new pg.Client({ connectionString: server.urlOf('postgres') })
  await client.connect()
  const expectError = async (text: string, values: unknown[] = []) => {
    const error = await client.query(text, values).catch((it: Error) => it)
    expect(error).toBeInstanceOf(Error)
    return error as pg.DatabaseError
  }
  await client.query('create table person (email text unique, age int check (age > 0), key uuid)')
  const add = 'insert into person (email, age) values ($1, $2)'
  await client.query(add, ['ann@example.com', 30])
  const { detail } = await expectError(add, ['ann@example.com', 31])
  expect(detail).toContain('ann@example.com')
  await expectError(add, ['bo@example.com', -1])
  await expectError(add, ['bo@example.com', 'cy@example.com'])
  await expectError(`insert into person (key) values ('dan@example.com')`)
  await expectError(`select 'eve@example.com' from nowhere`)
  await expectError(
    `do $$ begin raise warning 'fay@example.com'; raise exception 'gus@example.com'; end $$`,
  )
  await client.query(`set statement_timeout = 20`)
  await expectError(`select pg_sleep(1), 'hal@example.com'`)
  // A killed backend restarts all others, and its statement would be logged.
  const killed = expectError(`set statement_timeout = 0; select pg_sleep(60), 'ida@example.com'`)
  client.on('error', () => {})
  const other = new pg.Client({ connectionString: server.urlOf('postgres') })
  other.on('error', () => {})
  await other.connect()
  const sleeper = async () =>
    (
      await other.query(
        `select pid from pg_stat_activity where query like '%ida@%' and pid <> pg_backend_pid()`,
      )
    ).rows[0]?.pid as number | undefined
  await expect.poll(sleeper).toBeDefined()
  process.kill((await sleeper())!, 'SIGKILL')
  await killed
  await other.end().catch(() => undefined)
  const log = () => readFileSync(path.join(logFolder, 'postgres.log'), 'utf8')
  await expect.poll(log).toContain('all server processes terminated; reinitializing')
  expect(log()).toContain('database system is ready to accept connections')
  expect(log()).not.toContain('example.com')
}, 60_000)

test('concurrent starts share one server, also at a long path and after a kill', async () => {
  const started = await Promise.all([startEmbedded(base), startEmbedded(base), startEmbedded(base)])
  stops.push(started[0].stop)
  expect(new Set(started.map(({ pid }) => pid)).size).toBe(1)
  const url = started[0].urlOf('postgres')
  await ask(url, 'create table kept (value integer)')
  await ask(url, 'insert into kept values (7)')

  const { pid } = started[0]
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
  const again = await startEmbedded(base)
  stops.push(again.stop)
  expect(again.pid).not.toBe(pid)
  expect(await ask(again.urlOf('postgres'), 'select value from kept')).toEqual({ value: 7 })
}, 60_000)
