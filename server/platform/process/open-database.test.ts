import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { onTestFinished, test, vi } from 'vitest'
import { openDatabase } from './open-database.ts'

test('the embedded database ignores PG variables meant for another server', async () => {
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
