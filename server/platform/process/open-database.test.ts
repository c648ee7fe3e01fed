import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLog } from './log.ts'
import { startDatabase, openDatabase } from './open-database.ts'

test('the embedded database minds nothing that is set for another server', async () => {
  vi.stubEnv('PGSSLMODE', 'require')
  vi.stubEnv('PGOPTIONS', '-c search_path=elsewhere')
  const dataDir = mkdtempSync(path.join(tmpdir(), 'maylab-open-'))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(dataDir, { recursive: true })
  })
  const { url, close } = await openDatabase({ dataDir, databaseUrl: undefined })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create table person (id int)')
  await client.end()
  await close()
})

/** Begins the database of a fresh folder, and waits until nothing of that is left to do here. */
async function begin(databaseUrl: string | undefined, isFile = false) {
  const folder = mkdtempSync(path.join(tmpdir(), 'maylab-begin-'))
  const dataDir = path.join(folder, 'data')
  if (isFile) writeFileSync(dataDir, '')
  const stops: (() => Promise<unknown>)[] = []
  const { promise: begun, resolve: onBegun } = Promise.withResolvers<void>()
  const log = openLog({ logLevel: 'silent' })
  const ready = startDatabase({ dataDir, databaseUrl }, log, (stop) => stops.push(stop), onBegun)
  onTestFinished(async () => {
    await ready.catch(() => undefined)
    for (const stop of stops) await stop()
    rmSync(folder, { recursive: true })
  })
  await begun
  return { ready, dataDir }
}

test('a database has begun as soon as PostgreSQL makes its folder, and not only when it answers', async () => {
  const { ready, dataDir } = await begin(undefined)
  expect(existsSync(path.join(dataDir, 'database', 'pgdata'))).toBe(false)
  await ready
  expect(existsSync(path.join(dataDir, 'database', 'pgdata'))).toBe(true)
})

test.each([
  ['elsewhere', 'postgres://nobody@127.0.0.1:1/none', false],
  ['that cannot begin', undefined, true],
])('nobody waits for the beginning of a database %s', async (_, databaseUrl, isFile) => {
  const { ready } = await begin(databaseUrl, isFile)
  await expect(ready).rejects.toThrow(/\S/)
})
