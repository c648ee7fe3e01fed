import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { addDelivery } from './features/webhooks/deliveries.queries.ts'
import { newId } from './platform/ids.ts'
import { localService } from './test/local-service.ts'
import { makeRecording } from './test/make-recording.ts'
import { daysFromNow, makeRow, makeSession } from './test/make.ts'
import { testApp } from './test/test-app.ts'
import { withAdapters } from './test/with-adapters.ts'
import { jobs } from './jobs.ts'
import { startJobs } from './jobs.ts'

const { deps, storage, db, call, emails, databaseUrl, ...ids } = await testApp()
const { coachUserId, clientId, sessionDefinitionId } = ids
const errors: Error[] = []
const started: { stop: () => Promise<void> }[] = []
async function start(change: Partial<typeof deps> = {}) {
  const runner = await startJobs(
    { ...deps, ...change },
    { connectionString: databaseUrl, onError: (error) => errors.push(error) },
  )
  started.push(runner)
  return runner
}
afterEach(async () => {
  for (const runner of started.splice(0)) await runner.stop()
  expect(errors.splice(0)).toEqual([])
})

const logins = () => db.selectFrom('login').select('id').execute()

test('expired rows are deleted, and nothing else', async () => {
  await start()
  const login = (expiresAt: string) => {
    const id = newId()
    return { id, tokenHash: id, userId: coachUserId, expiresAt }
  }
  await db
    .insertInto('login')
    .values([login(daysFromNow(1)), login(daysFromNow(-1))])
    .execute()
  await deps.queue.add(db, 'purge', {})
  await expect.poll(logins).toHaveLength(1)
})

test('every schedule is set when two processes start at the same time', async () => {
  await Promise.all([start(), start()])
  const { rows } = await sql<{ key: string }>`select key from pgboss.schedule`.execute(db)
  const scheduled = jobs.filter(({ schedule }) => schedule).map(({ name }) => name)
  expect(rows.map(({ key }) => key).toSorted()).toEqual(scheduled.toSorted())
})

const discard = async () => {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const storageKey = await makeRecording(deps, sessionId)
  await db.deleteFrom('recording').where('sessionId', '=', sessionId).execute()
  return storageKey
}

test('the file of a deleted recording is deleted', async () => {
  const key = await discard()
  await start()
  await deps.queue.add(db, 'sweep', {})
  await expect.poll(() => storage.size(key)).toBeUndefined()
})

test('stopping does not wait for storage that hangs', async () => {
  await discard()
  let isAsked = false
  const hanging = () => {
    isAsked = true
    return new Promise<void>(() => undefined)
  }
  const runner = await start(withAdapters(deps, { video_storage: { ...storage, remove: hanging } }))
  await deps.queue.add(db, 'sweep', {})
  await expect.poll(() => isAsked).toBe(true)
  const begin = Date.now()
  started.length = 0
  await runner.stop()
  expect(Date.now() - begin).toBeLessThan(5_000)
})

/** PostgreSQL's Terminate message, which a client sends before closing. */
const terminateMessage = Buffer.from([0x58, 0, 0, 0, 4])

/** Connection string of a proxy that holds the Terminate message back, so that connections stay in the middle of closing. */
async function startProxyThatNeverCloses() {
  const { host, port, user, password, database } = new pg.Client({ connectionString: databaseUrl })
  const isSocket = host.startsWith('/')
  const end = isSocket ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port }
  const line = net.createServer({ allowHalfOpen: true }, (near) => {
    const far = net.connect(end)
    near.on('data', (sent) => {
      if (!sent.subarray(-terminateMessage.length).equals(terminateMessage)) far.write(sent)
    })
    far.pipe(near)
    for (const each of [near, far]) each.on('error', () => undefined)
  })
  await once(line.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void line.close())
  const { port: near } = line.address() as AddressInfo
  const person = [user, password].filter(Boolean).join(':')
  return `postgres://${person}@127.0.0.1:${near}/${database}?application_name=far-away`
}

test('a database that closes connections right after a stop causes no error', async () => {
  const connectionString = await startProxyThatNeverCloses()
  const runner = await startJobs(deps, { connectionString, onError: (error) => errors.push(error) })
  await runner.stop()
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'far-away'`.execute(db)
  // Its connections are still closing and receive the termination error.
  expect(rows.length).toBeGreaterThan(0)
  await sleep(200)
})

test('webhooks that never respond delay no mail, and have two deliveries at a time', async () => {
  const silent = await localService(() => new Promise<void>(() => undefined))
  const config = { ...deps.config, allowedLocalHosts: [new URL(silent.origin).host] }
  const [id, sent] = [newId(), vi.fn(async () => 'sent' as const)]
  const secret = deps.keys.encrypt('webhook-secret', id, 'whsec_')
  await makeRow(db, 'webhook', { id, url: `${silent.origin}/hook`, events: [], secret })
  for (let i = 0; i < 12; i++) await addDelivery(db, deps.queue, id, { event: 'test', data: {} })
  await start({
    ...withAdapters(deps, { email_sms: { channel: 'email', deliver: sent } }),
    config,
  })
  await expect.poll(() => silent.calls.length, { timeout: 10_000 }).toBe(2)
  const payload = { email: emails.coach }
  await call({ method: 'POST', url: '/api/auth/forgot-password', payload })
  await expect.poll(() => sent.mock.calls.length, { timeout: 2_000 }).toBe(1)
  expect(silent.calls).toHaveLength(2)
  await db.deleteFrom('webhook').execute()
})
