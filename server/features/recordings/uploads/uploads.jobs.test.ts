import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { makeStagingFolder, stagingFile } from './staging.ts'
import { sweepDiscarded } from '../storage/sweep-storage.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'
import type { Storage } from '../../../providers/storage/storage.ts'
import { makeSession } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'
import { type JobTimings, startJobs } from '../../../platform/process/run-jobs.ts'
import { maxUploadAttempts } from './finish-upload.queries.ts'

const {
  deps,
  storage,
  db,
  call,
  signIn,
  emails,
  clientId,
  sessionDefinitionId,
  coachUserId,
  databaseUrl,
} = await testApp()
const coach = await signIn(emails.coach)
const video = readFileSync(path.join(import.meta.dirname, '../../../test/media/silence.mp4'))
makeStagingFolder(deps.config)

const quick = { heartbeatMs: 50, leaseMs: 1_000, retryMs: 50, recoveryMs: 100 }
const started: { stop: () => Promise<void> }[] = []
const errors: Error[] = []

/** Another worker process. */
async function startWorker(change: Partial<Storage> = {}, times: Partial<JobTimings> = {}) {
  const jobs = await startJobs(withAdapters(deps, { video_storage: { ...storage, ...change } }), {
    connectionString: databaseUrl,
    onError: (error) => errors.push(error),
    times: { ...quick, ...times },
  })
  started.push(jobs)
  return jobs
}
afterEach(async () => {
  await Promise.all(started.splice(0).map((it) => it.stop()))
  expect(errors.splice(0)).toEqual([])
  await db.deleteFrom('session').execute()
  // Nothing is left behind in any case.
  await sweepDiscarded(deps, (error) => errors.push(error))
  const left = []
  for await (const { key } of storage.list()) left.push(key)
  expect([left, errors.splice(0)]).toEqual([[], []])
})

/** A completely received upload. */
async function arrived(content: Uint8Array = video) {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const id = newId()
  writeFileSync(stagingFile(deps.config, id), content)
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('upload')
      .values({
        ...{ id, sessionId, userId: coachUserId, status: 'processing' },
        ...{ fileName: 'talk.mp4', sizeBytes: content.length },
      })
      .execute()
    await deps.queue.add(tx, 'finish-upload', { id })
  })
  const row = () => db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst()
  const recording = () =>
    db.selectFrom('recording').selectAll().where('sessionId', '=', sessionId).executeTakeFirst()
  const untilRecorded = async () => {
    const made = await vi.waitUntil(recording, { timeout: 20_000 })
    expect(made.id).toBe(id)
    expect((await buffer(await storage.read(made.storageKey))).equals(video)).toBe(true)
    expect(await storage.size(made.posterKey ?? '')).toBeGreaterThan(0)
    expect(await row()).toBeUndefined()
    await expect.poll(() => existsSync(stagingFile(deps.config, id))).toBe(false)
    return made
  }
  const untilRow = (values: object) =>
    vi.waitFor(async () => expect(await row()).toMatchObject(values), { timeout: 20_000 })
  return { id, sessionId, row, recording, untilRecorded, untilRow }
}

/** A step that waits until the test releases it. */
function gate() {
  let isReached = false
  let proceed = () => {}
  const may = new Promise<void>((resolve) => (proceed = resolve))
  return {
    step: () => {
      isReached = true
      return may
    },
    reached: () => vi.waitUntil(() => isReached, { timeout: 20_000 }),
    proceed: () => proceed(),
  }
}

test('a worker that lost its lease does not harm the recording of the other', async () => {
  const { id, untilRecorded } = await arrived()
  const put = gate()
  const asleep = {
    put: async (...given: Parameters<Storage['put']>) => {
      await storage.put(...given)
      if (given[0] === `${id}-1`) await put.step()
    },
  }
  await startWorker(asleep, { heartbeatMs: 60_000 })
  await put.reached()
  await startWorker()
  const made = await untilRecorded()
  put.proceed()
  // It notices at its last step, and deletes its own files.
  await expect
    .poll(() => db.selectFrom('discardedFile').select('storageKey').execute())
    .toContainEqual({ storageKey: `${id}-1` })
  await sweepDiscarded(deps, (error) => errors.push(error))
  expect(await storage.size(`${id}-1`)).toBeUndefined()
  expect(made.storageKey).not.toBe(`${id}-1`)
  expect(await storage.size(made.storageKey)).toBe(video.length)
  expect(await storage.size(made.posterKey ?? '')).toBeGreaterThan(0)
})

test.each([
  ['an unavailable storage', new Unavailable('away'), 'Storage is temporarily unavailable.'],
  ['a full disk', Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }), 'out of disk space'],
])('%s is shown in a note and retried without counting an attempt', async (_, error, note) => {
  const { untilRecorded, untilRow } = await arrived()
  let isAway = true
  await startWorker({
    put: async (...given) => {
      if (isAway) throw error
      await storage.put(...given)
    },
  })
  await untilRow({ note: expect.stringContaining(note), status: 'processing', attempts: 0 })
  await sleep(500)
  isAway = false
  await untilRecorded()
})

test('an upload fails after two days of retries, with the reason', async () => {
  const { id, untilRow } = await arrived()
  await db
    .updateTable('upload')
    .set({ lastSeenAt: new Date(Date.now() - 49 * 3600 * 1000).toISOString() })
    .where('id', '=', id)
    .execute()
  await startWorker({ put: () => Promise.reject(new Unavailable('away')) })
  await untilRow({ status: 'failed', error: expect.stringContaining('cannot be stored') })
})

test('a stop does not wait for a hanging storage, and the next start continues', async () => {
  const { untilRecorded, untilRow } = await arrived()
  const put = gate()
  const jobs = await startWorker({ put: put.step })
  await put.reached()
  const begin = Date.now()
  await jobs.stop()
  expect(Date.now() - begin).toBeLessThan(5_000)
  await untilRow({ attempts: 0, leasedUntil: null })
  await startWorker()
  await untilRecorded()
})

test('an unexpected error is reported and retried, and finally fails the upload', async () => {
  const { id, untilRow } = await arrived()
  await startWorker({ put: () => Promise.reject(new Error('secret detail')) })
  await untilRow({ status: 'failed', error: expect.stringContaining('Something went wrong') })
  // The last error is reported after the row was set to failed.
  await expect.poll(() => errors.length).toBe(maxUploadAttempts)
  for (const { message } of errors.splice(0)) expect(message).toBe('secret detail')
  await expect.poll(() => existsSync(stagingFile(deps.config, id))).toBe(false)
})

test('an upload cancelled during processing leaves nothing', async () => {
  const { id, recording } = await arrived()
  const put = gate()
  await startWorker({
    put: async (...given) => {
      await storage.put(...given)
      await put.step()
    },
  })
  await put.reached()
  const headers = { 'tus-resumable': '1.0.0' }
  const cancelled = await call({ method: 'DELETE', url: `/api/uploads/${id}`, headers }, coach)
  expect(cancelled.statusCode).toBe(204)
  put.proceed()
  await expect
    .poll(async () => (await db.selectFrom('discardedFile').selectAll().execute()).length)
    .toBeGreaterThan(0)
  expect(await recording()).toBeUndefined()
})

test('deleting a session during processing deletes everything without a deadlock', async () => {
  let puts = 0
  await startWorker({
    put: async (...given) => {
      await storage.put(...given)
      puts++
    },
  })
  for (let round = 0; round < 4; round++) {
    const { sessionId, row } = await arrived()
    const before = puts
    // At a different moment of the last steps each time.
    await vi.waitUntil(() => puts > before + (round % 2), { timeout: 20_000, interval: 1 })
    await sleep(round)
    const { statusCode } = await call(
      { method: 'DELETE', url: `/api/sessions/${sessionId}` },
      coach,
    )
    expect(statusCode).toBe(200)
    expect(await row()).toBeUndefined()
  }
}, 60_000)
