import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { newId } from '../ids.ts'
import { makeRecording } from '../test/make-recording.ts'
import { makeSession } from '../test/make.ts'
import { testApp } from '../test/test-app.ts'

const { deps, db, clientId, sessionDefinitionId, databaseUrl } = await testApp()
const program = fileURLToPath(new URL('../test/jobs-process.ts', import.meta.url))
const children: ChildProcess[] = []
const complaints: string[] = []

function startProcess(workMs: number) {
  const url = `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}application_name=worker`
  const given = [url, deps.config.dataDir, String(workMs)]
  const child = spawn(process.execPath, [program, ...given], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => complaints.push(text))
  children.push(child)
  return child
}
async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
afterAll(async () => {
  await Promise.all(children.map(kill))
})

async function queueTranscription() {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  await makeRecording(deps, sessionId)
  const id = newId()
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('transcription').values({ id, sessionId }).execute()
    await deps.queue.add(tx, 'transcribe', { transcriptionId: id })
  })
  const row = () =>
    db.selectFrom('transcription').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const until = (status: string) =>
    vi.waitFor(async () => expect((await row()).status).toBe(status), { timeout: 20_000 })
  const untilUnderWay = () =>
    vi.waitFor(async () => expect((await row()).progress).toBeGreaterThan(0), { timeout: 20_000 })
  return { sessionId, row, until, untilUnderWay }
}

test('a transcription whose process is killed in the middle is finished by the next one', async () => {
  const { sessionId, row, until, untilUnderWay } = await queueTranscription()
  const killed = startProcess(20_000)
  await untilUnderWay()
  await kill(killed)
  expect(await row()).toMatchObject({ status: 'running', attempts: 1 })
  // The queue still holds the job for the dead process.
  const { rows } = await sql`select from graphile_worker.jobs
    where locked_at is not null and task_identifier = 'transcribe'`.execute(db)
  expect(rows).toHaveLength(1)

  const next = startProcess(500)
  await until('completed')
  expect(await row()).toMatchObject({ attempts: 2, error: null, note: null, progress: 1 })
  const { transcribedTextRaw } = await db
    .selectFrom('session')
    .select('transcribedTextRaw')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  expect(transcribedTextRaw).toContain('Speaker 1: Good morning.')
  expect(complaints).toEqual([])
  await kill(next)
}, 60_000)

test('a database that drops every connection does not stop the work', async () => {
  const { row, until, untilUnderWay } = await queueTranscription()
  const child = startProcess(3_000)
  await untilUnderWay()
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'worker' and datname = current_database()`.execute(db)
  expect(rows.length).toBeGreaterThan(0)
  await until('completed')
  expect(await row()).toMatchObject({ attempts: 1 })
  // The process lives on and hears of new work.
  const another = await queueTranscription()
  await another.until('completed')
  expect(child.exitCode).toBeNull()
}, 60_000)
