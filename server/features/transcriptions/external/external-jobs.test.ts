import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { createCatalogue } from '../../../providers/catalogue/catalogue.ts'
import { createProviders } from '../../../providers/registry.ts'
import { spoken } from '../../../test/fake-transcriber.ts'
import { jobProcesses } from '../../../test/job-processes.ts'
import { makeRecording } from '../../../test/make-recording.ts'
import { makeRow, makeSession, getRow, updateRow } from '../../../test/make.ts'
import { outsideService } from '../../../test/outside-service.ts'
import { outsideTranscriber } from '../../../test/outside-transcriber.ts'
import { runQueuedJobs, secondsUntil } from '../../../test/run-queued-jobs.ts'
import { testApp } from '../../../test/test-app.ts'

let service: Awaited<ReturnType<typeof outsideService>>
const app = await testApp((given) => {
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
const { deps, db, call, signIn, emails, clientId, sessionDefinitionId, databaseUrl } = app
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

/** One attempt of what waits. */
const run = () => runQueuedJobs(app, 'transcribe')
beforeEach(async () => {
  service = await outsideService()
  await setUp({ askAgainMs: '100' })
  await switchTo('outside')
  await expect.poll(async () => (await deps.providers.active('transcription')).id).toBe(outsideId)
})
afterEach(async () => {
  await service.close()
  await db.deleteFrom('session').execute()
  await db.deleteFrom('externalCopy').execute()
  await sql`delete from pgboss.job`.execute(db)
})

async function makeTranscription() {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  await makeRecording(deps, sessionId)
  const id = newId()
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('transcription').values({ id, sessionId }).execute()
    await deps.queue.add(tx, 'transcribe', { id })
  })
  const row = () => getRow(db, 'transcription', id)
  return { id, sessionId, row, waits: () => secondsUntil(app, 'transcribe', { id }) }
}
/** With an external job. */
async function begunTranscription() {
  const made = await makeTranscription()
  await run()
  return made
}
const toSegments = async (sessionId: string) => (await getRow(db, 'session', sessionId)).segments
const copies = async () => {
  const rows = await db.selectFrom('externalCopy').select('externalId').execute()
  return rows.map(({ externalId }) => externalId)
}
const cancel = (sessionId: string) =>
  call({ method: 'POST', url: `/api/sessions/${sessionId}/cancel-transcription` }, coach)

test('an external job is polled until it is done, with the provider that has it', async () => {
  const { row, waits, sessionId } = await begunTranscription()
  expect(await row()).toMatchObject({
    ...{ status: 'running', integrationId: outsideId, externalId: 'work-1' },
    ...{ note: 'Waiting for the transcription service', error: null },
  })
  expect(await waits()).toBeGreaterThan(0)
  await switchTo('local')
  const gone = db.deleteFrom('integration').where('id', '=', outsideId).execute()
  await expect(gone).rejects.toMatchObject({ constraint: 'transcription_integration_fk' })
  // Progress never decreases, even if the provider reports less.
  for (const progress of [0.6, 0.2]) {
    for (const work of service.works.values()) work.progress = progress
    await run()
    expect((await row()).progress).toBe(0.6)
  }
  service.finish(spoken)
  await run()
  expect(await toSegments(sessionId)).toEqual(spoken.segments)
  expect(await row()).toMatchObject({
    ...{ status: 'completed', integrationId: null, externalId: null, progress: 1, note: null },
  })
  expect(service.counts()).toEqual({ begun: 1, asked: 3 })
})

test('an unavailable service is asked again for two days, which counts as no attempt', async () => {
  const { row, waits } = await begunTranscription()
  service.become('busy')
  for (let polls = 0; polls < 5; polls++) await run()
  expect(await row()).toMatchObject({ status: 'running', externalId: 'work-1' })
  expect(await waits()).toBeGreaterThan(3)
  await sql`update pgboss.job set data = data || '{"since": 0}'`.execute(db)
  await run()
  expect(await row()).toMatchObject({
    ...{ status: 'failed', externalId: null },
    error: 'Failed after two days: The service is busy.',
  })
  expect([await waits(), await copies()]).toEqual([undefined, ['work-1']])
})

test('a rejection by the service fails with its message', async () => {
  service.become('refusing')
  const first = await begunTranscription()
  service.become('well')
  const second = await begunTranscription()
  service.become('refusing')
  await run()
  for (const { row } of [first, second])
    expect(await row()).toMatchObject({ status: 'failed', error: 'The recording is too long.' })
})

test('a lost external job is started again, three times at most', async () => {
  const { row, waits } = await makeTranscription()
  while ((await waits()) !== undefined) {
    await run()
    service.works.clear()
  }
  expect(await row()).toMatchObject({
    status: 'failed',
    error: 'Failed after 3 attempts: The transcription service lost the job.',
  })
  expect(service.counts().begun).toBe(3)
})

test('a cancelled external job is no longer polled and leaves nothing', async () => {
  const { sessionId, row, waits } = await begunTranscription()
  service.finish(spoken)
  expect((await cancel(sessionId)).statusCode).toBe(200)
  expect([await waits(), await run()]).toEqual([undefined, 0])
  expect(service.counts().asked).toBe(0)
  expect(await toSegments(sessionId)).toBeNull()
  expect((await row()).externalId).toBeNull()
})

test('external copies are deleted after every outcome, once the service is available', async () => {
  const [ended, cancelled, deleted] = [
    await begunTranscription(),
    await begunTranscription(),
    await begunTranscription(),
  ]
  const names = [...service.works.keys()]
  await cancel(cancelled.sessionId)
  await call({ method: 'DELETE', url: `/api/sessions/${deleted.sessionId}` }, coach)
  service.finish(spoken)
  await run()
  expect((await ended.row()).status).toBe('completed')
  const remove = async () => {
    await deps.queue.add(db, 'delete-external-copies', {})
    await runQueuedJobs(app, 'delete-external-copies')
  }
  service.become('busy')
  await remove()
  expect((await copies()).toSorted()).toEqual(names)
  service.become('well')
  await remove()
  expect([service.forgotten, await copies()]).toEqual([new Set(names), []])
})

const processes = jobProcesses({ deps, databaseUrl })
const startProcess = () => processes.start({ service: service.origin })

test('after a kill before the job id arrived the next process starts the same job', async () => {
  const { row } = await makeTranscription()
  service.become('silent')
  const first = startProcess()
  await expect.poll(() => service.works.size, { timeout: 20_000 }).toBe(1)
  await processes.kill(first)
  service.become('well')
  startProcess()
  await expect.poll(() => service.counts().asked, { timeout: 60_000 }).toBeGreaterThan(0)
  service.finish(spoken)
  await expect.poll(async () => (await row()).status, { timeout: 30_000 }).toBe('completed')
  expect([service.works.size, service.counts().begun]).toEqual([1, 2])
}, 120_000)
