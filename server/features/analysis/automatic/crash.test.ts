import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SessionAnalysis } from '#contract/analysis/analysis.ts'
import { makeMetric, makeRow, makeSession } from '../../../test/make.ts'
import { jobProcesses } from '../../../test/job-processes.ts'
import { testApp } from '../../../test/test-app.ts'

const { deps, db, call, signIn, emails, clientId, sessionDefinitionId, databaseUrl } =
  await testApp()
const jobs = jobProcesses({ deps, databaseUrl })

test('another process continues an analysis whose process was killed, and its answer is saved once', async () => {
  await makeMetric(db, { key: 'stress_level', label: 'Stress level', dataSource: 'transcription' })
  await makeRow(db, 'template', {
    ...{ name: 'Metrics', type: 'metric_extraction', isActive: true },
    ...{ systemPrompt: 'Read it.', userPromptTemplate: '{{sessionTranscript}}' },
  })
  const coach = await signIn(emails.coach)
  const sessionId = await makeSession(db, {
    ...{ clientId, sessionDefinitionId },
    transcribedTextScripted:
      'Coach: On a scale from zero to ten, how high is your stress?\n\nClient: I would say an eight.',
  })
  const at = `/api/sessions/${sessionId}`
  await call(
    { method: 'POST', url: `${at}/analyse`, payload: { types: ['metric_extraction'] } },
    coach,
  )
  const read = async () =>
    (await call({ method: 'GET', url: `${at}/analysis` }, coach)).json<SessionAnalysis>()
  const executions = async () =>
    (await db.selectFrom('execution').select('id').where('sessionId', '=', sessionId).execute())
      .length
  /** Locking the session delays saving the answer, so that the process is killed in between. */
  const held = await db.startTransaction().execute()
  await sql`select from session where id = ${sessionId} for no key update`.execute(held)
  const killed = jobs.start()
  await expect.poll(executions, { timeout: 30_000 }).toBe(1)
  await jobs.kill(killed)
  await held.rollback().execute()
  expect(await read()).toMatchObject({ steps: [{ status: 'running' }], values: [] })

  jobs.start()
  await expect
    .poll(async () => (await read()).steps[0], { timeout: 30_000 })
    .toMatchObject({ status: 'done', sentence: null })
  expect((await read()).values).toMatchObject([{ key: 'stress_level', value: 80, fault: null }])
  expect(await executions()).toBe(1)
}, 90_000)
