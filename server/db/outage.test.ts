import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { databaseQueue } from '../jobs/queue.ts'
import { startJobs } from '../jobs/run-jobs.ts'
import { newId } from '../ids.ts'
import { fakeTranscriber } from '../test/fake-transcriber.ts'
import { makePeople, makeSession } from '../test/make.ts'
import { makeRecording } from '../test/make-recording.ts'
import { localDisk } from '../providers/storage/local-disk.ts'
import { openDb } from './db.ts'
import { type EmbeddedServer, startEmbedded } from './embedded.ts'
import { isAlive } from './embedded-processes.ts'
import { keepEmbedded } from './embedded-watch.ts'
import { migrate } from './migrate.ts'
import { announce, openAnnouncements } from './notify.ts'

// A database of the test's own, which it may kill.
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-outage-'))
const base = path.join(folder, 'database')
const none = () => undefined
let server: EmbeddedServer
let url = ''
beforeAll(async () => {
  server = await startEmbedded(base)
  url = server.urlOf('postgres')
  await migrate(url)
  await runMigrations({ connectionString: url })
})
afterAll(async () => {
  await (await startEmbedded(base)).stop()
  rmSync(folder, { recursive: true })
})

async function kill() {
  process.kill(server.pid, 'SIGQUIT')
  await vi.waitUntil(() => !isAlive(server.pid), { timeout: 10_000 })
}
const startAgain = async () => void (server = await startEmbedded(base))

test('whoever listens for announcements asks once a second while the database is away, and hears again after it', async () => {
  const failed: Error[] = []
  const heard = vi.fn<() => void>()
  const announcements = await openAnnouncements(url, (error) => failed.push(error))
  announcements.listen('a topic', heard)
  await kill()
  await sleep(4_500)
  // The break itself is told once or twice, then each try once.
  expect(failed.length).toBeGreaterThan(2)
  expect(failed.length).toBeLessThan(8)
  await startAgain()
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), { timeout: 5_000 })

  const { db } = openDb(url, none, 1)
  await announce(db, 'a topic')
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2), { timeout: 5_000 })
  const { rows } = await sql`select from pg_stat_activity where query like 'listen %'`.execute(db)
  expect(rows).toHaveLength(1)
  await announcements.close()
  await db.destroy()
})

test('background work goes on after the database was away', async () => {
  const { db } = openDb(url, none, 3)
  const config = { appOrigin: undefined, brandName: 'Maylab', dataDir: folder, trustProxy: false }
  const storage = localDisk(path.join(folder, 'recordings'))
  const deps = { db, config, storage, queue: databaseQueue, transcriber: fakeTranscriber() }
  const jobs = await startJobs(deps, {
    connectionString: url,
    onError: none,
    times: { retryMs: 100, rescueMs: 100 },
  })
  await kill()
  await sleep(3_000)
  await startAgain()

  const { clientId, sessionDefinitionId } = await makePeople(db)
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  await makeRecording(deps, sessionId)
  const id = newId()
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('transcription').values({ id, sessionId }).execute()
    await databaseQueue.add(tx, 'transcribe', { transcriptionId: id })
  })
  const row = db.selectFrom('transcription').select('status').where('id', '=', id)
  await vi.waitFor(
    async () => expect(await row.executeTakeFirst()).toEqual({ status: 'completed' }),
    { timeout: 20_000 },
  )
  await jobs.stop()
  await db.destroy()
})

test('an embedded database that was killed comes back by itself, until nobody watches any more', async () => {
  const kept = await keepEmbedded(base, none, none)
  await kill()
  const { db } = openDb(url, none, 1)
  const answers = () =>
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
  await vi.waitUntil(answers, { timeout: 20_000 })
  server = await kept.leave()
  await db.destroy()
  await kill()
  await sleep(2_000)
  expect(isAlive(server.pid)).toBe(false)
})
