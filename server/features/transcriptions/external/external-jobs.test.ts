import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { type JobTimings, startJobs } from '../../../platform/process/run-jobs.ts'
import { createCatalogue } from '../../../providers/catalogue/catalogue.ts'
import { createProviders } from '../../../providers/registry.ts'
import { spoken } from '../../../test/fake-transcriber.ts'
import { makeRecording } from '../../../test/make-recording.ts'
import { makeRow, makeSession, rowOf, updateRow } from '../../../test/make.ts'
import { outsideService } from '../../../test/outside-service.ts'
import { outsideTranscriber } from '../../../test/outside-transcriber.ts'
import { jobProcesses } from '../../../test/job-processes.ts'
import { testApp } from '../../../test/test-app.ts'

let service: Awaited<ReturnType<typeof outsideService>>
const { deps, db, call, signIn, emails, clientId, sessionDefinitionId, databaseUrl } =
  await testApp((given) => {
    const catalogue = createCatalogue({
      dataDir: given.config.dataDir,
      modelsDir: '/nowhere',
      keyDir: '/nowhere',
    })
    const outside = {
      fields: { origin: {}, askAgainMs: {} },
      open: ({ origin = '', askAgainMs = '' }) => outsideTranscriber(origin, Number(askAgainMs)),
    }
    const known = { ...catalogue, transcription: { ...catalogue.transcription, outside } }
    return { providers: createProviders(given, known) }
  })
const coach = await signIn(emails.coach)
const outsideId = await makeRow(db, 'integration', { type: 'transcription', provider: 'outside' })

async function switchTo(provider: string) {
  await db.transaction().execute(async (tx) => {
    const ofType = tx.updateTable('integration').where('type', '=', 'transcription')
    await ofType.set({ isActive: false }).execute()
    await ofType.set({ isActive: true }).where('provider', '=', provider).execute()
  })
}

/** Returns when this process has been notified. */
async function setUp({ askAgainMs }: { askAgainMs: string }) {
  const settings = JSON.stringify({ origin: service.origin, askAgainMs })
  const adapter = () => deps.providers.of('transcription', outsideId).then((it) => it.adapter)
  const before = await adapter().catch(() => undefined)
  await updateRow(db, 'integration', outsideId, { settings })
  await expect.poll(async () => (await adapter().catch(() => before)) === before).toBe(false)
}

const errors: Error[] = []
const started: { stop: () => Promise<void> }[] = []
const quick = { progressMs: 20, heartbeatMs: 50, leaseMs: 1_000, retryMs: 50, recoveryMs: 100 }
async function startWorker(times: Partial<JobTimings> = {}) {
  const jobs = await startJobs(deps, {
    connectionString: databaseUrl,
    onError: (error) => errors.push(error),
    times: { ...quick, ...times },
  })
  started.push(jobs)
  return jobs
}
beforeEach(async () => {
  service = await outsideService()
  await setUp({ askAgainMs: '100' })
  await switchTo('outside')
  await expect.poll(async () => (await deps.providers.active('transcription')).id).toBe(outsideId)
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((it) => it.stop()))
  await service.close()
  await db.deleteFrom('session').execute()
  await db.deleteFrom('externalCopy').execute()
  expect(errors.splice(0)).toEqual([])
})

async function makeTranscription() {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const recordingId = await makeRecording(deps, sessionId)
  const id = newId()
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('transcription').values({ id, sessionId }).execute()
    await deps.queue.add(tx, 'transcribe', { id })
  })
  const row = () =>
    db.selectFrom('transcription').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    ...{ id, sessionId, recordingId, row },
    until: (status: string) =>
      vi.waitFor(async () => expect((await row()).status).toBe(status), { timeout: 20_000 }),
    untilElsewhere: () =>
      vi.waitFor(async () => expect((await row()).externalId).not.toBeNull(), { timeout: 20_000 }),
  }
}
const segmentsOf = async (sessionId: string) => (await rowOf(db, 'session', sessionId)).segments

test('an external job is polled until it is done, without a lease in between', async () => {
  const { row, until, untilElsewhere, sessionId, recordingId } = await makeTranscription()
  await startWorker()
  await untilElsewhere()
  await expect.poll(() => service.counts().asked).toBeGreaterThan(2)
  for (const work of service.works.values()) work.progress = 0.6
  await expect.poll(async () => (await row()).progress).toBe(0.6)
  expect(await row()).toMatchObject({
    ...{ status: 'running', integrationId: outsideId, externalId: 'work-1', recordingId },
    ...{ note: 'Waiting for the transcription service', error: null },
  })
  // Progress never decreases, even if the provider reports less.
  for (const work of service.works.values()) work.progress = 0.2
  const { asked } = service.counts()
  await expect.poll(() => service.counts().asked).toBeGreaterThan(asked + 1)
  expect((await row()).progress).toBe(0.6)
  service.finish(spoken)
  await until('completed')
  expect(await segmentsOf(sessionId)).toEqual(spoken.segments)
  expect(await row()).toMatchObject({ externalId: null, attempts: 1, progress: 1, note: null })
  expect(service.counts().begun).toBe(1)
})

test('an external job stays with its provider after a switch', async () => {
  const { row, until, untilElsewhere } = await makeTranscription()
  await startWorker()
  await untilElsewhere()
  await switchTo('local')
  const { asked } = service.counts()
  await expect.poll(() => service.counts().asked).toBeGreaterThan(asked + 1)
  expect((await row()).integrationId).toBe(outsideId)
  const gone = db.deleteFrom('integration').where('id', '=', outsideId).execute()
  await expect(gone).rejects.toMatchObject({ constraint: 'transcription_integration_fk' })
  service.finish(spoken)
  await until('completed')
  expect((await row()).integrationId).toBeNull()
})

test('an unavailable service is polled again without counting an attempt', async () => {
  const { row, until, untilElsewhere } = await makeTranscription()
  await startWorker()
  await untilElsewhere()
  service.become('busy')
  const { asked } = service.counts()
  await expect.poll(() => service.counts().asked, { timeout: 10_000 }).toBeGreaterThan(asked + 3)
  expect(await row()).toMatchObject({ status: 'running', externalId: 'work-1' })
  service.become('well')
  service.finish(spoken)
  await until('completed')
  expect(service.counts().begun).toBe(1)
})

test('a rejection by the service fails with its message', async () => {
  service.become('refusing')
  const first = await makeTranscription()
  await startWorker()
  await first.until('failed')
  service.become('well')
  const second = await makeTranscription()
  await second.untilElsewhere()
  service.become('refusing')
  await second.until('failed')
  for (const { row } of [first, second])
    expect((await row()).error).toBe('The recording is too long.')
})

test('a lost external job is started again, three times at most', async () => {
  const { row, until, untilElsewhere } = await makeTranscription()
  await startWorker()
  await untilElsewhere()
  const forgetting = setInterval(() => service.works.clear(), 5)
  await until('failed')
  clearInterval(forgetting)
  expect((await row()).error).toBe(
    'Failed after 3 attempts: the transcription service lost the job.',
  )
  expect(service.counts().begun).toBe(3)
})

test('a cancelled external job is no longer polled and leaves nothing', async () => {
  const cancelled = await makeTranscription()
  await startWorker()
  await cancelled.untilElsewhere()
  const { statusCode } = await call(
    { method: 'POST', url: `/api/sessions/${cancelled.sessionId}/cancel-transcription` },
    coach,
  )
  expect(statusCode).toBe(200)
  const replaced = await makeTranscription()
  await replaced.untilElsewhere()
  await db.deleteFrom('recording').where('id', '=', replaced.recordingId).execute()
  await makeRecording(deps, replaced.sessionId)
  service.finish(spoken)
  await replaced.until('cancelled')
  const { asked } = service.counts()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(service.counts().asked).toBe(asked)
  for (const { sessionId, row } of [cancelled, replaced]) {
    expect(await segmentsOf(sessionId)).toBeNull()
    expect(await row()).toMatchObject({ externalId: null, recordingId: null })
  }
})

test('external copies are deleted after every outcome, once the service is available', async () => {
  const ended = await makeTranscription()
  const cancelled = await makeTranscription()
  const deleted = await makeTranscription()
  await startWorker()
  const names: string[] = []
  for (const it of [ended, cancelled, deleted]) {
    await it.untilElsewhere()
    names.push((await it.row()).externalId ?? '')
  }
  service.become('busy')
  await call(
    { method: 'POST', url: `/api/sessions/${cancelled.sessionId}/cancel-transcription` },
    coach,
  )
  await call({ method: 'DELETE', url: `/api/sessions/${deleted.sessionId}` }, coach)
  const left = () => db.selectFrom('externalCopy').select(['externalId', 'attempts']).execute()
  await expect.poll(async () => (await left()).map(({ attempts }) => attempts)).toEqual([1, 1])
  service.become('well')
  await db
    .updateTable('externalCopy')
    .set({ dueAt: sql`now()` })
    .execute()
  service.finish(spoken)
  await ended.until('completed')
  await expect.poll(() => service.forgotten).toEqual(new Set(names))
  await expect.poll(left).toEqual([])
})

test('a clean stop between and during polls loses nothing', async () => {
  const { row, until, untilElsewhere } = await makeTranscription()
  const worker = await startWorker()
  await untilElsewhere()
  await worker.stop()
  started.length = 0
  const asLeft = { status: 'running', externalId: 'work-1', leasedUntil: null, attempts: 0 }
  expect(await row()).toMatchObject(asLeft)

  service.become('silent')
  const { asked } = service.counts()
  const second = await startWorker()
  await expect.poll(() => service.counts().asked).toBeGreaterThan(asked)
  await second.stop()
  started.length = 0
  expect(await row()).toMatchObject(asLeft)

  service.become('well')
  service.finish(spoken)
  await startWorker()
  await until('completed')
  expect(service.counts().begun).toBe(1)
})

const processes = jobProcesses({ deps, databaseUrl })
const startProcess = () => processes.start({ service: service.origin })

test('after a kill between start and result the next process polls the same job', async () => {
  const { row, until, untilElsewhere, sessionId } = await makeTranscription()
  const first = startProcess()
  await untilElsewhere()
  await processes.kill(first)
  const { externalId } = await row()
  startProcess()
  const { asked } = service.counts()
  await expect.poll(() => service.counts().asked, { timeout: 30_000 }).toBeGreaterThan(asked + 1)
  expect(await row()).toMatchObject({ status: 'running', externalId })
  service.finish(spoken)
  await until('completed')
  expect(service.counts().begun).toBe(1)
  expect(await segmentsOf(sessionId)).toEqual(spoken.segments)
}, 60_000)

test('after a kill before the job id arrived the next process starts the same job', async () => {
  const { until } = await makeTranscription()
  service.become('silent')
  const first = startProcess()
  await expect.poll(() => service.works.size, { timeout: 20_000 }).toBe(1)
  await processes.kill(first)
  service.become('well')
  startProcess()
  await expect.poll(() => service.counts().asked, { timeout: 30_000 }).toBeGreaterThan(0)
  service.finish(spoken)
  await until('completed')
  expect([service.works.size, service.counts().begun]).toEqual([1, 2])
}, 60_000)
