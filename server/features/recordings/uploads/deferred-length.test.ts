import { existsSync, readFileSync, statSync, truncateSync } from 'node:fs'
import promises from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import {
  maxRecordingBytes,
  type UnfinishedRecording,
  type Upload,
} from '#contract/recordings/recordings.ts'
import { startJobs } from '../../../jobs.ts'
import { decideConsents } from '../../../test/decide-consents.ts'
import { listeningApp } from '../../../test/listening-app.ts'
import { makeSession } from '../../../test/make.ts'
import { stagingFile } from './staging.ts'

const tested = await listeningApp()
const { deps, db, call, send, signIn, emails, clientId, sessionDefinitionId, origin } = tested
const errors: Error[] = []
const jobs = await startJobs(deps, {
  connectionString: tested.databaseUrl,
  onError: (error) => errors.push(error),
  retryMs: 50,
})
afterEach(() => db.deleteFrom('upload').execute())
afterAll(async () => {
  await jobs.stop()
  expect(errors).toEqual([])
})
const coach = await signIn(emails.coach)
const video = readFileSync(path.join(import.meta.dirname, '../../../test/media/short.webm'))
const tus = { 'tus-resumable': '1.0.0' }
const base64 = (text: string) => Buffer.from(text).toString('base64')
const toMetadata = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${base64(value)}`)
    .join()

const create = (sessionId: string, values: Record<string, string> = {}, headers: object = {}) =>
  send('/api/uploads', {
    ...{ method: 'POST', cookie: coach },
    headers: {
      ...{ ...tus, 'upload-defer-length': '1' },
      'upload-metadata': toMetadata({
        ...{ sessionId, filename: 'here.webm', recorder: '1', ...values },
      }),
      ...headers,
    },
  })

async function begun(values: Record<string, string> = {}) {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const created = await create(sessionId, values)
  expect(created.status).toBe(201)
  const address = created.headers.get('location') ?? ''
  return { sessionId, address, id: address.split('/').at(-1) ?? '' }
}
const patch = (
  { address }: { address: string },
  offset: number,
  bytes: Uint8Array,
  { cookie = coach, ...headers }: { cookie?: string; 'upload-length'?: string } = {},
) =>
  send(address, {
    ...{ method: 'PATCH', cookie },
    headers: {
      ...{ ...tus, 'upload-offset': String(offset), ...headers },
      'content-type': 'application/offset+octet-stream',
    },
    body: bytes as RequestInit['body'],
  })
const head = ({ address }: { address: string }) =>
  send(address, { method: 'HEAD', cookie: coach, headers: tus })
const lengths = async (upload: { address: string }) => {
  const { headers } = await head(upload)
  return ['upload-offset', 'upload-length', 'upload-defer-length'].map((it) => headers.get(it))
}
const status = async ({ address }: { address: string }) =>
  (await (await send(address, { cookie: coach })).json()) as Upload
const finish = ({ address }: { address: string }, cookie = coach) =>
  send(`${address}/finish`, { method: 'POST', cookie })
const untilCompleted = (upload: { address: string }) =>
  expect.poll(async () => (await status(upload)).status, { timeout: 20_000 }).toBe('completed')
const recordingOf = (sessionId: string) =>
  db.selectFrom('recording').selectAll().where('sessionId', '=', sessionId).executeTakeFirst()
const length = String(video.length)

test('a recording arrives while it runs, and its last part says how long it is', async () => {
  const upload = await begun({ speakers: '3', sides: '1' })
  expect((await patch(upload, 0, video.subarray(0, 4000))).status).toBe(204)
  expect(await lengths(upload)).toEqual(['4000', null, '1'])
  expect(await status(upload)).toMatchObject({
    ...{ status: 'receiving', sizeBytes: 4000, arrivedBytes: 4000 },
  })
  const last = await patch(upload, 4000, video.subarray(4000), { 'upload-length': length })
  expect([last.status, last.headers.get('upload-offset')]).toEqual([204, length])
  await untilCompleted(upload)
  expect(await lengths(upload)).toEqual([length, length, null])
  expect(await recordingOf(upload.sessionId)).toMatchObject({
    id: upload.id,
    ...{ isMadeHere: true, speakers: 3, hasSides: true },
  })
})

test('the end may be said by a request without bytes, or again after a lost connection', async () => {
  const [empty, repeated] = [await begun(), await begun()]
  expect((await patch(empty, 0, video)).status).toBe(204)
  expect((await patch(empty, video.length, Buffer.alloc(0), { 'upload-length': length })).status) //
    .toBe(204)
  await untilCompleted(empty)
  const first = await patch(repeated, 0, video.subarray(0, 10), { 'upload-length': length })
  expect([first.status, ...(await lengths(repeated))]).toEqual([204, '10', length, null])
  const other = await patch(repeated, 10, video.subarray(10), { 'upload-length': '20000000' })
  expect(other.status).toBe(400)
  expect((await patch(repeated, 10, video.subarray(10), { 'upload-length': length })).status) //
    .toBe(204)
  await untilCompleted(repeated)
})

test('a length below what arrived, or arrives, is refused and changes nothing', async () => {
  const upload = await begun()
  expect((await patch(upload, 0, video.subarray(0, 4000))).status).toBe(204)
  const refused = [
    await patch(upload, 4000, Buffer.alloc(0), { 'upload-length': '3999' }),
    await patch(upload, 4000, video.subarray(4000), { 'upload-length': '4001' }),
    await patch(upload, 4000, video.subarray(4000), { 'upload-length': 'many' }),
  ]
  expect(refused.map((it) => it.status)).toEqual([400, 413, 400])
  expect(await lengths(upload)).toEqual(['4000', null, '1'])
})

test('the limit of the size holds while bytes come, and what fits stays', async () => {
  const upload = await begun()
  const declared = await patch(upload, 0, video, {
    'upload-length': String(maxRecordingBytes + 1),
  })
  expect([declared.status, await declared.json()]).toMatchObject([413, { code: 'too-large' }])
  expect((await patch(upload, 0, video)).status).toBe(204)
  // As if almost everything that is allowed had arrived.
  truncateSync(stagingFile(deps.config, upload.id), maxRecordingBytes - 1000)
  const answers = [await patch(upload, maxRecordingBytes - 1000, video.subarray(0, 1001))]
  // Without a length of its own.
  const chunked = await new Promise<number>((resolve, reject) => {
    const sending = httpRequest(
      origin + upload.address,
      {
        method: 'PATCH',
        headers: {
          ...{ ...tus, origin, cookie: coach, 'upload-offset': String(maxRecordingBytes - 1000) },
          ...{ 'content-type': 'application/offset+octet-stream', 'transfer-encoding': 'chunked' },
        },
      },
      (answer) => resolve(answer.statusCode ?? 0),
    )
    sending.on('error', reject)
    sending.write(video.subarray(0, 600))
    setTimeout(() => sending.end(video.subarray(600, 1200)), 200)
  })
  expect([...answers.map((it) => it.status), chunked]).toEqual([413, 413])
  expect(await answers[0]?.json()).toMatchObject({
    error: 'File size must be under 500MB. Your file is 501MB',
  })
  expect((await finish(upload)).status).toBe(200)
})

test('bytes that the disk has no space for are refused, and come later', async () => {
  const upload = await begun()
  const statfs = vi.spyOn(promises, 'statfs').mockResolvedValue({ bavail: 1, bsize: 1 } as never)
  syncBuiltinESMExports()
  const refused = await patch(upload, 0, video)
  statfs.mockRestore()
  syncBuiltinESMExports()
  expect([refused.status, await refused.json()]).toMatchObject([
    ...[503, { error: expect.stringContaining('out of disk space') }],
  ])
  expect(await lengths(upload)).toEqual(['0', null, '1'])
  expect((await patch(upload, 0, video, { 'upload-length': length })).status).toBe(204)
  await untilCompleted(upload)
})

test.each([
  ['neither', { 'upload-defer-length': '' }, {}, 'Upload-Defer-Length'],
  ['both lengths', { 'upload-length': '10' }, {}, 'Upload-Defer-Length'],
  ['a wrong flag', { 'upload-defer-length': '2' }, {}, 'Upload-Defer-Length'],
  ['eleven speakers', {}, { speakers: '11' }, 'speakers'],
  ['sides that are not one', {}, { sides: 'yes' }, 'sides'],
])('a new upload with %s is refused', async (_, headers, values, named) => {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const answer = await create(sessionId, values, headers)
  expect(answer.status).toBe(400)
  expect(((await answer.json()) as { error: string }).error).toContain(named)
})

test('an upload is finished with what arrived, once', async () => {
  const upload = await begun()
  const nothing = await finish(upload)
  expect([nothing.status, await nothing.json()]).toMatchObject([
    ...[422, { error: 'The file is empty.' }],
  ])
  expect((await patch(upload, 0, video)).status).toBe(204)
  for (const cookie of [await signIn(emails.otherCoach), await signIn(emails.admin)])
    expect((await finish(upload, cookie)).status).toBe(404)
  expect((await finish(upload, await signIn(emails.client))).status).toBe(403)
  const [first, second] = await Promise.all([finish(upload), finish(upload)])
  expect([first.status, second.status]).toEqual([200, 200])
  expect(await first.json()).toMatchObject({ id: upload.id, sizeBytes: video.length })
  expect((await patch(upload, video.length, video)).status).toBe(409)
  await untilCompleted(upload)
  expect(await (await finish(upload)).json()).toMatchObject({ status: 'completed' })
  expect(await db.selectFrom('recording').select('id').where('id', '=', upload.id).execute()) //
    .toHaveLength(1)
})

test('an upload that is finished while bytes come keeps those that came', async () => {
  const upload = await begun()
  const sending = httpRequest(origin + upload.address, {
    method: 'PATCH',
    headers: {
      ...{ ...tus, origin, cookie: coach, 'upload-offset': '0' },
      ...{ 'content-type': 'application/offset+octet-stream' },
      'content-length': video.length + 1000,
    },
  })
  const ended = new Promise((resolve) => sending.on('error', resolve))
  sending.write(video)
  await expect.poll(() => statSync(stagingFile(deps.config, upload.id)).size).toBe(video.length)
  expect(await (await finish(upload)).json()).toMatchObject({ sizeBytes: video.length })
  await ended
  await untilCompleted(upload)
  expect(await status(upload)).toMatchObject({ sizeBytes: video.length })
})

test('a withdrawn consent ends what is being recorded, and nothing of it stays', async () => {
  const upload = await begun()
  expect((await patch(upload, 0, video)).status).toBe(204)
  const client = { cookie: await signIn(emails.client) }
  await decideConsents(call, clientId, { recording: false }, client)
  expect((await finish(upload)).status).toBe(422)
  expect((await patch(upload, video.length, video)).status).toBe(422)
  await decideConsents(call, clientId, { recording: true }, client)
  await expect.poll(() => existsSync(stagingFile(deps.config, upload.id))).toBe(false)
  expect(await recordingOf(upload.sessionId)).toBeUndefined()
})

const unfinished = async (cookie = coach) =>
  (await (await send('/api/my-unfinished-recordings', { cookie })).json()) as UnfinishedRecording[]
const silentFor = (minutes: number, { id }: { id: string }) =>
  db
    .updateTable('upload')
    .set({ lastSeenAt: new Date(Date.now() - minutes * 60_000).toISOString() })
    .where('id', '=', id)
    .execute()

test('a person finds the own recordings that stopped arriving', async () => {
  const startedAt = '2026-03-02T09:00:00.000Z'
  const lost = await begun({ startedAt })
  const [running, empty, file] = [await begun(), await begun(), await begun()]
  for (const it of [lost, running, file]) await patch(it, 0, video.subarray(0, 500))
  for (const it of [lost, empty, file]) await silentFor(3, it)
  await silentFor(1, running)
  await db.updateTable('upload').set({ isMadeHere: false }).where('id', '=', file.id).execute()
  expect(await unfinished()).toEqual([
    {
      ...{ uploadId: lost.id, sessionId: lost.sessionId, clientId, arrivedBytes: 500 },
      ...{ clientName: expect.any(String), sessionName: expect.any(String) },
      ...{ startedAt, arrivedAt: expect.any(String) },
    },
  ])
  for (const cookie of [await signIn(emails.otherCoach), await signIn(emails.admin)])
    expect(await unfinished(cookie)).toEqual([])
})

test('earlier parts do not keep a session from being recorded', async () => {
  const { sessionId } = await begun()
  const answers = [await create(sessionId), await create(sessionId), await create(sessionId)]
  expect(answers.map((it) => it.status)).toEqual([201, 201, 201])
})
