import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { spoken } from '../../../test/fake-transcriber.ts'
import { ledTranscriber } from '../../../test/led-transcriber.ts'
import { makeRow, makeSession, updateRow } from '../../../test/make.ts'
import { makeRecording } from '../../../test/make-recording.ts'
import { testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'
import { type JobTimings, startJobs } from '../../../platform/process/run-jobs.ts'

const { deps, storage, db, clientId, sessionDefinitionId, databaseUrl, coachUserId, ...app } =
  await testApp()

const quick: JobTimings = {
  progressMs: 20,
  heartbeatMs: 50,
  leaseMs: 1_000,
  retryMs: 50,
  recoveryMs: 100,
}
const started: { stop: () => Promise<void> }[] = []
const errors: Error[] = []

/** Another worker process. */
async function startWorker(led = ledTranscriber(), times: Partial<JobTimings> = {}) {
  const jobs = await startJobs(withAdapters(deps, { transcription: led.transcriber }), {
    connectionString: databaseUrl,
    onError: (error) => errors.push(error),
    times: { ...quick, ...times },
  })
  started.push(jobs)
  return { ...led, stop: () => jobs.stop() }
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((it) => it.stop()))
  await db.deleteFrom('session').execute()
  // Discards retries of earlier tests.
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`.execute(
    db,
  )
  expect(errors.splice(0)).toEqual([])
})

async function makeTranscription(values: Record<string, unknown> = {}) {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const recordingId = await makeRecording(deps, sessionId)
  const id = await makeRow(db, 'transcription', { sessionId, ...values })
  return { id, sessionId, recordingId }
}

const rowOf = (id: string) =>
  db.selectFrom('transcription').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const sessionOf = (id: string) =>
  db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const until = (id: string, status: string) =>
  vi.waitFor(async () => expect((await rowOf(id)).status).toBe(status), { timeout: 10_000 })
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

async function queued() {
  const { rows } = await sql<{ count: string }>`
    select count(*) from graphile_worker.jobs where task_identifier = 'transcribe' and attempts < max_attempts`.execute(
    db,
  )
  return Number(rows[0]?.count)
}

test('a transcription shows its progress and saves text and segments, without changing the conversation', async () => {
  const { id, sessionId } = await makeTranscription()
  await updateRow(db, 'session', sessionId, {
    transcribedTextScripted: 'A conversation.',
    // Nothing was heard the first time.
    transcribedTextRaw: '',
  })
  const worker = await startWorker()
  const call = await worker.next()
  call.onProgress(0.4, 'Preparing the models')
  await expect
    .poll(() => rowOf(id))
    .toMatchObject({
      status: 'running',
      progress: 0.4,
      note: 'Preparing the models',
    })
  call.succeed({ warnings: ['TRUNCATED'] })
  await until(id, 'completed')
  expect(await rowOf(id)).toMatchObject({
    progress: 1,
    note: null,
    error: null,
    warnings: ['TRUNCATED'],
    attempts: 1,
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
  const worker = await startWorker()
  ;(await worker.next()).succeed({ segments: [], warnings: ['LANGUAGE_OR_QUALITY'] })
  await until(id, 'failed')
  expect((await rowOf(id)).error).toMatch(
    /^Too few words .+ The current transcript is unchanged\.$/,
  )
  const kept = () => db.selectFrom('newTranscript').selectAll().execute()
  expect(await kept()).toEqual([])
  for (const segments of [heard, spoken.segments]) {
    const next = await makeRow(db, 'transcription', { sessionId })
    ;(await worker.next()).succeed({ segments, warnings: ['TRUNCATED'] })
    await until(next, 'completed')
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

test('a provider runs as many transcriptions at a time as it allows', async () => {
  await Promise.all(Array.from({ length: 3 }, () => makeTranscription()))
  const worker = await startWorker(ledTranscriber({ maxConcurrent: 2 }))
  const [one, two] = [await worker.next(), await worker.next()]
  await expect.poll(queued).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect([worker.waiting.length, await queued()]).toEqual([0, 1])
  one.succeed()
  const three = await worker.next()
  two.succeed()
  three.succeed()
  await expect.poll(queued).toBe(0)
})

test('a cancelled transcription stops the engine and leaves nothing', async () => {
  const { id, sessionId } = await makeTranscription()
  const worker = await startWorker()
  const call = await worker.next()
  await updateRow(db, 'transcription', id, { status: 'cancelled' })
  await expect.poll(() => call.signal.aborted).toBe(true)
  expect((await rowOf(id)).status).toBe('cancelled')
  expect((await sessionOf(sessionId)).transcribedTextRaw).toBeNull()
})

test('a recording deleted at the last moment leaves no transcript', async () => {
  const { id, sessionId, recordingId } = await makeTranscription()
  const worker = await startWorker(ledTranscriber(), { progressMs: 60_000 })
  const call = await worker.next()
  await db.deleteFrom('recording').where('id', '=', recordingId).execute()
  call.succeed()
  await until(id, 'cancelled')
  expect((await sessionOf(sessionId)).transcribedTextRaw).toBeNull()
})

test('deleting the session stops the engine without an error', async () => {
  const { sessionId } = await makeTranscription()
  const worker = await startWorker()
  const call = await worker.next()
  // Deletes through the API, which locks in the same order as the job.
  const removal = { method: 'DELETE', url: `/api/sessions/${sessionId}` } as const
  const { statusCode } = await app.call(removal, await app.signIn(app.emails.coach))
  expect(statusCode).toBe(200)
  await expect.poll(() => call.signal.aborted).toBe(true)
})

test('a recording that cannot be transcribed fails at once and says why', async () => {
  const { id } = await makeTranscription()
  const worker = await startWorker()
  ;(await worker.next()).fail(new Rejected('no-sound', 'The recording has no sound.'))
  await until(id, 'failed')
  expect(await rowOf(id)).toMatchObject({ error: 'The recording has no sound.', attempts: 1 })
})

test('a recording whose file is missing fails with a sentence', async () => {
  const { id, recordingId } = await makeTranscription()
  await storage.remove(recordingId)
  await startWorker()
  await until(id, 'failed')
  expect((await rowOf(id)).error).toBe('The recording file is missing. Please upload it again.')
})

test('an unavailable engine is retried twice, and then the reason is shown', async () => {
  const { id } = await makeTranscription()
  const worker = await startWorker()
  ;(await worker.next()).fail(new Unavailable('The service does not answer.'))
  await expect.poll(async () => (await rowOf(id)).note).toBe('Trying again (2 of 3)')
  ;(await worker.next()).fail(new Unavailable('The service does not answer.'))
  const third = await worker.next()
  third.onProgress(0.1, null)
  await expect.poll(() => rowOf(id)).toMatchObject({ progress: 0.1, note: 'Trying again (3 of 3)' })
  third.fail(new Unavailable('The service does not answer.'))
  await until(id, 'failed')
  expect(await rowOf(id)).toMatchObject({
    attempts: 3,
    error: 'Failed after 3 attempts: The service does not answer.',
  })
})

test('an unexpected error is reported and retried, and its text is not shown', async () => {
  const { id } = await makeTranscription()
  const worker = await startWorker()
  for (let attempt = 1; attempt <= 3; attempt++)
    (await worker.next()).fail(new Error('secret detail'))
  await until(id, 'failed')
  expect((await rowOf(id)).error).toBe('Failed after 3 attempts: something went wrong on our side.')
  await expect.poll(() => errors.length).toBe(3)
  errors.splice(0)
})

test('a transcription of a killed process is continued after its lease expired', async () => {
  const leasedUntil = ago(-1)
  const { id, sessionId } = await makeTranscription({
    ...{ status: 'running', attempts: 1, leasedUntil },
  })
  const worker = await startWorker()
  const call = await worker.next()
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(leasedUntil))
  expect(await rowOf(id)).toMatchObject({
    status: 'running',
    attempts: 2,
    note: 'Trying again (2 of 3)',
  })
  call.succeed()
  await until(id, 'completed')
  expect((await sessionOf(sessionId)).segments).toEqual(spoken.segments)
})

test('a worker that lost its lease cannot write', async () => {
  const { id, sessionId } = await makeTranscription()
  // No heartbeat: a process that was suspended.
  const asleep = await startWorker(ledTranscriber({ isDeaf: true }), { progressMs: 60_000 })
  const late = await asleep.next()
  const awake = await startWorker()
  const call = await awake.next()
  late.succeed({ segments: [{ start: 0, end: 1, speaker: 'Speaker 1', text: 'Too late' }] })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await rowOf(id)).toMatchObject({ status: 'running', attempts: 2 })
  expect((await sessionOf(sessionId)).segments).toBeNull()
  call.succeed()
  await until(id, 'completed')
  expect((await sessionOf(sessionId)).segments).toEqual(spoken.segments)
})

test('a clean stop requeues the transcription without counting an attempt', async () => {
  const { id } = await makeTranscription()
  const worker = await startWorker(ledTranscriber({ isDeaf: true }))
  await worker.next()
  // The engine would never finish.
  await worker.stop()
  started.length = 0
  expect(await rowOf(id)).toMatchObject({ status: 'waiting', attempts: 0, note: null })
  const next = await startWorker(ledTranscriber(), { leaseMs: 60_000, recoveryMs: 60_000 })
  ;(await next.next()).succeed()
  await until(id, 'completed')
  expect((await rowOf(id)).attempts).toBe(1)
})
