import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SessionAnalysis } from '#contract/analysis.ts'
import type { Template } from '#contract/prompts.ts'
import type { TemplateCheck } from '#contract/template-checks.ts'
import { makeMetric, makeRow, makeSession } from '../../../test/make.ts'
import { jobProcesses } from '../../../test/job-processes.ts'
import { testApp } from '../../../test/test-app.ts'

const { deps, db, call, signIn, emails, clientId, sessionDefinitionId, databaseUrl } =
  await testApp()
const jobs = jobProcesses({ deps, databaseUrl })

test('another process continues a check whose process was killed', async () => {
  const system = await signIn(emails.system)
  const ask = (method: 'GET' | 'POST', at: string, payload?: object) =>
    call({ method, url: `/api/admin/${at}`, ...(payload && { payload }) }, system)
  for (const name of ['Second', 'Third'])
    await ask('POST', 'golden-transcripts', {
      ...{ name, type: 'diarization', transcript: '[00:00:00] Speaker 1: hello there' },
      ...{ values: [], quotes: ['hello there'], forbidden: [] },
    })
  const template = await ask('POST', 'ai-prompt-templates', {
    ...{ name: 'Careful', type: 'diarization', systemPrompt: 'Be kind.' },
    userPromptTemplate: '{{audioTranscript}}',
  })
  const { id } = template.json<Template>()
  const at = `ai-prompt-templates/${id}/check`
  const begun = (await ask('POST', at)).json<TemplateCheck>()
  const latest = async () => (await ask('GET', at)).json<TemplateCheck>()
  /** A lock stops the process in the middle, to kill it there. */
  const held = await db.startTransaction().execute()
  await sql`select from template_check_answer where check_id = ${begun.id} and position = 1 for update`.execute(
    held,
  )
  const killed = jobs.start()
  await expect.poll(async () => (await latest()).done, { timeout: 20_000 }).toBe(1)
  await jobs.kill(killed)
  await held.rollback().execute()
  const [first] = (await latest()).transcripts

  jobs.start()
  const finished = async () => (await latest()).finishedAt
  await expect.poll(finished, { timeout: 30_000 }).toEqual(expect.any(String))
  const { done, transcripts } = await latest()
  expect(done).toBe(3)
  expect(transcripts[0]).toEqual(first)
  expect(transcripts.map((it) => it.present?.outcome)).toEqual(['passed', 'passed', 'passed'])
}, 90_000)

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
  expect((await read()).values).toEqual([])

  jobs.start()
  await expect
    .poll(async () => (await read()).steps[0], { timeout: 30_000 })
    .toMatchObject({ status: 'done', sentence: null })
  expect((await read()).values).toMatchObject([{ key: 'stress_level', value: 80, fault: null }])
  expect(await executions()).toBe(1)
}, 90_000)
