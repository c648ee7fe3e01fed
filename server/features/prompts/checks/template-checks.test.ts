import { describe, expect, test } from 'vitest'
import type { GoldenRow } from '#contract/prompts/golden-transcripts.ts'
import type { Template, TemplateType } from '#contract/prompts/prompts.ts'
import type { TemplateCheck } from '#contract/prompts/template-checks.ts'
import type { Completion, Prompt } from '../../../providers/llm/llm.ts'
import { auditEntries, makeMetric } from '../../../test/make.ts'
import { runQueuedJobs } from '../../../test/run-queued-jobs.ts'
import { testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'
import { Rejected } from '../../../platform/jobs/errors.ts'

const asked: Prompt[] = []
let answers: (prompt: Prompt) => Promise<string> | string = () => ''
const app = await testApp((given) =>
  withAdapters(given, {
    ai_analysis: {
      async complete(prompt): Promise<Completion> {
        asked.push(prompt)
        return { text: await answers(prompt), tokensUsed: 12, model: 'gpt-5' }
      },
    },
  }),
)
const { db, call, signIn, emails } = app
const system = await signIn(emails.system)
const templates = '/api/admin/ai-prompt-templates'
type Call = NonNullable<Parameters<typeof call>[0]['method']>
const ask = (method: Call, url: string, payload?: object, cookie = system) =>
  call({ method, url, ...(payload && { payload }) }, cookie)

async function make(values: object = {}) {
  const answer = await ask('POST', templates, {
    ...{ name: 'Careful', type: 'diarization', systemPrompt: 'Be kind.' },
    ...{ userPromptTemplate: 'Of {{firstName}}: {{audioTranscript}}', ...values },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Required<Template>>()
}
const goldenOf = async (type: TemplateType) =>
  (await ask('GET', '/api/admin/golden-transcripts'))
    .json<GoldenRow[]>()
    .filter((it) => it.type === type)
const start = async (id: string) => {
  const answer = await ask('POST', `${templates}/${id}/check`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<TemplateCheck>()
}
const latest = async (id: string) =>
  (await ask('GET', `${templates}/${id}/check`)).json<TemplateCheck>()
async function work() {
  while (await runQueuedJobs(app, 'check-template'));
}
async function check(id: string) {
  await start(id)
  await work()
  return latest(id)
}
const lastCheck = async (id: string) =>
  (await ask('GET', templates)).json<Template[]>().find((it) => it.id === id)?.lastCheck
const entries = (rowId: string, action: string) => auditEntries(db, { rowId, action }, ['details'])
const right = ({ input }: Prompt) => input['audioTranscript'] ?? ''

describe('a check', () => {
  test('runs on each golden transcript of the type, without client data, and judges the answers', async () => {
    const { id } = await make()
    answers = right
    asked.length = 0
    const executions = await db.selectFrom('execution').select('id').execute()
    const begun = await start(id)
    expect(begun).toMatchObject({
      ...{ versionNumber: 1, isCurrentVersion: true, type: 'diarization', against: null },
      ...{ finishedAt: null, provider: null, total: 1, done: 0 },
      transcripts: [{ name: 'A first week back at work', present: null, active: null }],
    })
    await work()
    const told = '[00:00:00] Speaker 1: welcome back how was the first week at work'
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ system: 'Be kind.', type: 'diarization' })
    expect(asked[0]?.user).toContain(`Of N/A: ${told}`)
    expect(asked[0]?.input['audioTranscript']).toContain(told)
    expect(await latest(id)).toEqual({
      ...begun,
      ...{ finishedAt: expect.any(String), provider: 'built_in', done: 1 },
      transcripts: [
        {
          name: 'A first week back at work',
          present: {
            ...{ outcome: 'passed', failures: [], answer: expect.stringContaining(told) },
            ...{ executionTimeMs: expect.any(Number), tokensUsed: 12, isEarlier: false },
          },
          active: null,
        },
      ],
    })
    expect(await lastCheck(id)).toEqual({
      ...{ ranAt: expect.any(String), isCurrentVersion: true, isPassed: true },
      ...{ total: 1, failed: 0, unanswered: 0 },
    })
    expect(await db.selectFrom('execution').select('id').execute()).toEqual(executions)
    expect(await entries(id, 'template-checked')).toEqual([
      { details: { type: 'diarization', transcripts: 1 } },
    ])
  })

  test('runs the active version too, and reuses its earlier answers', async () => {
    const active = await make({ name: 'Active', systemPrompt: 'Be brief.', isActive: true })
    const { id } = await make()
    answers = (prompt) => (prompt.system === 'Be brief.' ? 'Too brief.' : right(prompt))
    asked.length = 0
    const first = await check(id)
    expect(asked.map(({ system: it }) => it)).toEqual(['Be kind.', 'Be brief.'])
    expect(first).toMatchObject({ total: 2, against: { name: 'Active', versionNumber: 1 } })
    const [{ present, active: other } = {}] = first.transcripts
    expect(present).toMatchObject({ outcome: 'passed' })
    expect(other).toMatchObject({
      ...{ outcome: 'failed', answer: 'Too brief.', isEarlier: false },
      failures: [
        '“it went better than I had feared” is not in it.',
        '“I left at five on three days” is not in it.',
        '“the walk at noon” is not in it.',
      ],
    })
    asked.length = 0
    const again = await check(id)
    expect(asked.map(({ system: it }) => it)).toEqual(['Be kind.'])
    expect(again.transcripts[0]?.active).toEqual({ ...other, isEarlier: true })

    asked.length = 0
    await ask('PUT', `${templates}/${active.id}`, { systemPrompt: 'Be brief, please.' })
    await check(id)
    expect(asked.map(({ system: it }) => it)).toEqual(['Be kind.', 'Be brief, please.'])
    expect((await check(active.id)).against).toBe(null)
  })

  test('belongs to the version that ran, even if the template was edited meanwhile', async () => {
    const { id } = await make({ systemPrompt: 'First.' })
    const { promise, resolve } = Promise.withResolvers<string>()
    asked.length = 0
    answers = ({ system: it }) => (it === 'First.' ? promise : 'A diagnosis.')
    const begun = await start(id)
    const working = work()
    await expect.poll(() => asked.length).toBe(1)
    await ask('PUT', `${templates}/${id}`, { systemPrompt: 'Second.' })
    const [golden] = await goldenOf('diarization')
    const whole = (await ask('GET', `/api/admin/golden-transcripts/${golden?.id}`)).json()
    const { id: _id, ...form } = whole
    await ask('PUT', `/api/admin/golden-transcripts/${golden?.id}`, {
      ...{ ...form, forbidden: [], quotes: ['never said'] },
    })
    resolve(
      'welcome back. It went better than I had feared: I left at five on three days. The walk at noon.',
    )
    await working
    const finished = await latest(id)
    expect(finished).toMatchObject({ id: begun.id, versionNumber: 1, isCurrentVersion: false })
    expect(finished.transcripts[0]?.present).toMatchObject({ outcome: 'passed', failures: [] })
    expect(await lastCheck(id)).toMatchObject({ isPassed: true, isCurrentVersion: false })
    const now = await check(id)
    expect(now).toMatchObject({ versionNumber: 2, isCurrentVersion: true })
    expect(now.transcripts[0]?.present?.failures).toEqual(['“never said” is not in it.'])
    const last = { isPassed: false, failed: 1, isCurrentVersion: true }
    expect(await lastCheck(id)).toMatchObject(last)
    await ask('PUT', `/api/admin/golden-transcripts/${golden?.id}`, { ...form, version: undefined })
  })

  test('of metrics requests all metrics with the source transcription', async () => {
    await makeMetric(db, { key: 'stress_level', dataSource: 'transcription' })
    const { id } = await make({ type: 'metric_extraction' })
    asked.length = 0
    answers = () => '{"values": []}'
    const { transcripts } = await check(id)
    expect(asked[0]?.input['metrics']).toContain('"stress_level"')
    expect(transcripts[0]?.present?.failures).toContain('stress_level has no value.')
  })

  test('whose provider does not support the type says so, and does not count as a failure of the template', async () => {
    const { id } = await make({ type: 'burnout_assessment' })
    answers = () => {
      throw new Rejected('needs-model', 'This needs an AI provider.')
    }
    const finished = await check(id)
    expect(finished.transcripts[0]?.present).toMatchObject({
      ...{ outcome: 'unanswered', failures: ['This needs an AI provider.'], answer: null },
    })
    expect(await lastCheck(id)).toMatchObject({ isPassed: false, failed: 0, unanswered: 1 })
  })

  test('is rejected without a golden transcript of the type', async () => {
    const { id } = await make({ type: 'session_preparation' })
    const answer = await ask('POST', `${templates}/${id}/check`)
    expect(answer.json()).toMatchObject({
      code: 'conflict',
      error: 'There are no golden transcripts for session preparation yet. Add one first.',
    })
    expect(await latest(id)).toBe(null)
    expect(await lastCheck(id)).toBe(null)
  })

  test('is stored with the two before it, and deleted with its template', async () => {
    const { id } = await make()
    answers = right
    for (let round = 0; round < 5; round++) await check(id)
    const kept = () => db.selectFrom('templateCheck').select('id').where('templateId', '=', id)
    expect(await kept().execute()).toHaveLength(3)
    await start(id)
    await ask('DELETE', `${templates}/${id}`)
    expect(await kept().execute()).toEqual([])
    await work()
    expect((await ask('GET', `${templates}/${id}/check`)).statusCode).toBe(404)
  })
})

test('several checks take turns, so that none keeps the provider from other work', async () => {
  const [one, other] = [await make(), await make()]
  for (const name of ['Second', 'Third'])
    await ask('POST', '/api/admin/golden-transcripts', {
      ...{ name, type: 'diarization', transcript: '[00:00:00] Speaker 1: hello there' },
      ...{ values: [], quotes: ['hello there'], forbidden: [] },
    })
  answers = right
  await start(one.id)
  await start(other.id)
  await runQueuedJobs(app, 'check-template')
  for (const { id } of [one, other]) expect((await latest(id)).done).toBe(1)
  await work()
  for (const { id } of [one, other])
    expect(await latest(id)).toMatchObject({ finishedAt: expect.any(String) })
})

describe('activating a template', () => {
  const activate = (id: string, payload?: object) =>
    ask('POST', `${templates}/${id}/activate`, payload)
  const logged = async (id: string) => (await entries(id, 'template-activated'))[0]?.details

  test('is possible without a body, whatever the result of the check', async () => {
    const [none, failed, passed, edited] = [await make(), await make(), await make(), await make()]
    answers = right
    await check(passed.id)
    await check(edited.id)
    await ask('PUT', `${templates}/${edited.id}`, { version: '2' })
    answers = () => 'A diagnosis.'
    await check(failed.id)
    for (const { id } of [none, failed, passed, edited])
      expect((await activate(id)).json()).toMatchObject({ isActive: true })
    expect(await logged(none.id)).toMatchObject({ check: 'none' })
    expect(await logged(failed.id)).toMatchObject({ check: 'failed' })
    expect(await logged(failed.id)).not.toHaveProperty('reason')
    expect(await logged(passed.id)).toMatchObject({ check: 'passed' })
    // Another version was checked.
    expect(await logged(edited.id)).toMatchObject({ check: 'none' })
  })
})
