import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDb } from '../../platform/db/db.ts'
import { type EmbeddedServer, startEmbedded } from '../../platform/db/embedded/embedded.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'
import { getPlanState } from './events/plan-events.queries.ts'

// A separate database, because the test kills it.
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-plan-state-'))
let server: EmbeddedServer
let url = ''
beforeAll(async () => {
  server = await startEmbedded(path.join(folder, 'database'))
  url = server.urlOf('postgres')
  await migrate(url)
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

async function stateOf(clientId: string, timeZone = 'Europe/Copenhagen') {
  const { db } = openDb(url, () => undefined, 1)
  const state = await getPlanState(db, { clientId, timeZone })
  await db.destroy()
  return state
}

test('the state of a plan depends on the day', async () => {
  const clientId = newId()
  // Two time zones with different days at any time.
  expect(await stateOf(clientId, 'Pacific/Kiritimati')).not.toBe(
    await stateOf(clientId, 'Pacific/Pago_Pago'),
  )
})

test('the state of a plan changes after a database crash, which loses the unlogged changes, but not after a restart', async () => {
  const clientId = newId()
  const state = await stateOf(clientId)
  await server.stop()
  server = await startEmbedded(path.join(folder, 'database'))
  expect(await stateOf(clientId)).toBe(state)
  const { db } = openDb(url, () => undefined, 1)
  const dying = sql`select pg_sleep(60), 'dying'`.execute(db).catch(() => undefined)
  const other = openDb(url, () => undefined, 1)
  const sleeper = await vi.waitFor(async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where query like '%dying%' and pid <> pg_backend_pid()
    `.execute(other.db)
    return rows[0]!.pid
  }, 10_000)
  process.kill(sleeper, 'SIGKILL')
  await dying
  await Promise.all([db.destroy(), other.db.destroy()])
  await vi.waitFor(async () => expect(await stateOf(clientId)).not.toBe(state), {
    timeout: 20_000,
    interval: 500,
  })
}, 60_000)
