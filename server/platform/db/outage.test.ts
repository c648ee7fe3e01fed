import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '../ids.ts'
import { eventListeners, neverBeating } from '../../test/event-processes.ts'
import { daysFromNow, makeRow, makeUser } from '../../test/make.ts'
import { queueJob } from '../../test/queue-job.ts'
import { eventStreams } from '../http/event-stream.ts'
import { openDb } from './db.ts'
import { type EmbeddedServer, startEmbedded } from './embedded/embedded.ts'
import { isAlive } from './embedded/embedded-processes.ts'
import { watchEmbedded } from './embedded/embedded-watch.ts'
import { migrateQueues } from '../jobs/boss.ts'
import { migrate } from './migrate.ts'
import { announce, openAnnouncements } from './notify.ts'

// A database server of its own, because the tests kill it.
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-outage-'))
const base = path.join(folder, 'database')
const none = () => undefined
const listenTo = eventListeners()
let server: EmbeddedServer
let url = ''
beforeAll(async () => {
  server = await startEmbedded(base)
  url = server.urlOf('postgres')
  await migrate(url)
  await migrateQueues(url)
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

test('announcements reconnect once a second while the database is unavailable', async () => {
  const errors: Error[] = []
  const onChange = vi.fn<() => void>()
  const announcements = await openAnnouncements(url, (error) => errors.push(error))
  announcements.listen('a topic', onChange)
  await kill()
  await sleep(4_500)
  // One or two errors for the lost connection, then one per attempt.
  expect(errors.length).toBeGreaterThan(2)
  expect(errors.length).toBeLessThan(8)
  await startAgain()
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), { timeout: 5_000 })

  const { db } = openDb(url, none, 1)
  await announce(db, 'a topic')
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2), { timeout: 5_000 })
  const { rows } = await sql`select from pg_stat_activity where query like 'listen %'`.execute(db)
  expect(rows).toHaveLength(1)
  await announcements.close()
  await db.destroy()
})

test('an open event stream survives a database outage', async () => {
  const { db } = openDb(url, none, 2)
  const announcements = await openAnnouncements(url, none)
  const userId = await makeUser(db, { email: 'listens@example.com', roles: ['coach_user'] })
  const id = newId()
  await db
    .insertInto('login')
    .values({ id, tokenHash: id, userId, isRemembered: false, expiresAt: daysFromNow(1) })
    .execute()
  const app = Fastify({ forceCloseConnections: true })
  const stream = eventStreams(app, { db, announcements }, { ...neverBeating, heartbeatMs: 50 })
  app.get('/', (_request, reply) =>
    stream(
      reply,
      { ...{ userId, loginId: id, originalUserId: null }, roles: ['coach_user'], address: '::1' },
      {
        ...{ topics: [], maxDurationMs: 60_000 },
        read: async () => undefined,
        mayListen: async () => true,
      },
    ),
  )
  const { heard, ended } = await listenTo(await app.listen({ port: 0, host: '127.0.0.1' }), '')
  const beats = () => heard.text.split('\n:\n').length
  await vi.waitFor(() => expect(beats()).toBeGreaterThan(2))
  await kill()
  await sleep(300)
  const before = beats()
  await startAgain()
  await vi.waitFor(() => expect(beats()).toBeGreaterThan(before + 2), { timeout: 5_000 })
  await db.deleteFrom('login').where('id', '=', id).execute()
  await ended
  await app.close()
  await announcements.close()
  await db.destroy()
})

test('background jobs continue after a database outage, even during a job', async () => {
  // A sweep waits for this lock, so that the database is killed during the job.
  const holder = new pg.Client({ connectionString: url })
  holder.on('error', none)
  await holder.connect()
  await holder.query('begin; lock table discarded_file in access exclusive mode')
  const worker = spawn(process.execPath, ['server/worker.ts'], {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: path.join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  for await (const text of worker.stdout) if (String(text).includes('Waiting for work')) break
  const { db } = openDb(url, none, 1)
  await queueJob(db, 'sweep', {})
  const waiting = sql`select from pg_locks where not granted and relation = 'discarded_file'::regclass`
  await vi.waitFor(async () => expect((await waiting.execute(db)).rows).toHaveLength(1), {
    timeout: 30_000,
  })
  await kill()
  await sleep(3_000)
  await startAgain()

  const userId = await makeUser(db, { email: 'gone@example.com', roles: ['coach_user'] })
  const long = { createdAt: '2020-01-01T00:00:00Z', expiresAt: '2020-01-02T00:00:00Z' }
  await makeRow(db, 'login', { tokenHash: 'a hash', userId, isRemembered: false, ...long })
  await queueJob(db, 'purge', {})
  await vi.waitFor(
    async () => expect(await db.selectFrom('login').select('id').execute()).toEqual([]),
    { timeout: 30_000 },
  )
  expect(worker.exitCode).toBeNull()
  worker.kill('SIGTERM')
  await once(worker, 'exit')
  await db.destroy()
}, 90_000)

test('a killed embedded database is restarted until it is no longer watched', async () => {
  const watched = await watchEmbedded(base, none)
  await kill()
  const { db } = openDb(url, none, 1)
  const answers = () =>
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
  await vi.waitUntil(answers, { timeout: 20_000 })
  server = await watched.stopWatching()
  await db.destroy()
  await kill()
  await sleep(2_000)
  expect(isAlive(server.pid)).toBe(false)
})
