import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { startJobs } from '../../../platform/process/run-jobs.ts'
import { createCatalogue } from '../../../providers/catalogue/catalogue.ts'
import { createProviders } from '../../../providers/registry.ts'
import { localDisk } from '../../../providers/storage/local-disk.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'
import { localDiskId, makeSession } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { sweepDiscarded, sweepOrphans } from './sweep-storage.ts'

let isAway = false
const { deps, db, call, signIn, emails, databaseUrl, clientId, sessionDefinitionId, storage } =
  await testApp((given) => {
    const { dataDir } = given.config
    const catalogue = createCatalogue({ dataDir, modelsDir: dataDir, keyDir: dataDir })
    const other = {
      fields: { folder: {} },
      open({ folder = '' }) {
        if (isAway) throw new Unavailable('The other storage does not answer.')
        return localDisk(path.join(dataDir, folder))
      },
    }
    const known = { ...catalogue, video_storage: { ...catalogue.video_storage, other } }
    return { providers: createProviders(given, known) }
  })
const coach = await signIn(emails.coach)
const video = readFileSync(path.join(import.meta.dirname, '../../../test/media/short.webm'))
const otherId = newId()
const otherStorage = localDisk(path.join(deps.config.dataDir, 'other'))
const fail = (error: Error) => {
  throw error
}

let jobs: { stop: () => Promise<void> }
beforeAll(async () => {
  await db
    .insertInto('integration')
    .values({
      ...{ id: otherId, type: 'video_storage', provider: 'other' },
      settings: JSON.stringify({ folder: 'other' }),
    })
    .execute()
  jobs = await startJobs(deps, { connectionString: databaseUrl, onError: fail })
})
afterAll(() => jobs.stop())

async function switchTo(id: string) {
  await db.transaction().execute(async (tx) => {
    const ofType = tx.updateTable('integration').where('type', '=', 'video_storage')
    await ofType.set({ isActive: false }).execute()
    await ofType.set({ isActive: true }).where('id', '=', id).execute()
  })
  await expect.poll(async () => (await deps.providers.active('video_storage')).id).toBe(id)
}

async function record() {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const { statusCode } = await call(
    {
      method: 'POST',
      url: `/api/sessions/${sessionId}/upload-recording`,
      payload: { fileName: 'monday.webm', fileData: video.toString('base64') },
    },
    coach,
  )
  expect(statusCode).toBe(200)
  const row = await db
    .selectFrom('recording')
    .select(['integrationId', 'storageKey', 'posterKey'])
    .where('sessionId', '=', sessionId)
    .executeTakeFirstOrThrow()
  return { sessionId, ...row, posterKey: row.posterKey ?? '' }
}
const get = async (url: string) => call({ url }, coach)
/** As people do it: work on a session that is under way locks in the order in which this does. */
const remove = async (sessionId: string) =>
  expect(
    (await call({ method: 'DELETE', url: `/api/sessions/${sessionId}` }, coach)).statusCode,
  ).toBe(200)

test('a switch of the storage leaves old recordings where they are, and new ones go to the new one', async () => {
  const old = await record()
  await switchTo(otherId)
  const fresh = await record()
  expect([old.integrationId, fresh.integrationId]).toEqual([localDiskId, otherId])
  expect(await storage.size(old.storageKey)).toBe(video.length)
  expect(await storage.size(fresh.storageKey)).toBeUndefined()
  expect(await otherStorage.size(fresh.storageKey)).toBe(video.length)
  for (const { sessionId } of [old, fresh]) {
    const played = await get(`/api/sessions/${sessionId}/recording`)
    expect(played.rawPayload.equals(video)).toBe(true)
    expect((await get(`/api/sessions/${sessionId}/recording/poster`)).statusCode).toBe(200)
    const transcription = await call(
      { method: 'POST', url: `/api/sessions/${sessionId}/transcribe` },
      coach,
    )
    expect(transcription.statusCode).toBe(200)
  }

  // Nobody's files are looked for with somebody else, and none that is named goes.
  await sweepDiscarded(deps, fail)
  await sweepOrphans(deps, fail, new Date(Date.now() + 25 * 3600 * 1000))
  expect(await storage.size(old.posterKey)).toBeGreaterThan(0)
  expect(await otherStorage.size(fresh.posterKey)).toBeGreaterThan(0)

  for (const { sessionId } of [old, fresh]) await remove(sessionId)
  await sweepDiscarded(deps, fail)
  await expect.poll(() => storage.size(old.storageKey)).toBeUndefined()
  await expect.poll(() => otherStorage.size(fresh.storageKey)).toBeUndefined()
  await switchTo(localDiskId)
})

test('one storage that is away is said so, and the recordings of the others play', async () => {
  const here = await record()
  await switchTo(otherId)
  const there = await record()
  isAway = true
  // Settings that were saved anew: the adapter is opened again.
  await db
    .updateTable('integration')
    .set({ settings: JSON.stringify({ folder: 'other', changed: 'yes' }) })
    .where('id', '=', otherId)
    .execute()
  const url = ({ sessionId }: typeof here) => `/api/sessions/${sessionId}/recording`
  await expect.poll(async () => (await get(url(there))).statusCode).toBe(503)
  expect((await get(url(there))).json()).toMatchObject({ code: 'unavailable' })
  expect((await get(url(here))).statusCode).toBe(200)
  const told: Error[] = []
  await sweepOrphans(deps, (error) => told.push(error))
  expect(told.map(({ message }) => message)).toEqual(['The other storage does not answer.'])
  isAway = false
})
