import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Upload } from '#contract/recordings/recordings.ts'
import { newId } from '../../../platform/ids.ts'
import { auditEntries, makeRecordingRow, makeRow, makeSession } from '../../../test/make.ts'
import { listTones, recordedHere, tear } from '../../../test/recorded-here.ts'
import { runQueuedJobs } from '../../../test/run-queued-jobs.ts'
import { testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'
import { sweepDiscarded } from '../storage/sweep-storage.ts'
import { makeStagingFolder, stagingFile } from './staging.ts'

const app = await testApp()
const { deps, boss, storage, db, call, signIn, emails, clientId, sessionDefinitionId } = app
const { coachUserId } = app
const coach = await signIn(emails.coach)
makeStagingFolder(deps.config)
const fail = (error: Error) => {
  throw error
}
const work = (change: Partial<typeof storage> = {}) =>
  runQueuedJobs(
    { deps: withAdapters(deps, { video_storage: { ...storage, ...change } }), boss },
    'finish-upload',
  )
afterEach(async () => {
  await db.deleteFrom('session').execute()
  await sql`delete from pgboss.job`.execute(db)
  await sweepDiscarded(deps, fail)
  expect(await storedKeys()).toEqual([])
})

async function storedKeys() {
  const keys = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys.toSorted()
}
const session = () => makeSession(db, { clientId, sessionDefinitionId })
const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000).toISOString()

/** What was recorded here has arrived. */
async function arrived(sessionId: string, file: string, values: Record<string, unknown> = {}) {
  const id = newId()
  const bytes = readFileSync(file)
  writeFileSync(stagingFile(deps.config, id), bytes)
  await makeRow(db, 'upload', {
    ...{ id, sessionId, userId: coachUserId, status: 'processing', isMadeHere: true },
    ...{ fileName: 'here.webm', sizeBytes: bytes.length, ...values },
  })
  await deps.queue.add(db, 'finish-upload', { id })
  return { id, bytes: bytes.length }
}
const recordingOf = (sessionId: string) =>
  db.selectFrom('recording').selectAll().where('sessionId', '=', sessionId).executeTakeFirst()
const statusOf = async (id: string) =>
  (await call({ url: `/api/uploads/${id}` }, coach)).json<Upload>()

/** The tones of the recording, as a browser gets it. */
async function hear(sessionId: string) {
  const played = await call({ url: `/api/sessions/${sessionId}/recording` }, coach)
  const { sizeBytes, duration = 0 } = (await recordingOf(sessionId)) ?? {}
  expect(played.rawPayload.length).toBe(sizeBytes)
  const file = path.join(deps.config.dataDir, 'played')
  writeFileSync(file, played.rawPayload)
  return listTones(file, duration)
}
const one = [440, 440, 880, 880]

test('what was recorded here becomes a recording that plays and seeks', async () => {
  const sessionId = await session()
  const { id, bytes } = await arrived(sessionId, recordedHere.webm, { speakers: 2, hasSides: true })
  await work()
  expect(await recordingOf(sessionId)).toMatchObject({
    ...{ id, isMadeHere: true, speakers: 2, hasSides: true },
    ...{ isPlayable: true, contentType: 'video/webm', duration: expect.closeTo(4.3, 1) },
  })
  const played = await call({ url: `/api/sessions/${sessionId}/recording` }, coach)
  expect(played.rawPayload.includes(Buffer.from('1c53bb6b', 'hex'))).toBe(true)
  expect(await hear(sessionId)).toEqual(one)
  expect(await statusOf(id)).toMatchObject({ status: 'completed', sizeBytes: bytes })
  expect(await db.selectFrom('recordingRepack').select('id').execute()).toEqual([])
})

test('two recordings of a session become one, in the order in which they began', async () => {
  const sessionId = await session()
  const second = await arrived(sessionId, recordedHere.webm, { startedAt: minutesAgo(5) })
  await work()
  await work()
  const file = tear(recordedHere.webm, 0.62, path.join(deps.config.dataDir, 'torn'))
  const [last, first] = [
    await arrived(sessionId, file, { startedAt: minutesAgo(1), speakers: 3 }),
    await arrived(sessionId, file, { startedAt: minutesAgo(9), hasSides: true }),
  ]
  await work()
  await work()
  expect(await db.selectFrom('upload').selectAll().execute()).toEqual([])
  // The torn ones have two seconds; the last begins in the middle of the sixth.
  expect((await recordingOf(sessionId))?.duration).toBeCloseTo(8.6, 0)
  expect((await hear(sessionId)).toSpliced(6, 1)).toEqual([440, 440, ...one, 440])
  expect(await recordingOf(sessionId)).toMatchObject({ speakers: 3, hasSides: true })
  for (const { id, bytes } of [first, second, last])
    expect(await statusOf(id)).toMatchObject({ id, status: 'completed', sizeBytes: bytes })
  const entries = await auditEntries(db, { clientId }, ['action'])
  const made = entries.map(({ action }) => action).filter((it) => /joined|uploaded/.test(it))
  expect(made.slice(-3)).toEqual(['recording-uploaded', 'recording-joined', 'recording-joined'])
  await sweepDiscarded(deps, fail)
  const { storageKey = '', posterKey } = (await recordingOf(sessionId)) ?? {}
  expect(await storedKeys()).toEqual([storageKey, posterKey ?? ''])
}, 60_000)

test('a recording of which a part was finished elsewhere is replaced by all of it', async () => {
  const sessionId = await session()
  const startedAt = minutesAgo(5)
  const torn = tear(recordedHere.webm, 0.62, path.join(deps.config.dataDir, 'torn'))
  await arrived(sessionId, torn, { startedAt: minutesAgo(9) })
  await arrived(sessionId, torn, { startedAt })
  await arrived(sessionId, torn, { startedAt: minutesAgo(1) })
  for (let part = 0; part < 3; part++) await work()
  const { id } = await arrived(sessionId, recordedHere.webm, { startedAt })
  await work()
  expect((await hear(sessionId)).toSpliced(6, 1)).toEqual([440, 440, ...one, 440])
  const late = await arrived(sessionId, torn, { startedAt })
  await work()
  expect(await statusOf(late.id)).toMatchObject({
    ...{ status: 'failed', error: expect.stringContaining('already has this recording') },
  })
  expect(await recordingOf(sessionId)).toMatchObject({ id })
}, 60_000)

test('a recording from elsewhere is not joined, and neither is an upload from elsewhere', async () => {
  const [elsewhere, here] = [await session(), await session()]
  await makeRecordingRow(db, elsewhere, {})
  await makeRecordingRow(db, here, { isMadeHere: true })
  const begin = (sessionId: string, recorder: string) =>
    call(
      {
        ...{ method: 'POST', url: '/api/uploads' },
        headers: {
          ...{ 'tus-resumable': '1.0.0', 'upload-defer-length': '1' },
          'upload-metadata': `sessionId ${btoa(sessionId)}${recorder}`,
        },
      },
      coach,
    )
  const recorder = `,recorder ${btoa('1')}`
  const answers = [
    await begin(elsewhere, ''),
    await begin(elsewhere, recorder),
    await begin(here, ''),
    await begin(here, recorder),
  ]
  expect(answers.map((it) => it.statusCode)).toEqual([409, 409, 409, 201])
  const { id } = await arrived(elsewhere, recordedHere.webm)
  await work()
  expect(await statusOf(id)).toMatchObject({
    ...{ status: 'failed', error: expect.stringContaining('already has a recording') },
  })
})

test('a part is joined once although its worker lost the job, or the recording changed meanwhile', async () => {
  const sessionId = await session()
  await arrived(sessionId, recordedHere.webm, { startedAt: minutesAgo(5) })
  await work()
  const { id } = await arrived(sessionId, recordedHere.webm)
  let puts = 0
  await work({
    async put(...given) {
      await storage.put(...given)
      // The first attempt loses its job; during the second the recording is moved.
      if (puts++ === 0)
        await sql`update pgboss.job set state = 'retry' where state = 'active'`.execute(db)
    },
  })
  const earlier = await recordingOf(sessionId)
  expect(earlier?.id).not.toBe(id)
  const moved = `${earlier?.storageKey}-moved`
  await work({
    async put(...given) {
      await storage.put(...given)
      const file = path.join(deps.config.dataDir, 'moved')
      writeFileSync(file, await readAll(earlier?.storageKey ?? ''))
      await storage.put(moved, file, 'video/webm', { sessionId })
      await db
        .updateTable('recording')
        .set({ storageKey: moved })
        .where('sessionId', '=', sessionId)
        .execute()
    },
  })
  expect((await recordingOf(sessionId))?.storageKey).toBe(moved)
  await work()
  expect(await recordingOf(sessionId)).toMatchObject({ id, duration: expect.closeTo(8.6, 0) })
  expect(await hear(sessionId)).toEqual([...one, ...one])
  await storage.remove(earlier?.storageKey ?? '')
}, 60_000)

async function readAll(key: string) {
  const chunks: Buffer[] = []
  for await (const chunk of await storage.read(key)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

test('what cannot be read is refused with the reason, and the earlier part stays', async () => {
  const sessionId = await session()
  await arrived(sessionId, recordedHere.webm)
  await work()
  const before = await recordingOf(sessionId)
  const text = path.join(import.meta.dirname, '../../../test/media/text.mp4')
  const { id } = await arrived(sessionId, text)
  await work()
  expect(await statusOf(id)).toMatchObject({
    ...{ status: 'failed', error: expect.stringContaining('not a video') },
  })
  expect(await recordingOf(sessionId)).toEqual(before)
})
