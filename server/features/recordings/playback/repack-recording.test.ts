import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { runFfmpeg } from '../../../platform/media/ffmpeg.ts'
import { newId } from '../../../platform/ids.ts'
import { jobProcesses } from '../../../test/job-processes.ts'
import { makeRow, makeSession } from '../../../test/make.ts'
import { runQueuedJobs } from '../../../test/run-queued-jobs.ts'
import { testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'
import { makeStagingFolder, listStagedBefore, stagingFile } from '../uploads/staging.ts'
import { sweepDiscarded, sweepOrphans } from '../storage/sweep-storage.ts'
import { sweepUploads } from '../uploads/sweep-uploads.ts'

const tested = await testApp()
const { deps, db, call, signIn, emails, storage, clientId, sessionDefinitionId, coachUserId } =
  tested
const processes = jobProcesses(tested)
const coach = await signIn(emails.coach)
makeStagingFolder(deps.config)
const errors: Error[] = []
const onError = (error: Error) => void errors.push(error)
const work = (of = tested) => runQueuedJobs(of, 'repack-recording', { onError })
const files = async () => {
  const keys = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys.toSorted((a, b) => (a < b ? -1 : 1))
}
const staged = () => listStagedBefore(deps.config, new Date(Date.now() + 60_000))
const repacks = () => db.selectFrom('recordingRepack').selectAll().execute()
afterEach(async () => {
  await db.deleteFrom('session').execute()
  await sql`update discarded_file set keep_until = now()`.execute(db)
  await sweepDiscarded(deps, onError)
  expect([await files(), await repacks()]).toEqual([[], []])
  expect(await staged()).toEqual([])
  expect(errors.splice(0)).toEqual([])
})

const silence = path.join(import.meta.dirname, '../../../test/media/silence.mp4')
const matroska = path.join(deps.config.dataDir, 'silence.mkv')
const { stdout, done } = runFfmpeg({
  ...{ input: silence, output: matroska, args: ['-c', 'copy', '-f', 'matroska'] },
})
stdout.resume()
await done

/** A recording in Matroska after its upload. */
async function record() {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const id = newId()
  const content = readFileSync(matroska)
  writeFileSync(stagingFile(deps.config, id), content)
  await makeRow(db, 'upload', {
    ...{ id, sessionId, userId: coachUserId, status: 'processing' },
    ...{ fileName: 'Clara Client.mkv', sizeBytes: content.length },
  })
  await deps.queue.add(db, 'finish-upload', { id })
  await runQueuedJobs(tested, 'finish-upload')
  const playback = async () => {
    const { recording } = (
      await call({ url: `/api/sessions/${sessionId}` }, coach)
    ).json<SessionDetail>()
    return { isPlayable: recording?.isPlayable, isCopyInProgress: recording?.isCopyInProgress }
  }
  const url = `/api/sessions/${sessionId}/recording`
  return { id, sessionId, content, url, playback, row: () => getRow(id) }
}
const getRow = (id: string) =>
  db.selectFrom('recording').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const waiting = { isPlayable: false, isCopyInProgress: true }
const playable = { isPlayable: true, isCopyInProgress: false }
const download = { isPlayable: false, isCopyInProgress: false }

test('H.264 in Matroska gets a playable copy, while the original is downloaded', async () => {
  const { url, content, playback, row } = await record()
  expect(await playback()).toEqual(waiting)
  await work()
  expect(await playback()).toEqual(playable)
  const { playableKey, playableBytes } = await row()
  expect(await storage.size(playableKey ?? '')).toBe(playableBytes)

  const played = await call({ url }, coach)
  expect(played.headers).toMatchObject({
    ...{ 'content-type': 'video/mp4', 'content-length': String(playableBytes) },
    'content-disposition': expect.stringContaining('Clara Client.mp4'),
  })
  expect(played.rawPayload.subarray(4, 8).toString()).toBe('ftyp')
  const part = await call({ url, headers: { range: 'bytes=4-7' } }, coach)
  expect([part.statusCode, part.body]).toEqual([206, 'ftyp'])
  const link = await call({ method: 'POST', url: `${url}/link` }, coach)
  const byLink = await call({ url: link.json<{ url: string }>().url })
  expect(byLink.rawPayload.equals(played.rawPayload)).toBe(true)
  const saved = await call({ url: `${url}?download=1` }, coach)
  expect(saved.rawPayload.equals(content)).toBe(true)
  expect(saved.headers).toMatchObject({ 'content-type': 'video/x-matroska' })
  expect(saved.headers.etag).not.toBe(played.headers.etag)
  expect(await files()).toHaveLength(3)
})

test('a recording that cannot be copied stays a download, and the log contains no name', async () => {
  const { id, url, content, playback } = await record()
  await sql`update recording set duration = 60 where id = ${id}`.execute(db)
  await db.deleteFrom('planChange').execute()
  await work()
  // Open pages of the session are notified.
  expect(await db.selectFrom('planChange').select('clientId').execute()).toEqual([{ clientId }])
  expect(await playback()).toEqual(download)
  const why = `No playable copy could be made of recording ${id}: The copy is shorter than the recording.`
  expect(errors.splice(0).map(({ message }) => message)).toEqual([why])
  expect((await call({ url }, coach)).rawPayload.equals(content)).toBe(true)
})

test.each([
  ['deleted', sql`delete from recording`],
  ['moved', sql`update recording set storage_key = storage_key || '-moved'`],
])('a recording that is %s during the copy leaves no copy', async (_how, change) => {
  const { row } = await record()
  const was = await row()
  const put: typeof storage.put = async (...of) => {
    await storage.put(...of)
    await change.execute(db)
  }
  await work({ ...tested, deps: withAdapters(deps, { video_storage: { ...storage, put } }) })
  await sql`update recording set storage_key = ${was.storageKey}`.execute(db)
  const rows = await db.selectFrom('recording').select('playableKey').execute()
  expect(rows.filter(({ playableKey }) => playableKey !== null)).toEqual([])
})

test('another process continues after one was killed, and nothing is left behind', async () => {
  const { playback, row } = await record()
  const killed = processes.start()
  await expect.poll(staged, { timeout: 30_000, interval: 5 }).toHaveLength(1)
  await processes.kill(killed)
  processes.start()
  await expect.poll(playback, { timeout: 60_000 }).toEqual(playable)
  const { storageKey, posterKey, playableKey } = await row()
  const later = new Date(Date.now() + 25 * 3600 * 1000)
  await sweepOrphans(deps, onError, later)
  await sweepUploads(deps, onError, later)
  expect(await files()).toEqual(
    [storageKey, posterKey ?? '', playableKey ?? ''].toSorted((a, b) => (a < b ? -1 : 1)),
  )
}, 90_000)
