import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { newId } from '../../../platform/ids.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import type { RunnerSettings } from '../../../platform/jobs/run-job.ts'
import { deleteRecordings } from '../../sessions/sessions.queries.ts'
import { decideConsents } from '../../../test/decide-consents.ts'
import { fakeTranscriber, spoken } from '../../../test/fake-transcriber.ts'
import { ledTranscriber } from '../../../test/led-transcriber.ts'
import { makeRow, makeSession, updateRow } from '../../../test/make.ts'
import { makeRecording } from '../../../test/make-recording.ts'
import { runQueuedJobs, secondsUntil } from '../../../test/run-queued-jobs.ts'
import { testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'

const app = await testApp()
const { boss, deps, storage, db, clientId, sessionDefinitionId, coachUserId } = app
const [coach, client] = [await app.signIn(app.emails.coach), await app.signIn(app.emails.client)]
type Led = ReturnType<typeof ledTranscriber>

const errors: Error[] = []
afterEach(async () => {
  await db.deleteFrom('session').execute()
  await sql`delete from pgboss.job`.execute(db)
  expect(errors.splice(0)).toEqual([])
})

/** Runs what is queued with this engine. */
const run = (
  { transcriber }: Pick<Led, 'transcriber'>,
  settings: Partial<RunnerSettings> = {},
  given = deps,
) =>
  runQueuedJobs({ boss, deps: withAdapters(given, { transcription: transcriber }) }, 'transcribe', {
    onError: (error) => errors.push(error),
    ...settings,
  })

/** Begins what is queued with an engine that the test leads. */
async function begin(led = ledTranscriber(), settings: Partial<RunnerSettings> = {}, given = deps) {
  const ended = run(led, settings, given)
  return { call: await led.next(), ended }
}

async function makeTranscription(of?: string) {
  const sessionId = of ?? (await makeSession(db, { clientId, sessionDefinitionId }))
  const recordingId = of ? '' : await makeRecording(deps, sessionId)
  const id = await makeRow(db, 'transcription', { sessionId })
  await deps.queue.add(db, 'transcribe', { id })
  return { id, sessionId, recordingId }
}

const getRow = (id: string) =>
  db.selectFrom('transcription').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const sessionOf = (id: string) =>
  db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const waits = async (id: string) => (await secondsUntil(app, 'transcribe', { id })) !== undefined

test('a transcription shows its progress and saves text and segments, without changing the conversation', async () => {
  const { id, sessionId } = await makeTranscription()
  await updateRow(db, 'session', sessionId, {
    transcribedTextScripted: 'A conversation.',
    // Nothing was heard the first time.
    transcribedTextRaw: '',
  })
  const { call, ended } = await begin()
  expect(await getRow(id)).toMatchObject({ status: 'running', progress: 0, note: null })
  call.onProgress(0.2, null)
  call.onProgress(0.4, 'Preparing the models')
  await expect
    .poll(() => getRow(id), { timeout: 5_000 })
    .toMatchObject({ progress: 0.4, note: 'Preparing the models' })
  call.onProgress(0.6, null)
  call.succeed({ warnings: ['TRUNCATED'] })
  await ended
  expect(await getRow(id)).toMatchObject({
    ...{ status: 'completed', progress: 1, note: null, error: null, warnings: ['TRUNCATED'] },
    finishedAt: expect.any(String),
  })
  expect(await sessionOf(sessionId)).toMatchObject({
    transcribedTextRaw:
      '[00:00:00] Speaker 1: Good morning. How have you been?\n[00:00:04] Speaker 2: It has been a difficult week at work.',
    segments: spoken.segments,
    transcriptWarnings: ['TRUNCATED'],
    transcribedTextScripted: 'A conversation.',
  })
})

test('a second transcript is kept beside the corrected one and its draft, and replaces only an earlier second one', async () => {
  const { id, sessionId, recordingId } = await makeTranscription()
  const line = { start: 0, end: 2, text: 'Hello.' }
  const heard = [{ ...line, speaker: 'Speaker 1' }]
  const corrected = [{ ...line, speaker: 'Coach' }]
  await updateRow(db, 'session', sessionId, {
    segments: JSON.stringify(corrected),
    originalSegments: JSON.stringify(heard),
    transcribedTextRaw: 'Coach: Hello.',
  })
  const before = await sessionOf(sessionId)
  const draft = { id: newId(), sessionId, userId: coachUserId, transcriptVersion: 1 }
  await makeRow(db, 'transcriptDraft', { ...draft, segments: JSON.stringify(corrected) })
  const hear = async (transcript: Parameters<typeof fakeTranscriber>[0]) =>
    run({ transcriber: fakeTranscriber(transcript) })
  await hear({ segments: [], warnings: ['LANGUAGE_OR_QUALITY'] })
  expect(await getRow(id)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^Too few words .+ The current transcript is unchanged\.$/),
  })
  const kept = () => db.selectFrom('newTranscript').selectAll().execute()
  expect(await kept()).toEqual([])
  for (const segments of [heard, spoken.segments]) {
    const next = await makeTranscription(sessionId)
    await hear({ segments, warnings: ['TRUNCATED'] })
    expect((await getRow(next.id)).status).toBe('completed')
    expect(await kept()).toMatchObject([
      { sessionId, recordingId, segments, warnings: ['TRUNCATED'] },
    ])
  }
  expect(await sessionOf(sessionId)).toEqual(before)
  expect(
    await db
      .selectFrom('transcriptDraft')
      .select('segments')
      .where('sessionId', '=', sessionId)
      .executeTakeFirst(),
  ).toEqual({ segments: corrected })
})

test('a provider runs as many transcriptions at a time as it allows, and the first that waits is the next', async () => {
  const led = ledTranscriber()
  await makeTranscription()
  const first = await begin(led)
  const [second, third] = [await makeTranscription(), await makeTranscription()]
  await run(led)
  expect(led.waiting).toEqual([])
  const toSeconds = async ({ id }: { id: string }) =>
    (await secondsUntil(app, 'transcribe', { id }))!
  expect((await toSeconds(third)) - (await toSeconds(second))).toBeGreaterThan(0.5)
  expect((await getRow(second.id)).status).toBe('waiting')
  first.call.succeed()
  await first.ended
  const rest = await begin(led)
  rest.call.succeed()
  ;(await led.next()).succeed()
  await rest.ended
  expect((await getRow(third.id)).status).toBe('completed')
})

const cancel = (sessionId: string) =>
  app.call({ method: 'POST', url: `/api/sessions/${sessionId}/cancel-transcription` }, coach)
const consentToRecording = (isGiven: boolean) =>
  decideConsents(app.call, clientId, { recording: isGiven }, { cookie: client })

test.each<[string, (sessionId: string) => Promise<unknown>]>([
  ['it is cancelled', cancel],
  [
    'its session is deleted',
    (id) => app.call({ method: 'DELETE', url: `/api/sessions/${id}` }, coach),
  ],
  [
    'its recording is deleted',
    (id) => inTransaction(db, (tx) => deleteRecordings(tx, deps.queue, [id])),
  ],
  ['the client withdraws the consent', () => consentToRecording(false)],
])(
  'when %s, the engine stops and nothing is saved, also if it has just finished',
  async (_when, end) => {
    // What happens if the announcement is too late.
    const unheard = { ...deps, announcements: { ...deps.announcements, listen: () => () => {} } }
    for (const heard of [deps, unheard]) {
      const { id, sessionId } = await makeTranscription()
      const { call, ended } = await begin(ledTranscriber(), {}, heard)
      await end(sessionId)
      if (heard === deps)
        await expect.poll(() => call.signal.aborted, { timeout: 5_000 }).toBe(true)
      call.succeed()
      await ended
      const status = db.selectFrom('transcription').select('status').where('id', '=', id)
      expect((await status.executeTakeFirst()) ?? { status: 'cancelled' }).toEqual({
        status: 'cancelled',
      })
      const texts = await db.selectFrom('session').select('transcribedTextRaw as text').execute()
      expect(texts.filter(({ text }) => text !== null)).toEqual([])
      expect(await waits(id)).toBe(false)
      await consentToRecording(true)
    }
  },
)

test('one that waits is never begun once it is cancelled', async () => {
  const { id, sessionId } = await makeTranscription()
  await cancel(sessionId)
  expect(await run(ledTranscriber())).toBe(0)
  expect((await getRow(id)).status).toBe('cancelled')
})

test('a recording that cannot be transcribed fails at once and says why', async () => {
  const { id } = await makeTranscription()
  const { call, ended } = await begin()
  call.fail(new Rejected('no-sound', 'The recording has no sound.'))
  await ended
  expect(await getRow(id)).toMatchObject({ status: 'failed', error: 'The recording has no sound.' })
  expect(await waits(id)).toBe(false)
})

test('a recording whose file is missing fails with a sentence', async () => {
  const { id, recordingId } = await makeTranscription()
  await storage.remove(recordingId)
  await run(ledTranscriber())
  expect((await getRow(id)).error).toBe('The recording file is missing. Please upload it again.')
})

test('an unavailable engine is retried twice, and then the reason is shown', async () => {
  const { id } = await makeTranscription()
  const away = new Unavailable('The service does not answer.')
  for (const next of [2, 3]) {
    const { call, ended } = await begin()
    call.fail(away)
    await ended
    const note = `Trying again (${next} of 3)`
    expect(await getRow(id)).toMatchObject({ status: 'waiting', note, error: null })
  }
  const { call, ended } = await begin()
  expect(await getRow(id)).toMatchObject({ status: 'running', note: 'Trying again (3 of 3)' })
  call.fail(away)
  await ended
  expect(await getRow(id)).toMatchObject({
    ...{ status: 'failed', note: null },
    error: 'Failed after 3 attempts: The service does not answer.',
  })
})

test('one whose process dies each time says that it can be started again', async () => {
  const { id } = await makeTranscription()
  await sql`update pgboss.job set retry_count = 3`.execute(db)
  await run(ledTranscriber())
  expect((await getRow(id)).error).toBe(
    'The transcription was interrupted 3 times. Please start it again.',
  )
})

test('a clean stop gives the slot back, counts no attempt, and leaves nothing of an upload at a service', async () => {
  const { id } = await makeTranscription()
  const stopping = new AbortController()
  const first = await begin(ledTranscriber({ isDeaf: true }), { stopping: stopping.signal })
  await first.call.recordExternalId('half-a-copy')
  expect(await getRow(id)).toMatchObject({ externalId: 'half-a-copy' })
  stopping.abort()
  // The engine would never finish.
  await first.ended
  const copies = () => db.selectFrom('externalCopy').select('externalId').execute()
  await expect.poll(copies, { timeout: 5_000 }).toEqual([{ externalId: 'half-a-copy' }])
  const next = await begin()
  expect(await getRow(id)).toMatchObject({ note: null, externalId: null })
  next.call.succeed()
  await next.ended
  expect((await getRow(id)).status).toBe('completed')
})
