import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Upload } from '#contract/recordings/recordings.ts'
import { startJobs } from '../../../jobs.ts'
import { createCatalogue } from '../../../providers/catalogue/catalogue.ts'
import { createProviders } from '../../../providers/registry.ts'
import { listeningApp } from '../../../test/listening-app.ts'
import { longVideo } from '../../../test/long-video.ts'
import { activateStorage, localDiskId, makeRow, makeSession } from '../../../test/make.ts'
import { recordedHere } from '../../../test/recorded-here.ts'
import { s3Service } from '../../../test/services/s3.ts'
import { sweepDiscarded, sweepOrphans } from '../storage/sweep-storage.ts'
import { stagingFolder } from './staging.ts'
import { sweepUploads } from './sweep-uploads.ts'

// Megabytes are signed and stored many times.
vi.setConfig({ testTimeout: 120_000 })
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-s3-'))
const s3 = await s3Service(folder)
const tested = await listeningApp((built) => {
  const { dataDir } = built.config
  const addresses = { aws_s3: s3.origin }
  const catalogue = createCatalogue({ dataDir, modelsDir: dataDir, keyDir: dataDir })
  return { providers: createProviders({ ...built, addresses }, catalogue) }
})
const { deps, db, send, signIn, emails, origin, databaseUrl } = tested
const s3Id = await makeRow(db, 'integration', {
  ...{ type: 'video_storage', provider: 'aws_s3' },
  settings: JSON.stringify({ ...s3.settings, endpoint: '' }),
})
const errors: Error[] = []
const never = (error: Error) => void errors.push(error)
const jobs = await startJobs(deps, {
  connectionString: databaseUrl,
  onError: never,
  retryMs: 50,
})
beforeEach(() => activate(s3Id))
afterEach(async () => {
  s3.setAway(false)
  await db.deleteFrom('setting').execute()
  await db.deleteFrom('upload').execute()
  await sweepDiscarded(deps, never)
  expect(errors.splice(0)).toEqual([])
})
afterAll(async () => {
  await jobs.stop()
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

async function activate(id: string) {
  await activateStorage(db, id)
  await expect.poll(async () => (await deps.providers.active('video_storage')).id).toBe(id)
}

const coach = await signIn(emails.coach)
const megabyte = 1024 * 1024
/** Two full parts and a smaller one. */
const video = longVideo(18 * megabyte)
const tus = { 'tus-resumable': '1.0.0' }
const bytesFrom = (offset: number) => ({
  ...{ ...tus, 'upload-offset': String(offset) },
  'content-type': 'application/offset+octet-stream',
})

async function begun(length: object = { 'upload-length': String(video.length) }, metadata = '') {
  const { clientId, sessionDefinitionId } = tested
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  return { sessionId, ...(await beginIn(sessionId, length, metadata)) }
}

async function beginIn(sessionId: string, length: object, metadata: string) {
  const created = await send('/api/uploads', {
    ...{ method: 'POST', cookie: coach },
    headers: {
      ...{ ...tus, ...length },
      'upload-metadata': `sessionId ${Buffer.from(sessionId).toString('base64')}${metadata}`,
    },
  })
  expect(created.status).toBe(201)
  const address = created.headers.get('location') ?? ''
  return { address, id: address.split('/').at(-1) ?? '' }
}
const append = (address: string, start: number, end: number, content: Uint8Array = video) =>
  send(address, {
    ...{ method: 'PATCH', cookie: coach, headers: bytesFrom(start) },
    body: content.subarray(start, end) as RequestInit['body'],
  })
const offsetOf = async (address: string) =>
  Number(
    (await send(address, { method: 'HEAD', cookie: coach, headers: tus })).headers.get(
      'upload-offset',
    ),
  )
const stateOf = async (address: string) =>
  (await (await send(address, { cookie: coach })).json()) as Upload

/** Sends the rest and waits for the recording, which has every byte. */
async function finish(upload: { address: string; sessionId: string }) {
  const { address } = upload
  expect((await append(address, await offsetOf(address), video.length)).status).toBe(204)
  return expectRecorded(upload)
}

async function expectRecorded({ address, sessionId }: { address: string; sessionId: string }) {
  await expect
    .poll(async () => (await stateOf(address)).status, { timeout: 60_000 })
    .toBe('completed')
  const played = await send(`/api/sessions/${sessionId}/recording`, { cookie: coach })
  expect(Buffer.from(await played.arrayBuffer()).equals(video)).toBe(true)
  return db
    .selectFrom('recording')
    .select(['id', 'integrationId', 'storageKey', 'posterKey'])
    .where('sessionId', '=', sessionId)
    .executeTakeFirstOrThrow()
}
const puts = () => s3.calls.filter(({ method }) => method === 'PUT').length
const expectNothingLeft = () =>
  expect.poll(() => [s3.unfinished.size, s3.parts()], { timeout: 30_000 }).toEqual([0, []])

test('parts are stored where the recording will be, with one entry in the outbound log', async () => {
  const upload = await begun()
  s3.forget()
  expect((await append(upload.address, 0, 3 * megabyte)).status).toBe(204)
  expect(puts()).toBe(0)
  expect((await append(upload.address, 3 * megabyte, 9 * megabyte)).status).toBe(204)
  expect(puts()).toBe(1)
  expect(await offsetOf(upload.address)).toBe(9 * megabyte)
  expect((await stateOf(upload.address)).arrivedBytes).toBe(9 * megabyte)
  const { id } = upload
  const recording = await finish(upload)
  expect(recording).toMatchObject({ id, integrationId: s3Id, storageKey: id })
  expect(readdirSync(stagingFolder(deps.config))).toEqual([])
  await expectNothingLeft()
  // Three parts and a picture.
  expect(puts()).toBe(4)
  const entries = await db
    .selectFrom('egress')
    .select(['id', 'bytesOut', 'isSuccess', 'consentPurpose'])
    .where('sessionId', '=', upload.sessionId)
    .where('bytesOut', '>', 100_000)
    .execute()
  expect(entries).toEqual([
    { id, bytesOut: expect.any(Number), isSuccess: true, consentPurpose: 'recording' },
  ])
  expect(entries[0]?.bytesOut).toBeGreaterThanOrEqual(video.length)
  // The end of the upload doesn't delete what is now the recording.
  await sweepDiscarded(deps, never)
  expect(await (await deps.providers.of('video_storage', s3Id)).adapter.size(id)).toBe(video.length)
})

test('an upload of unknown length is finished with what has arrived', async () => {
  const upload = await begun({ 'upload-defer-length': '1' })
  for (const [start, end] of [
    ...[
      [0, 300_000],
      [300_000, 9 * megabyte],
    ],
    [9 * megabyte, video.length],
  ] as [number, number][])
    expect((await append(upload.address, start, end)).status).toBe(204)
  expect(await stateOf(upload.address)).toMatchObject({
    ...{ status: 'receiving', sizeBytes: video.length },
  })
  expect((await send(`${upload.address}/finish`, { method: 'POST', cookie: coach })).status) //
    .toBe(200)
  await expectRecorded(upload)
})

test('what was recorded here in two parts is joined in S3, and only the whole stays', async () => {
  const content = readFileSync(recordedHere.webm)
  const deferred = { 'upload-defer-length': '1' }
  const recorder = `,recorder ${btoa('1')}`
  const first = await begun(deferred, recorder)
  const parts = [first, await beginIn(first.sessionId, deferred, recorder)]
  for (const { address } of parts) {
    expect((await append(address, 0, content.length, content)).status).toBe(204)
    await send(`${address}/finish`, { method: 'POST', cookie: coach })
    await expect
      .poll(async () => (await stateOf(address)).status, { timeout: 60_000 })
      .toBe('completed')
  }
  const recording = await db
    .selectFrom('recording')
    .select(['storageKey', 'posterKey', 'duration'])
    .where('sessionId', '=', first.sessionId)
    .executeTakeFirstOrThrow()
  expect(recording.duration).toBeCloseTo(8.5, 0)
  await sweepDiscarded(deps, never)
  const { adapter } = await deps.providers.of('video_storage', s3Id)
  const left = []
  for await (const { key } of adapter.list())
    if (parts.some(({ id }) => key.startsWith(id))) left.push(key)
  expect(left.toSorted()).toEqual([recording.storageKey, recording.posterKey].toSorted())
  expect(readdirSync(stagingFolder(deps.config))).toEqual([])
})

test('bytes received before the connection breaks are kept', async () => {
  const upload = await begun()
  const sending = request(origin + upload.address, {
    method: 'PATCH',
    headers: { ...bytesFrom(0), origin, cookie: coach, 'content-length': video.length },
  })
  const broken = new Promise((resolve) => sending.on('error', resolve))
  await new Promise((resolve) => sending.write(video.subarray(0, 3 * megabyte), resolve))
  const isReceiving = async () => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory'`.execute(db)
    return rows.length > 0
  }
  await expect.poll(isReceiving).toBe(true)
  await sleep(500)
  // The next request ends the first, whose bytes are in memory until then.
  expect(await offsetOf(upload.address)).toBeGreaterThan(0)
  await broken
  await finish(upload)
})

test('while S3 is unavailable an upload reports it, and continues later', async () => {
  const upload = await begun()
  s3.setAway(true)
  const refused = await append(upload.address, 0, 10 * megabyte)
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ error: 'Storage is temporarily unavailable.' })
  expect(await offsetOf(upload.address)).toBe(8 * megabyte)
  s3.setAway(false)
  await finish(upload)
})

test('an upload that is complete while S3 is unavailable becomes a recording later', async () => {
  const upload = await begun()
  expect((await append(upload.address, 0, 17 * megabyte)).status).toBe(204)
  s3.setAway(true)
  expect((await append(upload.address, 17 * megabyte, video.length)).status).toBe(204)
  const note = async () => (await stateOf(upload.address)).note
  await expect.poll(note, { timeout: 60_000 }).toBe('Storage is temporarily unavailable.')
  s3.setAway(false)
  await expect
    .poll(async () => (await stateOf(upload.address)).status, { timeout: 80_000 })
    .toBe('completed')
})

test('an upload ends when audio must stay here, and nothing more is sent', async () => {
  const upload = await begun()
  expect((await append(upload.address, 0, 9 * megabyte)).status).toBe(204)
  await db.insertInto('setting').values({ name: 'audioStaysHere', value: 'true' }).execute()
  s3.forget()
  const refused = await append(upload.address, 9 * megabyte, video.length)
  expect([refused.status, puts()]).toEqual([409, 0])
  expect(await refused.json()).toMatchObject({ code: 'no-consent' })
  expect(await stateOf(upload.address)).toMatchObject({
    ...{ status: 'failed', error: expect.stringContaining('outside service') },
  })
  expect(await db.selectFrom('uploadPart').selectAll().execute()).toEqual([])
  await sweepDiscarded(deps, never)
  await expectNothingLeft()
})

test('an upload stays in its storage when another one becomes active', async () => {
  const upload = await begun()
  expect((await append(upload.address, 0, 9 * megabyte)).status).toBe(204)
  await activate(localDiskId)
  expect(await finish(upload)).toMatchObject({ integrationId: s3Id })
})

test('an upload that began in the staging folder is stored in S3 when it is complete', async () => {
  await activate(localDiskId)
  const upload = await begun()
  expect((await append(upload.address, 0, 9 * megabyte)).status).toBe(204)
  await activate(s3Id)
  expect(await finish(upload)).toMatchObject({
    ...{ integrationId: s3Id, storageKey: expect.stringMatching(`^${upload.id}-`) },
  })
})

test('cancelling deletes the parts', async () => {
  const { address } = await begun()
  expect((await append(address, 0, 9 * megabyte)).status).toBe(204)
  expect([s3.unfinished.size, s3.parts().length]).toEqual([1, 1])
  const cancelled = await send(address, { method: 'DELETE', cookie: coach, headers: tus })
  expect(cancelled.status).toBe(204)
  await expectNothingLeft()
})

test('the parts of a deleted session and of an abandoned upload are deleted by the sweep', async () => {
  const [deleted, abandoned, running] = [await begun(), await begun(), await begun()]
  for (const { address } of [deleted, abandoned, running])
    expect((await append(address, 0, 9 * megabyte)).status).toBe(204)
  await db.deleteFrom('session').where('id', '=', deleted.sessionId).execute()
  await db
    .updateTable('upload')
    .set({ lastSeenAt: new Date(Date.now() - 49 * 3600 * 1000).toISOString() })
    .where('id', '=', abandoned.id)
    .execute()
  await sweepUploads(deps, never)
  await sweepDiscarded(deps, never)
  expect([...s3.unfinished.values()].map(({ key }) => key)).toEqual([`${s3Id}/${running.id}`])
  // Without a row, as after a restored backup, they are found by a list.
  const [key = ''] = s3.unfinished.keys()
  s3.unfinished.set('lost', { key: `${s3Id}/${abandoned.id}`, initiated: new Date() })
  await sweepOrphans(deps, never, new Date(Date.now() + 25 * 3600 * 1000))
  expect([...s3.unfinished.keys()]).toEqual([key])
  await finish(running)
})
