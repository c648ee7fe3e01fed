import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { maxRecordingBytes, type Upload as UploadState } from '#contract/recordings/recordings.ts'
import { stagingFile, stagingFolder } from './staging.ts'
import { startJobs } from '../../../jobs.ts'
import { sweepDiscarded } from '../storage/sweep-storage.ts'
import { listeningApp } from '../../../test/listening-app.ts'
import { makeSession } from '../../../test/make.ts'

const tested = await listeningApp()
const {
  storage,
  deps,
  db,
  send,
  signIn,
  emails,
  clientId,
  sessionDefinitionId,
  coachUserId,
  origin,
} = tested
const { databaseUrl } = tested
const errors: Error[] = []
const jobs = await startJobs(deps, {
  connectionString: databaseUrl,
  onError: (error) => errors.push(error),
  retryMs: 50,
})
// All uploads belong to one user, so unfinished ones count towards the limit.
afterEach(() => db.deleteFrom('upload').execute())
afterAll(async () => {
  await jobs.stop()
  expect(errors).toEqual([])
})
const coach = await signIn(emails.coach)
const video = readFileSync(path.join(import.meta.dirname, '../../../test/media/silence.mp4'))
const media = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../../../test/media', name))
const aSession = () => makeSession(db, { clientId, sessionDefinitionId })

const tus = { 'tus-resumable': '1.0.0' }
const base64 = (text: string) => Buffer.from(text).toString('base64')
const begin = (
  sessionId: string,
  length: number,
  { cookie = coach, filename = 'talk.mp4', headers = {} } = {},
) =>
  send('/api/uploads', {
    method: 'POST',
    cookie,
    headers: {
      ...tus,
      'upload-length': String(length),
      'upload-metadata': `sessionId ${base64(sessionId)},filename ${base64(filename)}`,
      ...headers,
    },
  })
async function begun(sessionId: string, length: number) {
  const answer = await begin(sessionId, length)
  expect(answer.status).toBe(201)
  return answer.headers.get('location') ?? ''
}
const ask = (address: string, cookie = coach) =>
  send(address, { method: 'HEAD', cookie, headers: tus })
const append = (address: string, offset: number, body: Uint8Array, cookie = coach) =>
  send(address, {
    method: 'PATCH',
    cookie,
    headers: {
      ...tus,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: body as RequestInit['body'],
  })
const idOf = (address: string) => address.split('/').at(-1) ?? ''
const recordingOf = (sessionId: string) =>
  db.selectFrom('recording').selectAll().where('sessionId', '=', sessionId).executeTakeFirst()
const uploadRow = (id: string) =>
  db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst()
const stateOf = async (address: string, cookie = coach) =>
  (await (await send(address, { cookie })).json()) as UploadState
/** Waits until the upload has been processed. */
async function outcomeOf(address: string) {
  let state: UploadState | undefined
  await expect
    .poll(async () => (state = await stateOf(address)).status, { timeout: 20_000 })
    .toMatch(/completed|failed/)
  return state as UploadState | undefined
}
const staged = (address: string) => existsSync(stagingFile(deps.config, idOf(address)))

test('a video uploaded in parts becomes the recording of its session', async () => {
  const sessionId = await aSession()
  const address = await begun(sessionId, video.length)
  const first = await append(address, 0, video.subarray(0, 4000))
  expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '4000'])
  const asked = await ask(address)
  expect([
    asked.status,
    asked.headers.get('upload-offset'),
    asked.headers.get('upload-length'),
  ]).toEqual([200, '4000', String(video.length)])
  expect(await stateOf(address)).toEqual({
    ...{ id: idOf(address), sessionId, status: 'receiving' },
    ...{ sizeBytes: video.length, arrivedBytes: 4000, note: null, error: null },
  })
  expect((await append(address, 4000, video.subarray(4000))).status).toBe(204)
  expect(await outcomeOf(address)).toEqual({
    ...{ id: idOf(address), sessionId, status: 'completed' },
    ...{ sizeBytes: video.length, arrivedBytes: video.length, note: null, error: null },
  })
  expect(await recordingOf(sessionId)).toMatchObject({
    id: idOf(address),
    fileName: 'talk.mp4',
    contentType: 'video/mp4',
    sizeBytes: video.length,
    duration: expect.closeTo(10, 0),
    isPlayable: true,
    mediaType: expect.stringMatching(/^video\/mp4; codecs="avc1\..*, mp4a\.40\.2"$/),
    posterKey: expect.any(String),
    uploadedBy: coachUserId,
  })
  const { storageKey = '' } = (await recordingOf(sessionId)) ?? {}
  expect(await storage.size(storageKey)).toBe(video.length)
  expect(await uploadRow(idOf(address))).toBeUndefined()
  await expect.poll(() => staged(address)).toBe(false)
  const entries = await db
    .selectFrom('auditEntry')
    .select(['action', 'userId', 'clientId', 'address'])
    .where('rowId', '=', idOf(address))
    .execute()
  expect(entries).toEqual([
    { action: 'recording-uploaded', userId: coachUserId, clientId, address: '127.0.0.1' },
  ])
})

test('a client that missed the last response learns that the upload is complete', async () => {
  const address = await begun(await aSession(), video.length)
  await append(address, 0, video)
  const expectComplete = async () => {
    const asked = await ask(address)
    expect([asked.status, asked.headers.get('upload-offset')]).toEqual([200, String(video.length)])
    for (const offset of [0, 4000, video.length]) {
      const again = await append(address, offset, video.subarray(offset))
      expect(again.status).toBe(409)
    }
  }
  await expectComplete()
  expect(await outcomeOf(address)).toMatchObject({ status: 'completed' })
  await expectComplete()
})

test.each(['hangs', 'breaks'])(
  'bytes received before the connection %s are kept, and a new connection continues',
  async (how) => {
    const address = await begun(await aSession(), video.length)
    const first = httpRequest(origin + address, {
      method: 'PATCH',
      headers: {
        ...{ ...tus, origin, cookie: coach, 'upload-offset': '0' },
        'content-type': 'application/offset+octet-stream',
        'content-length': video.length,
      },
    })
    const ended = new Promise((resolve) => first.on('error', resolve))
    first.write(video.subarray(0, 2000))
    const arrived = () => readFileSync(stagingFile(deps.config, idOf(address))).length
    await expect.poll(arrived).toBe(2000)
    if (how === 'breaks') first.destroy(new Error('broken'))
    expect((await ask(address)).headers.get('upload-offset')).toBe('2000')
    await ended
    expect((await append(address, 2000, video.subarray(2000))).status).toBe(204)
    expect(await outcomeOf(address)).toMatchObject({ status: 'completed' })
  },
)

test('of two concurrent requests one is rejected', async () => {
  const address = await begun(await aSession(), video.length)
  const answers = await Promise.allSettled([
    append(address, 0, video.subarray(0, 5000)),
    append(address, 0, video.subarray(0, 5000)),
  ])
  const statuses = answers.map((it) => (it.status === 'fulfilled' ? it.value.status : 0))
  expect(statuses).toContain(204)
  expect(statuses.filter((it) => it === 204)).toHaveLength(1)
  expect(Number((await ask(address)).headers.get('upload-offset'))).toBe(5000)
})

test('a wrong offset is rejected and changes nothing', async () => {
  const address = await begun(await aSession(), video.length)
  await append(address, 0, video.subarray(0, 100))
  const answer = await append(address, 50, video.subarray(50, 90))
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ code: 'conflict' })
  expect((await ask(address)).headers.get('upload-offset')).toBe('100')
})

test('more bytes than announced are rejected', async () => {
  const address = await begun(await aSession(), 100)
  expect((await append(address, 0, video)).status).toBe(413)
})

test('cancelling deletes the received bytes', async () => {
  const address = await begun(await aSession(), video.length)
  await append(address, 0, video.subarray(0, 100))
  const answer = await send(address, { method: 'DELETE', cookie: coach, headers: tus })
  expect(answer.status).toBe(204)
  expect(staged(address)).toBe(false)
  expect(await uploadRow(idOf(address))).toBeUndefined()
  expect((await ask(address)).status).toBe(404)
})

test('other users cannot see, continue or cancel an upload', async () => {
  const sessionId = await aSession()
  const address = await begun(sessionId, video.length)
  const other = await signIn(emails.otherCoach)
  const admin = await signIn(emails.admin)
  const client = await signIn(emails.client)
  for (const cookie of [other, admin]) {
    expect((await ask(address, cookie)).status).toBe(404)
    expect((await append(address, 0, video, cookie)).status).toBe(404)
    expect((await send(address, { method: 'DELETE', cookie, headers: tus })).status).toBe(404)
  }
  expect((await ask(address, client)).status).toBe(403)
  expect((await send(address, { method: 'HEAD', headers: tus })).status).toBe(401)
  expect((await begin(sessionId, 10, { cookie: other })).status).toBe(404)
  expect((await begin(sessionId, 10, { cookie: client })).status).toBe(403)
  expect(staged(address)).toBe(true)
})

test('a file over 500MB is rejected before it is sent, with its size', async () => {
  const answer = await begin(await aSession(), maxRecordingBytes + 1)
  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({
    error: 'File size must be under 500MB. Your file is 501MB',
    code: 'too-large',
  })
})

test.each([
  ['no length', { 'upload-length': '' }, 'Upload-Length'],
  ['a negative length', { 'upload-length': '-1' }, 'Upload-Length'],
  ['no session', { 'upload-metadata': `filename ${base64('a.mp4')}` }, 'sessionId'],
  ['nonsense for metadata', { 'upload-metadata': 'a a a,,' }, 'Upload-Metadata'],
  ['an unknown protocol', { 'tus-resumable': '0.2.2' }, 'tus 1.0.0'],
])('an upload with %s is rejected', async (_, headers, named) => {
  const before = readdirSync(stagingFolder(deps.config)).length
  const answer = await begin(await aSession(), 10, { headers: headers as object })
  expect(answer.status).toBe(400)
  expect(((await answer.json()) as { error: string }).error).toContain(named)
  expect(readdirSync(stagingFolder(deps.config))).toHaveLength(before)
})

test.each([
  ['not a video', 'text.mp4', 'not a video'],
  ['without sound', 'no-audio.mp4', 'no sound'],
])('a file that is %s is rejected with the reason and deleted', async (_, name, message) => {
  const sessionId = await aSession()
  const content = media(name)
  const address = await begun(sessionId, content.length)
  expect((await append(address, 0, content)).status).toBe(204)
  const { status, error } = (await outcomeOf(address)) ?? {}
  expect(status).toBe('failed')
  expect(error).toContain(message)
  await expect.poll(() => staged(address)).toBe(false)
  expect(await recordingOf(sessionId)).toBeUndefined()
  expect((await ask(address)).status).toBe(422)
  const again = await append(address, 0, content)
  expect(again.status).toBe(422)
  expect(await again.json()).toMatchObject({ error })
  expect((await begin(sessionId, 10)).status).toBe(201)
  expect((await send(address, { method: 'DELETE', cookie: coach, headers: tus })).status).toBe(204)
  expect(await uploadRow(idOf(address))).toBeUndefined()
})

test('an empty file is rejected', async () => {
  const answer = await begin(await aSession(), 0)
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ error: 'The file is empty.' })
})

test('of two uploads to one session the second fails with a message', async () => {
  const sessionId = await aSession()
  const first = await begun(sessionId, video.length)
  const second = await begun(sessionId, video.length)
  await Promise.all([append(first, 0, video), append(second, 0, video)])
  const outcomes = [await outcomeOf(first), await outcomeOf(second)]
  const refused = outcomes.find((it) => it?.status === 'failed')
  expect(refused?.error).toContain('already has a recording')
  expect(outcomes.find((it) => it?.status === 'completed')?.id).toBe(
    (await recordingOf(sessionId))?.id,
  )
  expect((await begin(sessionId, 10)).status).toBe(409)
  await sweepDiscarded(deps, (error) => errors.push(error))
  expect(await filesOf(refused?.id ?? '')).toEqual([])
})

async function filesOf(id: string) {
  const found = []
  for await (const { key } of storage.list()) if (key.startsWith(id)) found.push(key)
  return found.toSorted()
}

test('a full disk is reported, and the received bytes stay', async () => {
  const address = await begun(await aSession(), video.length)
  const file = stagingFile(deps.config, idOf(address))
  rmSync(file)
  symlinkSync('/dev/full', file)
  const answer = await append(address, 0, video)
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ error: expect.stringContaining('out of disk space') })
  expect(await uploadRow(idOf(address))).toBeDefined()
})
