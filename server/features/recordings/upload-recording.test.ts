import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { maxRecordingBytes } from '#contract/recordings/recordings.ts'
import { stagingFolder } from './uploads/staging.ts'
import { listeningApp } from '../../test/listening-app.ts'
import { makeSession } from '../../test/make.ts'

const { deps, db, send, signIn, emails, clientId, sessionDefinitionId, origin } =
  await listeningApp()
const coach = await signIn(emails.coach)
const media = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../../test/media', name))
const video = media('silence.mp4')
const aSession = () => makeSession(db, { clientId, sessionDefinitionId })
const staged = () => readdirSync(stagingFolder(deps.config))

type Body = Record<string, unknown>
const upload = (sessionId: string, body: Body | RequestInit['body'], cookie = coach) =>
  send(`/api/sessions/${sessionId}/upload-recording`, {
    method: 'POST',
    cookie,
    headers: { 'content-type': 'application/json' },
    body:
      typeof body === 'object' && body?.constructor === Object
        ? JSON.stringify(body)
        : (body as RequestInit['body']),
  })
const fileData = video.toString('base64')

test('a request in JSON stores a video in base64 and returns its id', async () => {
  const sessionId = await aSession()
  const answer = await upload(sessionId, {
    fileName: 'clara.mp4',
    fileData: `data:video/mp4;base64,${fileData}`,
    clientFullName: 'Clara Client',
  })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    id: expect.any(String),
    fileName: 'clara.mp4',
    contentType: 'video/mp4',
    sizeBytes: video.length,
    isPlayable: true,
    isMadeHere: false,
    hasPoster: true,
  })
  expect(staged()).toEqual([])
  expect(await db.selectFrom('upload').selectAll().execute()).toEqual([])
})

test('a recording without a name gets one from session, client and time', async () => {
  const sessionId = await aSession()
  const answer = await upload(sessionId, { fileData, clientFullName: 'Clara Client' })
  const { fileName } = (await answer.json()) as { fileName: string }
  expect(fileName).toMatch(new RegExp(`^${sessionId}_Clara_Client_[\\dT-]+Z\\.mp4$`))
})

test.each([
  ['no JSON', 'hello', 400, 'The body must be a JSON object.'],
  ['JSON without a video', { fileName: 'a.mp4' }, 400, 'fileData is missing.'],
  ['broken base64', { fileData: 'AA*A' }, 400, 'fileData is not valid base64.'],
  ['an empty video', { fileData: '' }, 422, 'The file is empty.'],
  ['no video', { fileData: media('text.mp4').toString('base64') }, 415, undefined],
  ['a video without sound', { fileData: media('no-audio.mp4').toString('base64') }, 422, undefined],
  ['a truncated video', { fileData: fileData.slice(0, 4000) }, 422, undefined],
])('%s is rejected and leaves nothing behind', async (_, body, status, sentence) => {
  const sessionId = await aSession()
  const answer = await upload(sessionId, body)
  expect(answer.status).toBe(status)
  const { error } = (await answer.json()) as { error: string }
  if (sentence) expect(error).toBe(sentence)
  expect(staged()).toEqual([])
  const rows = await db.selectFrom('upload').selectAll().execute()
  expect(rows).toEqual([])
})

test('a request with more than 500MB of video is rejected before its body is read', async () => {
  const sessionId = await aSession()
  const request = httpRequest(`${origin}/api/sessions/${sessionId}/upload-recording`, {
    method: 'POST',
    headers: {
      origin,
      cookie: coach,
      'content-type': 'application/json',
      'content-length': Math.ceil(((maxRecordingBytes + 3_000_000) * 4) / 3),
    },
  })
  request.on('error', () => {})
  request.flushHeaders()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const body = await text(response)
  request.destroy()
  expect(response.statusCode).toBe(413)
  expect(body).toMatch(/File size must be under 500MB\. Your file is 50\dMB/)
})

test('an interrupted request leaves nothing behind', async () => {
  const sessionId = await aSession()
  const stop = new AbortController()
  async function* half() {
    yield Buffer.from(`{"fileData":"${fileData.slice(0, 8000)}`)
    await vi.waitUntil(() => staged().length === 1, { timeout: 10_000 })
    stop.abort()
    await new Promise(() => {})
  }
  const sent = send(`/api/sessions/${sessionId}/upload-recording`, {
    method: 'POST',
    cookie: coach,
    headers: { 'content-type': 'application/json' },
    body: Readable.toWeb(Readable.from(half())) as unknown as RequestInit['body'],
    signal: stop.signal,
  })
  await expect(sent).rejects.toThrow()
  await expect.poll(staged).toEqual([])
})
