import { describe, expect, test } from 'vitest'
import type { Execution, ReplayChoices } from '#contract/executions/executions.ts'
import type { TemplateType } from '#contract/prompts/prompts.ts'
import { newId } from '../../../platform/ids.ts'
import type { Completion, Llm, Prompt } from '../../../providers/llm/llm.ts'
import type { Integration, Providers } from '../../../providers/registry.ts'
import { auditEntries, makeRow, makeSession } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'

const otherId = newId()
const asked: { who: string; prompt: Prompt }[] = []
let fails = false
const answering = (who: string, answer: Completion): Llm => ({
  async complete(prompt) {
    asked.push({ who, prompt })
    if (fails) throw new Unavailable('away')
    return answer
  },
})
const usual = answering('usual', { text: 'Coach: Hello.', tokensUsed: 42 })
const other = answering('other', {
  ...{ text: 'Coach: Hello there.', tokensUsed: 30 },
  ...{ tokensIn: 10, tokensOut: 20, model: 'small', requestId: 'call-7' },
})

/** Two AI providers: the active one and another. */
const withTwo = (providers: Providers): Providers => {
  const llm = <T extends string>(type: T, adapter: Llm, id: string) =>
    ({ id, provider: adapter === other ? 'outside' : 'built_in', adapter, type }) as never
  return {
    ...providers,
    active: async (type) =>
      type === 'ai_analysis' ? llm(type, usual, newId()) : providers.active(type),
    of: async (type, id): Promise<Integration<typeof type>> =>
      type === 'ai_analysis'
        ? llm(type, id === otherId ? other : usual, id)
        : providers.of(type, id),
  }
}
const { db, call, signIn, emails, clientId, sessionDefinitionId } = await testApp(
  ({ providers }) => ({ providers: withTwo(providers) }),
)
await makeRow(db, 'integration', { id: otherId, type: 'ai_analysis', provider: 'outside' })
const system = await signIn(emails.system)
const path = '/api/admin/ai-prompt-execution-logs'

const post = (url: string, payload: object, cookie = system) =>
  call({ method: 'POST', url, payload }, cookie)
const makeTemplate = async (type: TemplateType, isActive = false) => {
  const answer = await post('/api/admin/ai-prompt-templates', {
    ...{ name: `A ${type}`, type, isActive, systemPrompt: 'Be kind.' },
    userPromptTemplate: 'Write: {{audioTranscript}} {{recordingUrl}}',
  })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ id: string }>().id
}
const textsOf = (templateId: string) =>
  db
    .selectFrom('templateVersion')
    .select('id')
    .where('templateId', '=', templateId)
    .orderBy('number')
    .execute()
const change = (id: string, body: object) =>
  call({ method: 'PUT', url: `/api/admin/ai-prompt-templates/${id}`, payload: body }, system)

const templateId = await makeTemplate('diarization')
async function ran(of = templateId) {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const answer = await post('/api/admin/ai-prompt-templates/execute', {
    ...{ templateId: of, inputData: { audioTranscript: 'good morning', sessionId } },
  })
  expect(answer.statusCode).toBe(200)
  return { id: answer.json<{ executionId: string }>().executionId, sessionId }
}
const replay = (id: string, payload: object = {}, cookie = system) =>
  post(`${path}/${id}/replay`, payload, cookie)
const choicesOf = async (id: string) =>
  (await call({ url: `${path}/${id}/replay-choices` }, system)).json<ReplayChoices>()
const sentenceOf = (answer: { json: () => { error: string } }) => answer.json().error

describe('a replay', () => {
  test('runs on the original transcript of the session, and both executions stay', async () => {
    const { id, sessionId } = await ran()
    const before = await db.selectFrom('session').selectAll().where('id', '=', sessionId).execute()
    const answer = await replay(id)
    expect(answer.statusCode).toBe(200)
    const replayed = answer.json<Execution>()
    expect(replayed).toMatchObject({
      ...{ kind: 'replay', replayOf: id, sessionId, templateId, versionNumber: 1, success: true },
      ...{ provider: 'built_in', contextId: clientId, missing: ['recordingUrl'] },
      inputData: { audioTranscript: 'good morning', sessionId },
      outputData: { processedText: 'Coach: Hello.' },
    })
    expect(asked.slice(-2).map(({ prompt }) => prompt)).toEqual([
      asked.at(-1)?.prompt,
      asked.at(-1)?.prompt,
    ])
    expect(
      await db.selectFrom('session').selectAll().where('id', '=', sessionId).execute(),
    ).toEqual(before)
    const entries = await auditEntries(db, { rowId: replayed.id }, [
      'action',
      'clientId',
      'details',
    ])
    expect(entries).toMatchObject([
      { action: 'template-executed', clientId, details: { kind: 'replay' } },
      { action: 'execution-opened', clientId },
    ])
    expect(JSON.stringify(entries)).not.toContain('morning')
    const original = await call({ url: `${path}/${id}` }, system)
    expect(original.json()).toMatchObject({ kind: 'run', replayOf: null })
  })

  test('can use another version and another provider, with its details', async () => {
    const own = await makeTemplate('diarization')
    const { id } = await ran(own)
    await change(own, { userPromptTemplate: 'Shorter: {{audioTranscript}}', version: 'beta' })
    const [, second] = await textsOf(own)
    const answer = await replay(id, { templateVersionId: second?.id, integrationId: otherId })
    expect(answer.json()).toMatchObject({
      ...{ versionNumber: 2, version: 'beta', provider: 'outside', model: 'small' },
      ...{ tokensIn: 10, tokensOut: 20, tokensUsed: 30, requestId: 'call-7', missing: [] },
      outputData: { processedText: 'Coach: Hello there.' },
    })
    expect(asked.at(-1)).toMatchObject({ who: 'other', prompt: { user: 'Shorter: good morning' } })
    // By default the version that ran, not the current one.
    expect((await replay(id)).json()).toMatchObject({ versionNumber: 1, version: '1' })
  })

  test('is rejected if its session was deleted', async () => {
    const { id, sessionId } = await ran()
    await db.deleteFrom('session').where('id', '=', sessionId).execute()
    const before = asked.length
    const answer = await replay(id)
    expect(answer.statusCode).toBe(409)
    expect(sentenceOf(answer)).toMatch(/its session was deleted/)
    expect(asked).toHaveLength(before)
  })

  test('is rejected if its version was deleted, unless another one is chosen', async () => {
    const { sessionId } = await ran()
    const id = await makeRow(db, 'execution', {
      ...{ sessionId, templateType: 'diarization', templateName: 'Old', isSuccess: true },
      ...{ executionTimeMs: 5, inputData: JSON.stringify({ audioTranscript: 'hello' }) },
    })
    const refused = await replay(id)
    expect(refused.statusCode).toBe(409)
    expect(sentenceOf(refused)).toMatch(/was not saved/)
    const [text] = await textsOf(templateId)
    expect((await replay(id, { templateVersionId: text?.id })).statusCode).toBe(200)
  })

  test.each([
    [
      'a version of another type',
      async () => ({
        templateVersionId: (await textsOf(await makeTemplate('metric_extraction')))[0]?.id,
      }),
      422,
      /different type/,
    ],
    ['an unknown version', async () => ({ templateVersionId: newId() }), 409, /no longer exists/],
    ['an unknown provider', async () => ({ integrationId: newId() }), 422, /no longer exists/],
  ])('with %s is rejected with a sentence', async (_, payload, code, sentence) => {
    const { id } = await ran()
    const before = asked.length
    const answer = await replay(id, await payload())
    expect(answer.statusCode).toBe(code)
    expect(sentenceOf(answer)).toMatch(sentence)
    expect(asked).toHaveLength(before)
  })

  test('can use the version of a deleted template', async () => {
    const own = await makeTemplate('diarization')
    const { id } = await ran(own)
    await call({ method: 'DELETE', url: `/api/admin/ai-prompt-templates/${own}` }, system)
    expect((await replay(id)).json()).toMatchObject({ templateId: null, versionNumber: 1 })
  })
})

test('versions of the type are offered, its own first, and providers, the active one first', async () => {
  const own = await makeTemplate('session_preparation')
  const active = await makeTemplate('session_preparation', true)
  const foreign = await makeTemplate('burnout_assessment')
  const { id } = await ran(own)
  await change(own, { systemPrompt: 'Be brief.' })
  const { versions: texts, providers } = await choicesOf(id)
  const [first, second] = await textsOf(own)
  const [present] = await textsOf(active)
  expect(texts[0]).toEqual({
    ...{ id: first?.id, templateName: 'A session_preparation', number: 1, version: '1' },
    ...{ isOwn: true, isActive: false },
  })
  expect(texts[1]).toMatchObject({ id: present?.id, isOwn: false, isActive: true })
  expect(texts.map((it) => it.id)).toContain(second?.id)
  expect(texts.map((it) => it.id)).not.toContain((await textsOf(foreign))[0]?.id)
  expect(providers).toEqual([
    expect.objectContaining({ provider: 'built_in', isActive: true, blocked: null }),
    { id: otherId, provider: 'outside', isActive: false, blocked: null },
  ])
  await db.insertInto('setting').values({ name: 'wordsStayHere', value: 'true' }).execute()
  expect((await choicesOf(id)).providers.map(({ blocked }) => blocked)).toEqual([
    null,
    expect.stringContaining('Words never leave this machine'),
  ])
  await db.deleteFrom('setting').where('name', '=', 'wordsStayHere').execute()
})
