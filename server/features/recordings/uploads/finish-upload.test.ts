import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { makeStagingFolder, stagingFile } from './staging.ts'
import { sweepDiscarded } from '../storage/sweep-storage.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'
import type { Storage } from '../../../providers/storage/storage.ts'
import { makeRow, makeSession } from '../../../test/make.ts'
import { runQueuedJobs } from '../../../test/run-queued-jobs.ts'
import { testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'

const app = await testApp()
const { deps, boss, storage, db, call, signIn, emails, clientId, sessionDefinitionId } = app
const { coachUserId } = app
const coach = await signIn(emails.coach)
const video = readFileSync(path.join(import.meta.dirname, '../../../test/media/silence.mp4'))
makeStagingFolder(deps.config)
const fail = (error: Error) => {
  throw error
}
const discarded = () => db.selectFrom('discardedFile').select('storageKey').execute()

/** Runs the job as another worker does, with a changed storage. */
const work = (change: Partial<Storage> = {}) =>
  runQueuedJobs(
    { deps: withAdapters(deps, { video_storage: { ...storage, ...change } }), boss },
    'finish-upload',
  )
afterEach(async () => {
  await db.deleteFrom('session').execute()
  await sql`delete from pgboss.job`.execute(db)
  // Nothing is left behind in any case.
  await sweepDiscarded(deps, fail)
  const left = []
  for await (const { key } of storage.list()) left.push(key)
  expect(left).toEqual([])
})

/** A completely received upload. */
async function arrived() {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const id = newId()
  writeFileSync(stagingFile(deps.config, id), video)
  await makeRow(db, 'upload', {
    ...{ id, sessionId, userId: coachUserId, status: 'processing' },
    ...{ fileName: 'talk.mp4', sizeBytes: video.length },
  })
  await deps.queue.add(db, 'finish-upload', { id })
  const row = () => db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst()
  const recording = () =>
    db.selectFrom('recording').selectAll().where('sessionId', '=', sessionId).executeTakeFirst()
  return { id, sessionId, row, recording }
}

/** A storage that waits after its first file until the test releases it. */
function gate() {
  const keys: string[] = []
  let proceed = () => {}
  const may = new Promise<void>((resolve) => (proceed = resolve))
  return {
    put: async (...given: Parameters<Storage['put']>) => {
      await storage.put(...given)
      keys.push(given[0])
      await may
    },
    reached: () => vi.waitUntil(() => keys[0], { timeout: 20_000 }),
    proceed: () => proceed(),
  }
}

test('a worker that lost its job does not harm the recording of the other', async () => {
  const { id, row, recording } = await arrived()
  const { put, reached, proceed } = gate()
  const first = work({ put })
  const lostKey = await reached()
  // What the monitor does once a worker is silent.
  await sql`update pgboss.job set state = 'retry' where state = 'active'`.execute(db)
  await work()
  const made = await recording()
  expect(made?.id).toBe(id)
  expect(await row()).toBeUndefined()
  expect(existsSync(stagingFile(deps.config, id))).toBe(false)
  proceed()
  await first
  // It deletes its own files.
  expect(await discarded()).toContainEqual({ storageKey: lostKey })
  await sweepDiscarded(deps, fail)
  expect(await storage.size(lostKey)).toBeUndefined()
  expect(await recording()).toEqual(made)
  const { storageKey = '', posterKey } = made ?? {}
  expect((await buffer(await storage.read(storageKey))).equals(video)).toBe(true)
  expect(await storage.size(posterKey ?? '')).toBeGreaterThan(0)
})

test.each([
  ['an unavailable storage', new Unavailable('away'), 'Storage is temporarily unavailable.'],
  [
    'a full disk',
    Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }),
    'The server is out of disk space. Please tell your administrator.',
  ],
])('%s is shown in a note, and the upload is finished later', async (_, error, note) => {
  const { row, recording } = await arrived()
  await work({ put: () => Promise.reject(error) })
  expect(await row()).toMatchObject({ note, status: 'processing', error: null })
  await work()
  expect(await row()).toBeUndefined()
  expect(await recording()).toBeDefined()
})

test('an upload cancelled during processing leaves nothing', async () => {
  const { id, recording } = await arrived()
  const { put, reached, proceed } = gate()
  const working = work({ put })
  await reached()
  const headers = { 'tus-resumable': '1.0.0' }
  const cancelled = await call({ method: 'DELETE', url: `/api/uploads/${id}`, headers }, coach)
  expect(cancelled.statusCode).toBe(204)
  await working
  proceed()
  await expect.poll(async () => (await discarded()).length).toBeGreaterThan(0)
  expect(await recording()).toBeUndefined()
})

test('deleting a session during processing deletes everything without a deadlock', async () => {
  let puts = 0
  const put: Storage['put'] = async (...given) => {
    await storage.put(...given)
    puts++
  }
  for (let round = 0; round < 4; round++) {
    const { sessionId, row } = await arrived()
    const before = puts
    const working = work({ put })
    // At a different moment of the last steps each time.
    await vi.waitUntil(() => puts > before + (round % 2), { timeout: 20_000, interval: 1 })
    await sleep(round)
    const { statusCode } = await call(
      { method: 'DELETE', url: `/api/sessions/${sessionId}` },
      coach,
    )
    expect(statusCode).toBe(200)
    await working
    expect(await row()).toBeUndefined()
  }
}, 60_000)
