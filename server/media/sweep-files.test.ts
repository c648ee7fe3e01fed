import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { makeSession } from '../test/make.ts'
import { testApp } from '../test/test-app.ts'
import { stagingFile } from './staging.ts'
import { sweepFiles } from './sweep-files.ts'
import { holdUpload } from './upload-lease.ts'

const { deps, db, clientId, sessionDefinitionId, coachUserId } = await testApp()
const video = readFileSync(path.join(import.meta.dirname, '../test/media/silence.mp4'))
const recordingOf = (sessionId: string) =>
  db.selectFrom('recording').selectAll().where('sessionId', '=', sessionId).executeTakeFirst()
const uploadRow = (id: string) =>
  db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst()
const staged = (id: string) => existsSync(stagingFile(deps.config, id))

/** As if the server had died: nothing but a row and a file is left. */
async function leftBehind(content: Uint8Array, lastSeenAt = new Date()) {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const id = newId()
  await db
    .insertInto('upload')
    .values({
      ...{ id, sessionId, userId: coachUserId, fileName: 'talk.mp4', sizeBytes: video.length },
      lastSeenAt: lastSeenAt.toISOString(),
    })
    .execute()
  writeFileSync(stagingFile(deps.config, id), content)
  return { id, sessionId }
}

test('a start finishes complete uploads, and leaves those alone that are still growing', async () => {
  const complete = await leftBehind(video)
  const growing = await leftBehind(video.subarray(0, 100))
  await sweepFiles(deps)
  expect(await recordingOf(complete.sessionId)).toMatchObject({ uploadedBy: coachUserId })
  expect(staged(growing.id)).toBe(true)
})

test('an upload is given up after 48 hours, and so is a file that belongs to nothing', async () => {
  const hours = (count: number) => new Date(Date.now() - count * 3600 * 1000)
  const old = await leftBehind(video.subarray(0, 100), hours(49))
  const recent = await leftBehind(video.subarray(0, 100), hours(47))
  const orphan = stagingFile(deps.config, newId())
  writeFileSync(orphan, 'x')
  await sweepFiles(deps)
  expect(await uploadRow(old.id)).toBeUndefined()
  expect(staged(old.id)).toBe(false)
  expect(await uploadRow(recent.id)).toBeDefined()
  expect(existsSync(orphan)).toBe(true)
  await sweepFiles(deps, new Date(Date.now() + 2 * 3600 * 1000))
  expect(existsSync(orphan)).toBe(false)
})

test('an upload that another process works on is not swept away', async () => {
  const { id } = await leftBehind(video)
  const lease = await holdUpload(deps, id)
  await sweepFiles(deps)
  expect(await uploadRow(id)).toBeDefined()
  await lease.release()
})

test('a complete upload that is no video is removed without a word', async () => {
  const { id, sessionId } = await leftBehind(Buffer.alloc(video.length, 'no video '))
  await sweepFiles(deps)
  expect(await uploadRow(id)).toBeUndefined()
  expect(staged(id)).toBe(false)
  expect(await recordingOf(sessionId)).toBeUndefined()
})

test('the files of a deleted session leave the storage', async () => {
  const { id, sessionId } = await leftBehind(video)
  await sweepFiles(deps)
  expect(await deps.storage.size(id)).toBe(video.length)
  expect(await deps.storage.size(`${id}.jpg`)).toBeGreaterThan(0)
  await db.deleteFrom('session').where('id', '=', sessionId).execute()
  await sweepFiles(deps)
  expect(await deps.storage.size(id)).toBeUndefined()
  expect(await deps.storage.size(`${id}.jpg`)).toBeUndefined()
  expect(await db.selectFrom('discardedFile').selectAll().execute()).toEqual([])
})

test('a file that the storage does not let go of is tried again', async () => {
  const storageKey = newId()
  await db.insertInto('discardedFile').values({ id: newId(), storageKey }).execute()
  const storage = {
    ...deps.storage,
    remove: async () => {
      throw new Error('away')
    },
  }
  await sweepFiles({ ...deps, storage })
  expect(await db.selectFrom('discardedFile').select('storageKey').execute()).toEqual([
    { storageKey },
  ])
  await sweepFiles(deps)
  expect(await db.selectFrom('discardedFile').selectAll().execute()).toEqual([])
})
