import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { cloneDatabase } from './test/database.ts'
import { readConfig } from './platform/config/config.ts'
import { connect } from './connect.ts'

test('queries go through the pooler, and the connection that listens does not', async () => {
  const cloned = await cloneDatabase(inject('database'))
  const dataDir = mkdtempSync(path.join(tmpdir(), 'maylab-connect-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_POOLER_URL: `${cloned.url}${cloned.url.includes('?') ? '&' : '?'}application_name=pooler`,
  })
  const { deps, close } = await connect(config, pino({ level: 'silent' }), cloned.url)
  onTestFinished(async () => {
    await close()
    await cloned.drop()
    rmSync(dataDir, { recursive: true })
  })
  const { rows } = await sql<{ isPooled: boolean; listens: boolean }>`
    select application_name = 'pooler' as is_pooled, query like 'listen%' as listens
    from pg_stat_activity where datname = current_database()`.execute(deps.db)
  expect(rows).toContainEqual({ isPooled: true, listens: false })
  expect(rows.filter((it) => it.listens)).toEqual([{ isPooled: false, listens: true }])
})
