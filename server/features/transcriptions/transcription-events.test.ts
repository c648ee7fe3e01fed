import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { announce } from '../../platform/db/notify.ts'
import { newId } from '../../platform/ids.ts'
import {
  eventListeners,
  eventProcesses,
  neverBeating as never,
} from '../../test/event-processes.ts'
import { makeRow, makeSession, updateRow } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { transcriptionRoutes } from './transcriptions.routes.ts'

const it = await testApp()
const { db, signIn, emails, clientId, sessionDefinitionId } = it
const startProcess = eventProcesses(it, transcriptionRoutes)
const listenTo = eventListeners()

const coach = await signIn(emails.coach)
const here = await startProcess()
const beating = await startProcess({ ...never, heartbeatMs: 60 })
const listen = (address: string, sessionId: string, as = coach) =>
  listenTo(`${address}/api/sessions/${sessionId}/transcription-events`, as)

const countStreams = async () => (await db.selectFrom('eventStream').select('id').execute()).length

let sessionId: string
beforeEach(async () => {
  // Those of the test before.
  await expect.poll(countStreams).toBe(0)
  sessionId = await makeSession(db, { clientId, sessionDefinitionId })
})

type Values = { status?: string; progress?: number; error?: string; note?: string }
async function make(values: Values = {}) {
  const id = await makeRow(db, 'transcription', { sessionId, ...values })
  await announce(db, `session:${sessionId}`)
  return id
}
async function set(id: string, values: Values) {
  await updateRow(db, 'transcription', id, values)
  await announce(db, `session:${sessionId}`)
}
const progress = (value: number) => ({
  type: 'transcription-progress',
  progress: value,
  note: null,
})
const complete = { type: 'transcription-complete' }

test('a stream sends progress and completion, and stays open', async () => {
  const listener = await listen(here.address, sessionId)
  expect(listener.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  expect(listener.headers['cache-control']).toBe('no-store, no-transform')
  await expect.poll(() => listener.heard.text).toBe('retry: 3000\n\n')
  const id = await make()
  await expect.poll(listener.events).toEqual([progress(0)])
  await set(id, { status: 'running', progress: 0.5 })
  await expect.poll(listener.events).toEqual([progress(0), progress(0.5)])
  await set(id, { status: 'completed', progress: 1 })
  await expect.poll(listener.events).toEqual([progress(0), progress(0.5), complete])
  expect(listener.heard.hasEnded).toBe(false)
})

test.each([
  ['running', { status: 'running', progress: 0.3 }, progress(0.3)],
  ['completed', { status: 'completed' }, complete],
  [
    'failed',
    { status: 'failed', error: 'The recording has no sound.' },
    { type: 'transcription-failed', error: 'The recording has no sound.' },
  ],
  ['cancelled', { status: 'cancelled' }, { type: 'transcription-cancelled' }],
])('a new listener gets the status of a %s transcription at once', async (_, values, event) => {
  await make(values)
  const listener = await listen(here.address, sessionId)
  await expect.poll(listener.events).toEqual([event])
})

test('listeners on several processes get the events of another process', async () => {
  const there = await startProcess()
  const listeners = await Promise.all([
    listen(here.address, sessionId),
    listen(here.address, sessionId),
    listen(there.address, sessionId),
  ])
  await make({ status: 'completed' })
  for (const { events } of listeners) await expect.poll(events).toEqual([complete])
})

test('a second transcription with the same end is a new event', async () => {
  await make({ status: 'completed' })
  const listener = await listen(here.address, sessionId)
  await expect.poll(listener.events).toEqual([complete])
  await make({ status: 'completed' })
  await expect.poll(listener.events).toEqual([complete, complete])
})

test('the heartbeat makes up for a lost notification, and nothing is sent twice', async () => {
  const id = await make({ status: 'running', progress: 0.1 })
  const listener = await listen(beating.address, sessionId)
  await expect.poll(listener.events).toEqual([progress(0.1)])
  await updateRow(db, 'transcription', id, { status: 'completed' })
  await expect.poll(listener.events).toEqual([progress(0.1), complete])
  const beats = listener.heard.text.split('\n:\n').length
  await expect.poll(() => listener.heard.text.split('\n:\n').length).toBeGreaterThan(beats + 3)
  expect(listener.events()).toEqual([progress(0.1), complete])
})

test('the stream ends when its login ends', async () => {
  const admin = await signIn(emails.admin)
  const listener = await listen(beating.address, sessionId, admin)
  await it.call({ method: 'POST', url: '/api/auth/logout' }, admin)
  await listener.ended
  expect((await listen(beating.address, sessionId, admin)).status).toBe(401)
})

test('the stream ends when the client gets another coach', async () => {
  const listener = await listen(beating.address, sessionId)
  await updateRow(db, 'client', clientId, { coachId: it.otherCoachId })
  await listener.ended
  expect((await listen(beating.address, sessionId)).status).toBe(404)
  await updateRow(db, 'client', clientId, { coachId: it.coachId })
})

test('the stream ends after fifteen minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const listener = await listen(here.address, sessionId)
    await vi.advanceTimersByTimeAsync(899_000)
    expect(listener.heard.hasEnded).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    await listener.ended
  } finally {
    vi.useRealTimers()
  }
})

test('a slow listener skips outdated events', async () => {
  const id = await make({ status: 'running' })
  const slow = await listen(here.address, sessionId)
  slow.pause()
  for (let count = 1; count <= 20; count++)
    await set(id, { note: `${count} `.padEnd(2_000_000, 'x') })
  await set(id, { status: 'completed' })
  slow.resume()
  await expect.poll(slow.events).toContainEqual(complete)
  expect(slow.events().length).toBeLessThan(10)
})

test('a listener that does not read is disconnected', async () => {
  const { address } = await startProcess({ ...never, heartbeatMs: 100, maxPerProcess: 1 })
  const id = await make({ status: 'running' })
  const deaf = await listen(address, sessionId)
  deaf.pause()
  expect((await listen(address, sessionId)).status).toBe(503)
  for (let count = 1; count <= 10; count++)
    await set(id, { note: `${count} `.padEnd(2_000_000, 'x') })
  await expect.poll(async () => (await listen(address, sessionId)).status).toBe(200)
})

test('users who may not change the session get no events', async () => {
  expect((await listen(here.address, sessionId, await signIn(emails.otherCoach))).status).toBe(404)
  expect((await listen(here.address, sessionId, await signIn(emails.client))).status).toBe(403)
  expect((await listen(here.address, sessionId, '')).status).toBe(401)
  expect((await listen(here.address, newId())).status).toBe(404)
})

test('the number of streams per user is limited over all logins and processes', async () => {
  const limits = { ...never, maxPerPerson: 2 }
  const [one, other] = [await startProcess(limits), await startProcess(limits)]
  const first = await listen(one.address, sessionId)
  const elsewhere = await signIn(emails.coach)
  await listen(other.address, sessionId, elsewhere)
  for (const { address } of [one, other]) {
    const tooMany = await listen(address, sessionId, await signIn(emails.coach))
    await tooMany.ended
    expect(tooMany.status).toBe(429)
    expect(tooMany.heard.text).toContain('Too many pages are open. Please close some of them.')
  }
  expect((await listen(one.address, sessionId, await signIn(emails.admin))).status).toBe(200)
  await first.close()
  await expect.poll(async () => (await listen(other.address, sessionId)).status).toBe(200)
})

test('streams opened at the same moment in several processes stay within the limit', async () => {
  const limits = { ...never, maxPerPerson: 3 }
  const [one, other] = [await startProcess(limits), await startProcess(limits)]
  const opened = await Promise.all(
    Array.from({ length: 10 }, (_, at) => listen((at % 2 ? one : other).address, sessionId)),
  )
  expect(opened.filter(({ status }) => status === 200).length).toBeLessThan(4)
  await expect.poll(countStreams).toBeLessThan(4)
})

test('a stopped process frees its streams at once, a killed one within fifteen minutes', async () => {
  const limits = { ...never, maxPerPerson: 2 }
  const [stopped, killed] = [await startProcess(limits), await startProcess(limits)]
  for (const { address } of [stopped, killed])
    expect((await listen(address, sessionId)).status).toBe(200)
  await stopped.close()
  expect(await countStreams()).toBe(1)
  expect((await listen(killed.address, sessionId)).status).toBe(200)
  expect((await listen(killed.address, sessionId)).status).toBe(429)
  await sql`update event_stream set expires_at = expires_at - interval '15 minutes'`.execute(db)
  expect((await listen(killed.address, sessionId)).status).toBe(200)
})
