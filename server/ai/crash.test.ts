import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Template } from '#contract/prompts.ts'
import type { TemplateCheck } from '#contract/template-checks.ts'
import { jobProcesses } from '../test/job-processes.ts'
import { testApp } from '../test/test-app.ts'

const { deps, db, call, signIn, emails, databaseUrl } = await testApp()
const jobs = jobProcesses({ deps, databaseUrl })

test('a check whose process is killed in the middle is gone on with by the next one', async () => {
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
  /** What the process comes to in its middle is held, so that it is killed there. */
  const held = await db.startTransaction().execute()
  await sql`select from template_check_answer where check_id = ${begun.id} and place = 1 for update`.execute(
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
