import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { makeRecording } from '../../../test/make-recording.ts'
import { localDiskId, makeRow, makeSession, updateRow } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'
import { discardFiles } from './discarded-files.queries.ts'
import { sweepDiscarded, sweepOrphans } from './sweep-storage.ts'

const { deps, storage, db, clientId, sessionDefinitionId, coachUserId } = await testApp()
const aSession = () => makeSession(db, { clientId, sessionDefinitionId })
const never = (error: Error) => {
  throw error
}
const discarded = async () =>
  (await db.selectFrom('discardedFile').select('storageKey').execute()).map((it) => it.storageKey)
afterEach(() => db.deleteFrom('discardedFile').execute())

const files = (...keys: string[]) =>
  keys.map((storageKey) => ({ integrationId: localDiskId, storageKey }))

async function stored(key: string = newId()) {
  const file = path.join(deps.config.dataDir, 'a file')
  writeFileSync(file, 'a video')
  await storage.put(key, file, 'video/mp4', { sessionId: newId() })
  return key
}

async function anUpload(status: string) {
  return makeRow(db, 'upload', {
    ...{ sessionId: await aSession(), userId: coachUserId, status },
    ...{ fileName: 'talk.mp4', sizeBytes: 10 },
  })
}

test('the files of a deleted session are deleted', async () => {
  const sessionId = await aSession()
  const id = await makeRecording(deps, sessionId)
  const posterKey = await stored(`${id}.jpg`)
  await updateRow(db, 'recording', id, { posterKey })
  await db.deleteFrom('session').where('id', '=', sessionId).execute()
  await sweepDiscarded(deps, never)
  expect([await storage.size(id), await storage.size(posterKey)]).toEqual([undefined, undefined])
  expect(await discarded()).toEqual([])
})

test('a file that a recording refers to is never deleted', async () => {
  const id = await makeRecording(deps, await aSession())
  const posterKey = await stored(`${id}.jpg`)
  await updateRow(db, 'recording', id, { posterKey })
  await discardFiles(db, files(id, posterKey))
  await sweepDiscarded(deps, never)
  await sweepOrphans(deps, never, new Date(Date.now() + 48 * 3600 * 1000))
  expect(await storage.size(id)).toBeGreaterThan(0)
  expect(await storage.size(posterKey)).toBeGreaterThan(0)
  expect(await discarded()).toEqual([])
})

test('a file of an unfinished upload is kept until the upload ends', async () => {
  const upload = await anUpload('processing')
  const key = await stored(`${upload}-1`)
  await discardFiles(db, files(key))
  await sweepDiscarded(deps, never)
  expect(await storage.size(key)).toBeGreaterThan(0)
  await db.deleteFrom('upload').where('id', '=', upload).execute()
  await sweepDiscarded(deps, never)
  expect(await storage.size(key)).toBeUndefined()
})

test('a file that the storage cannot delete is reported and retried, and the others are deleted', async () => {
  const stuck = await stored()
  // More than one batch, before and after it.
  const others = Array.from({ length: 600 }, () => newId())
  await discardFiles(db, files(...others.slice(0, 550), stuck, ...others.slice(550)))
  const removed: string[] = []
  const failing = {
    ...storage,
    remove: async (key: string) => {
      if (key === stuck) throw new Error('away')
      removed.push(key)
    },
  }
  const told: Error[] = []
  await sweepDiscarded(withAdapters(deps, { video_storage: failing }), (error) => told.push(error))
  expect(removed.toSorted()).toEqual(others.toSorted())
  expect(told.map(({ message }) => message)).toEqual(['away'])
  expect(await discarded()).toEqual([stuck])
  await sweepDiscarded(deps, never)
  expect(await discarded()).toEqual([])
  expect(await storage.size(stuck)).toBeUndefined()
})

test('stored files without a reference are deleted after a day', async () => {
  const orphan = await stored()
  const pending = await stored(`${await anUpload('processing')}-1`)
  const beginning = await stored(`${await anUpload('receiving')}-1`)
  const refused = await stored(`${await anUpload('failed')}-1`)
  const recording = await makeRecording(deps, await aSession())
  const keys = [orphan, pending, beginning, refused, recording]
  const left = async () =>
    Promise.all(keys.map(async (key) => (await storage.size(key)) !== undefined))
  await sweepOrphans(deps, never)
  expect(await left()).toEqual([true, true, true, true, true])
  await sweepOrphans(deps, never, new Date(Date.now() + 25 * 3600 * 1000))
  expect(await left()).toEqual([false, true, true, false, true])
})
