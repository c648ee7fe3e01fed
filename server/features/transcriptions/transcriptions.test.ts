import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { NewTranscript } from '#contract/sessions/transcripts.ts'
import { startJobs } from '../../jobs.ts'
import { Unavailable } from '../../platform/jobs/errors.ts'
import { ledTranscriber } from '../../test/led-transcriber.ts'
import { makeRecording } from '../../test/make-recording.ts'
import { makeSession, updateRow } from '../../test/make.ts'
import { listStatusCodes, testApp } from '../../test/test-app.ts'
import { withAdapters } from '../../test/with-adapters.ts'

const led = ledTranscriber()
const { deps, db, call, signIn, emails, clientId, sessionDefinitionId, databaseUrl } =
  await testApp()

const errors: Error[] = []
let jobs: { stop: () => Promise<void> }
beforeAll(async () => {
  jobs = await startJobs(withAdapters(deps, { transcription: led.transcriber }), {
    connectionString: databaseUrl,
    onError: (error) => errors.push(error),
    retryMs: 20,
  })
})
afterAll(async () => {
  await jobs.stop()
  expect(errors).toEqual([])
})

const coach = await signIn(emails.coach)
const ask = (what: string, id: string, cookie: string | undefined = coach) =>
  call({ method: 'POST', url: `/api/sessions/${id}/${what}` }, cookie)
const start = (id: string, cookie?: string) => ask('transcribe', id, cookie)
const cancel = (id: string, cookie?: string) => ask('cancel-transcription', id, cookie)
const session = async () => {
  const id = await makeSession(db, { clientId, sessionDefinitionId })
  await makeRecording(deps, id)
  return id
}
const statuses = async (sessionId: string) =>
  (
    await db
      .selectFrom('transcription')
      .select('status')
      .where('sessionId', '=', sessionId)
      .orderBy('id')
      .execute()
  ).map(({ status }) => status)
const actions = async () =>
  (
    await db.selectFrom('auditEntry').selectAll().where('tableName', '=', 'transcription').execute()
  ).map(({ action, clientId: of }) => ({ action, clientId: of }))

beforeEach(async () => {
  await db.deleteFrom('session').execute()
  await db.deleteFrom('auditEntry').execute()
})

test('a coach starts a transcription, and it is transcribed', async () => {
  const id = await session()
  const answer = await start(id)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    status: 'waiting',
    progress: 0,
    note: null,
    error: null,
    warnings: [],
    speakers: null,
    language: null,
    createdAt: expect.any(String),
    finishedAt: null,
  })
  ;(await led.next()).succeed()
  await expect.poll(() => statuses(id)).toEqual(['completed'])
  expect(await actions()).toEqual([{ action: 'transcription-started', clientId }])
})

const startWith = (id: string, payload: object) =>
  call({ method: 'POST', url: `/api/sessions/${id}/transcribe`, payload }, coach)

test('a given number of speakers applies to every attempt; otherwise it is detected', async () => {
  const id = await session()
  const answer = await startWith(id, { speakers: 3 })
  expect(answer.json()).toMatchObject({ status: 'waiting', speakers: 3 })
  const first = await led.next()
  expect(first.speakers).toBe(3)
  first.fail(new Unavailable('The engine is busy.'))
  const second = await led.next()
  expect(second.speakers).toBe(3)
  second.succeed()
  await expect.poll(() => statuses(id)).toEqual(['completed'])

  expect((await startWith(id, {})).json()).toMatchObject({ status: 'waiting', speakers: null })
  const found = await led.next()
  expect(found.speakers).toBeUndefined()
  found.succeed()
  await expect.poll(() => statuses(id)).toEqual(['completed', 'completed'])
})

const hintsAt = `/api/clients/${clientId}/transcription-hints`
const putHints = (payload: object) => call({ method: 'PUT', url: hintsAt, payload }, coach)

test('the language is that of the session or the client, and terms come from client and installation', async () => {
  const system = await signIn(emails.system)
  const setting = { value: ['Nordlys', 'Aarhus'] }
  const url = '/api/admin/settings/transcriptionTerms'
  expect((await call({ method: 'PUT', url, payload: setting }, system)).statusCode).toBe(200)
  await expect.poll(() => deps.installation.transcriptionTerms).toEqual(setting.value)
  const saved = await putHints({ language: 'en', terms: ['Maja Nordin', 'Nordlys'] })
  expect(saved.json()).toMatchObject({ language: 'en', version: 2 })
  const id = await session()
  await start(id)
  const heard = await led.next()
  expect(heard).toMatchObject({ language: 'en', terms: ['Maja Nordin', 'Nordlys', 'Aarhus'] })
  heard.succeed()
  await expect.poll(() => statuses(id)).toEqual(['completed'])

  await putHints({ language: 'da', terms: [] })
  expect((await startWith(id, { language: 'en' })).json()).toMatchObject({ language: 'en' })
  const chosen = await led.next()
  expect(chosen.language).toBe('en')
  chosen.succeed()
  await expect.poll(() => statuses(id)).toEqual(['completed', 'completed'])

  // The local engine would transcribe it as English.
  const refused = await start(id)
  expect(refused.statusCode).toBe(422)
  expect(refused.json().error).toMatch(/only supports English, and this session is in Danish/)
  await putHints({ language: null, terms: [] })
})

test('hints have a version, and invalid terms are rejected', async () => {
  const { version } = (await call({ method: 'GET', url: hintsAt }, coach)).json()
  await putHints({ language: null, terms: ['Aarhus'], version })
  expect((await putHints({ language: 'sv', terms: [], version })).statusCode).toBe(409)
  // The same request again, as after a lost response.
  const again = await putHints({ language: null, terms: ['Aarhus'], version })
  expect(again.json()).toMatchObject({ terms: ['Aarhus'], version: version + 1 })
  for (const terms of [['a b c d e f'], ['x'.repeat(50)], [''], Array(101).fill('a')])
    expect((await putHints({ language: null, terms })).statusCode).toBe(400)
  await putHints({ language: null, terms: [] })
})

test('a transcript of an earlier recording is marked until that of the new one is used', async () => {
  const id = await session()
  const url = `/api/sessions/${id}`
  const isOfEarlier = async () =>
    (await call({ url }, coach)).json<{ isOfEarlierRecording: boolean }>().isOfEarlierRecording
  const transcribe = async (ends: string[]) => {
    await start(id)
    ;(await led.next()).succeed()
    await expect.poll(() => statuses(id)).toEqual(ends)
  }
  const replace = async () => {
    await call({ method: 'DELETE', url: `${url}/recording` }, coach)
    expect(await isOfEarlier()).toBe(false)
    await makeRecording(deps, id)
  }
  await transcribe(['completed'])
  expect(await isOfEarlier()).toBe(false)
  await replace()
  expect(await isOfEarlier()).toBe(true)
  await transcribe(['completed', 'completed'])
  expect(await isOfEarlier()).toBe(true)
  const { newTranscript } = (await call({ url: `${url}/new-transcript` }, coach)).json<{
    newTranscript: NewTranscript
  }>()
  expect(newTranscript.isOfEarlierRecording).toBe(false)
  const payload = { id: newTranscript.id }
  await call({ method: 'PUT', url: `${url}/new-transcript`, payload }, coach)
  expect(await isOfEarlier()).toBe(false)
  // If the recording of a transcript is unknown, it is marked when the recording is deleted.
  await updateRow(db, 'session', id, { transcribedRecordingId: null })
  expect(await isOfEarlier()).toBe(false)
  await replace()
  expect(await isOfEarlier()).toBe(true)
})

test('a transcription without a recording is rejected', async () => {
  const id = await makeSession(db, { clientId, sessionDefinitionId })
  const answer = await start(id)
  expect(answer.statusCode).toBe(409)
  expect(answer.json().error).toBe('This session has no recording to transcribe.')
})

test('of concurrent starts one succeeds, and a cancelled transcription can be started again', async () => {
  const id = await session()
  const answers = await Promise.all([start(id), start(id), start(id)])
  expect(listStatusCodes(answers)).toEqual([200, 409, 409])
  const first = await led.next()
  const cancelled = await cancel(id)
  expect(cancelled.json()).toMatchObject({ status: 'cancelled', finishedAt: expect.any(String) })
  expect((await cancel(id)).statusCode).toBe(409)
  expect((await start(id)).statusCode).toBe(200)
  ;(await led.next()).succeed()
  await expect.poll(() => statuses(id)).toEqual(['cancelled', 'completed'])
  expect(first.signal.aborted).toBe(true)
  expect((await actions()).map(({ action }) => action)).toEqual([
    'transcription-started',
    'transcription-cancelled',
    'transcription-started',
  ])
})

test.each(['transcribe', 'cancel-transcription'])(
  'only those who may change the session may %s',
  async (what) => {
    const id = await session()
    expect((await ask(what, id, await signIn(emails.otherCoach))).statusCode).toBe(404)
    expect(await statuses(id)).toEqual([])
  },
)
