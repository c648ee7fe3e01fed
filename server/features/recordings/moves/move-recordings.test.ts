import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { RecordingsMove } from '#contract/recordings/recordings-move.ts'
import { maxMoveAttempts } from '#contract/recordings/recordings-move.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { createCatalogue } from '../../../providers/catalogue/catalogue.ts'
import { createProviders } from '../../../providers/registry.ts'
import { localDisk } from '../../../providers/storage/local-disk.ts'
import type { Storage } from '../../../providers/storage/storage.ts'
import { makeRecording } from '../../../test/make-recording.ts'
import { localDiskId, makeRow, makeSession, updateRow } from '../../../test/make.ts'
import { runQueuedJobs, secondsUntil } from '../../../test/run-queued-jobs.ts'
import { listStatusCodes, testApp } from '../../../test/test-app.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { getMoveStatus, startMove } from './moves.service.ts'
import { sweepDiscarded } from '../storage/sweep-storage.ts'

/** Makes the other storage fail, until the next test. */
let override: Partial<Storage> = {}
const app = await testApp((given) => {
  const { dataDir } = given.config
  const catalogue = createCatalogue({ dataDir, modelsDir: dataDir, keyDir: dataDir })
  const disk = localDisk(path.join(dataDir, 'other'))
  const other = {
    fields: {},
    open: () => ({
      ...disk,
      put: (...of: Parameters<Storage['put']>) => override.put?.(...of) ?? disk.put(...of),
    }),
  }
  const known = { ...catalogue, video_storage: { ...catalogue.video_storage, other } }
  return { providers: createProviders(given, known) }
})
const { deps, db, call, signIn, emails, storage, clientId, sessionDefinitionId } = app
const system = await signIn(emails.system)
const coach = await signIn(emails.coach)
const otherId = await makeRow(db, 'integration', { type: 'video_storage', provider: 'other' })
const otherDisk = localDisk(path.join(deps.config.dataDir, 'other'))
const errors: Error[] = []
const onError = (error: Error) => void errors.push(error)
/** Runs the job, and again while it is due. */
async function work(id: string) {
  do await runQueuedJobs(app, 'move-recordings', { onError })
  while (((await secondsUntil(app, 'move-recordings', { id })) ?? 1) <= 0)
}

async function switchTo(id: string) {
  await db.transaction().execute(async (tx) => {
    const ofType = tx.updateTable('integration').where('type', '=', 'video_storage')
    await ofType.set({ isActive: false }).execute()
    await ofType.set({ isActive: true }).where('id', '=', id).execute()
  })
  await expect.poll(async () => (await deps.providers.active('video_storage')).id).toBe(id)
}

/** A recording with a poster and a playable copy on the local disk. */
async function record() {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const id = await makeRecording(deps, sessionId)
  const picture = path.join(deps.config.dataDir, 'picture')
  writeFileSync(picture, 'a picture')
  await storage.put(`${id}.jpg`, picture, 'image/jpeg', { sessionId })
  const copy = path.join(deps.config.dataDir, 'copy')
  writeFileSync(copy, 'a copy')
  await storage.put(`${id}.mp4`, copy, 'video/mp4', { sessionId })
  await updateRow(db, 'recording', id, {
    posterKey: `${id}.jpg`,
    playableKey: `${id}.mp4`,
    playableBytes: 6,
  })
  return { id, sessionId }
}
const getRow = (id: string) =>
  db.selectFrom('recording').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const url = '/api/admin/recordings/move-all'
const state = async () => (await call({ url }, system)).json<RecordingsMove>()
const start = () => call({ method: 'POST', url }, system)
async function started() {
  const answer = await start()
  expect(answer.statusCode).toBe(200)
  return answer.json<RecordingsMove>().move?.id ?? ''
}
const due = () => sql`update recording_move_failure set next_try_at = now()`.execute(db)

afterEach(async () => {
  override = {}
  await switchTo(localDiskId)
  for (const table of ['recordingsMove', 'recording', 'discardedFile', 'auditEntry'] as const)
    await db.deleteFrom(table).execute()
  expect(errors.splice(0)).toEqual([])
})

test('recordings move to the active storage with posters and copies, and play throughout', async () => {
  const recordings = [await record(), await record(), await record()]
  await switchTo(otherId)
  expect(await state()).toMatchObject({
    active: { id: otherId, provider: 'other', blocked: null },
    otherStorages: [
      { integrationId: localDiskId, provider: 'local_disk', recordings: 3, bytes: 33 },
    ],
    move: null,
  })
  const moveId = await started()
  const played: number[] = []
  override.put = async (...of) => {
    for (const { sessionId } of recordings)
      played.push((await call({ url: `/api/sessions/${sessionId}/recording` }, coach)).statusCode)
    return otherDisk.put(...of)
  }
  await work(moveId)
  expect(await state()).toMatchObject({
    otherStorages: [],
    move: { status: 'done', moved: 3, remaining: 0, failed: 0, failures: [], note: null },
  })
  expect(played.length).toBeGreaterThan(3)
  expect(new Set(played)).toEqual(new Set([200]))
  for (const { id, sessionId } of recordings) {
    const { integrationId, storageKey, posterKey, playableKey } = await getRow(id)
    expect(integrationId).toBe(otherId)
    expect(String(await buffer(await otherDisk.read(storageKey)))).toBe('a recording')
    expect(String(await buffer(await otherDisk.read(posterKey ?? '')))).toBe('a picture')
    expect(String(await buffer(await otherDisk.read(playableKey ?? '')))).toBe('a copy')
    const of = `/api/sessions/${sessionId}/recording`
    expect((await call({ url: of }, coach)).body).toBe('a copy')
    expect((await call({ url: `${of}?download=1` }, coach)).body).toBe('a recording')
    expect((await call({ url: `${of}/poster` }, coach)).body).toBe('a picture')
  }
})

test('the old file stays for hours after a move, for users who are watching', async () => {
  const { id } = await record()
  await switchTo(otherId)
  await work(await started())
  await sweepDiscarded(deps, onError)
  expect(await storage.size(id)).toBe(11)
  await sql`update discarded_file set keep_until = now()`.execute(db)
  await sweepDiscarded(deps, onError)
  expect(await storage.size(id)).toBeUndefined()
  expect(await storage.size(`${id}.jpg`)).toBeUndefined()
  expect(await storage.size(`${id}.mp4`)).toBeUndefined()
  expect(await otherDisk.size((await getRow(id)).storageKey)).toBe(11)
})

test('deleting a recording also deletes the old file of its move', async () => {
  const { id, sessionId } = await record()
  await switchTo(otherId)
  await work(await started())
  const { storageKey } = await getRow(id)
  await call({ method: 'DELETE', url: `/api/sessions/${sessionId}/recording` }, coach)
  await sweepDiscarded(deps, onError)
  for (const key of [id, `${id}.jpg`, `${id}.mp4`]) expect(await storage.size(key)).toBeUndefined()
  expect(await otherDisk.size(storageKey)).toBeUndefined()
})

test('a copy that differs from the original is discarded', async () => {
  const { id } = await record()
  await switchTo(otherId)
  const moveId = await started()
  override.put = (key, _file, type, options) => {
    const wrong = path.join(deps.config.dataDir, 'wrong')
    writeFileSync(wrong, 'A RECORDING')
    return otherDisk.put(key, wrong, type, options)
  }
  await work(moveId)
  expect((await getRow(id)).integrationId).toBe(localDiskId)
  expect(await storage.size(id)).toBe(11)
  const { move } = await state()
  expect(move).toMatchObject({
    ...{ status: 'running', moved: 0, remaining: 1, failed: 1 },
    failures: [{ recordingId: id, error: 'The copy differs from the original.', attempts: 1 }],
  })
  expect(move?.failures[0]?.nextTryAt).not.toBeNull()
  // The copy is deleted.
  await sweepDiscarded(deps, onError)
  const left = []
  for await (const { key } of otherDisk.list()) if (key.startsWith(id)) left.push(key)
  expect(left).toEqual([])
})

test.each([new Unavailable('It is full.'), new Rejected('refused', 'It is full.')])(
  'a recording that fails to move ($name) is retried, and does not stop the others',
  async (error) => {
    const [bad, good] = [await record(), await record()]
    await switchTo(otherId)
    const moveId = await started()
    override.put = (key, ...of) =>
      key.startsWith(bad.id) ? Promise.reject(error) : otherDisk.put(key, ...of)
    for (let tries = 1; tries < maxMoveAttempts; tries++) {
      await work(moveId)
      expect((await getRow(good.id)).integrationId).toBe(otherId)
      expect((await state()).move).toMatchObject({
        status: 'running',
        failures: [
          { recordingId: bad.id, error: 'It is full.', attempts: tries, provider: 'local_disk' },
        ],
      })
      // No attempt before the retry time.
      await work(moveId)
      await due()
    }
    await work(moveId)
    await work(moveId)
    expect((await state()).move).toMatchObject({
      ...{ status: 'done', moved: 1, remaining: 1, failed: 1 },
      failures: [{ attempts: maxMoveAttempts, nextTryAt: null }],
    })
    override = {}
    await work(await started())
    expect((await state()).move).toMatchObject({
      status: 'done',
      moved: 1,
      remaining: 0,
      failed: 0,
    })
  },
)

test('a move ends when another provider is activated', async () => {
  await record()
  await switchTo(otherId)
  const moveId = await started()
  await switchTo(localDiskId)
  await work(moveId)
  expect((await state()).move).toMatchObject({
    ...{ status: 'stopped', moved: 0 },
    note: 'Another provider was activated.',
  })
})

test('a recording deleted during its move leaves no file', async () => {
  const { id, sessionId } = await record()
  await switchTo(otherId)
  const moveId = await started()
  override.put = async (...of) => {
    await db.deleteFrom('session').where('id', '=', sessionId).execute()
    return otherDisk.put(...of)
  }
  await work(moveId)
  await sweepDiscarded(deps, onError)
  expect(await storage.size(id)).toBeUndefined()
  const left = []
  for await (const { key } of otherDisk.list()) if (key.startsWith(id)) left.push(key)
  expect(left).toEqual([])
  expect((await state()).move).toMatchObject({ status: 'done', remaining: 0 })
})

test('a playable copy made during a move is moved too', async () => {
  const { id } = await record()
  await sql`update recording set playable_key = null, playable_bytes = null`.execute(db)
  await switchTo(otherId)
  const moveId = await started()
  override.put = async (...of) => {
    await sql`update recording set playable_key = ${`${id}.mp4`}, playable_bytes = 6
      where storage_key = ${id}`.execute(db)
    return otherDisk.put(...of)
  }
  await work(moveId)
  const { integrationId, playableKey } = await getRow(id)
  expect(integrationId).toBe(otherId)
  expect(String(await buffer(await otherDisk.read(playableKey ?? '')))).toBe('a copy')
})

describe('starting a move', () => {
  test('is possible one at a time, and only if there is something to move', async () => {
    const nothing = await start()
    expect([nothing.statusCode, nothing.json()]).toMatchObject([
      409,
      { error: 'All recordings are already with the active provider.' },
    ])
    await record()
    await switchTo(otherId)
    const both = await Promise.all([start(), start()])
    expect(listStatusCodes(both)).toEqual([200, 409])
    const refused = both.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({ error: 'Recordings are already being moved.' })
  })

  test('is rejected while audio must stay on this machine', async () => {
    await record()
    const kept = { ...deps, installation: { ...deps.installation, audioStaysHere: true } }
    expect((await getMoveStatus(kept)).active.blocked).toBeNull()
    await switchTo(otherId)
    const why = expect.stringContaining('Audio never leaves this machine')
    expect((await getMoveStatus(kept)).active.blocked).toEqual(why)
    // It is rejected before the actor is read.
    await expect(startMove(kept, {} as Actor)).rejects.toMatchObject({ message: why })
  })

  test('is audited without names', async () => {
    const { id } = await record()
    await switchTo(otherId)
    await work(await started())
    await call({ method: 'POST', url: `${url}/stop` }, system)
    const entries = await db
      .selectFrom('auditEntry')
      .select(['action', 'rowId', 'clientId', 'details', 'userId'])
      .where('action', 'like', '%mov%')
      .orderBy('createdAt')
      .execute()
    expect(entries).toMatchObject([
      { action: 'recordings-move-started', details: { to: 'other' } },
      {
        ...{ action: 'recording-moved', rowId: id, clientId },
        details: { from: 'local_disk', to: 'other' },
      },
    ])
    expect(new Set(entries.map(({ userId }) => userId)).size).toBe(1)
  })
})
