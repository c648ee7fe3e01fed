import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { newId } from './platform/ids.ts'
import { jobProcesses } from './test/job-processes.ts'
import { makeRecording } from './test/make-recording.ts'
import { makeSession, getRow } from './test/make.ts'
import { testApp } from './test/test-app.ts'

const { deps, db, clientId, sessionDefinitionId, databaseUrl } = await testApp()
const errors: string[] = []
const jobs = jobProcesses({ deps, databaseUrl }, (text) => errors.push(text))

async function queueTranscription() {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  await makeRecording(deps, sessionId)
  const id = newId()
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('transcription').values({ id, sessionId }).execute()
    await deps.queue.add(tx, 'transcribe', { id })
  })
  const row = () =>
    db.selectFrom('transcription').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const until = (status: string) =>
    vi.waitFor(async () => expect((await row()).status).toBe(status), { timeout: 20_000 })
  const untilStarted = () =>
    vi.waitFor(async () => expect((await row()).progress).toBeGreaterThan(0), { timeout: 20_000 })
  return { sessionId, row, until, untilStarted }
}

test('a transcription whose process is killed is completed by the next process', async () => {
  const { sessionId, row, until, untilStarted } = await queueTranscription()
  const killed = jobs.start({ workMs: 20_000 })
  await untilStarted()
  await jobs.kill(killed)
  expect((await row()).status).toBe('running')
  const next = jobs.start({ workMs: 3_000 })
  await expect
    .poll(async () => (await row()).note, { timeout: 60_000 })
    .toBe('Trying again (2 of 3)')
  await until('completed')
  expect(await row()).toMatchObject({ error: null, note: null, progress: 1 })
  const { transcribedTextRaw } = await getRow(db, 'session', sessionId)
  expect(transcribedTextRaw).toContain('Speaker 1: Good morning.')
  expect(errors).toEqual([])
  await jobs.kill(next)
}, 120_000)

test('a transcription continues after the database closes all connections', async () => {
  const { until, untilStarted } = await queueTranscription()
  const child = jobs.start({ workMs: 3_000 })
  await untilStarted()
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'worker' and datname = current_database()`.execute(db)
  expect(rows.length).toBeGreaterThan(0)
  await until('completed')
  // The process is still running and gets new jobs.
  const another = await queueTranscription()
  await another.until('completed')
  expect(child.exitCode).toBeNull()
}, 60_000)
