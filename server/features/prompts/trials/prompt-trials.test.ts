import { describe, expect, test } from 'vitest'
import { placeholderNames } from '#contract/prompts/placeholders.ts'
import type { TrialSession, TrialVersion } from '#contract/prompts/prompt-trials.ts'
import type { TemplateType } from '#contract/prompts/prompts.ts'
import { newId } from '../../../platform/ids.ts'
import type { Llm, Prompt } from '../../../providers/llm/llm.ts'
import {
  auditEntries,
  daysFromNow,
  makeClient,
  makeRow,
  makeSession,
  makeUser,
  getRow,
} from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'

const asked: Prompt[] = []
/** Runs during the next request to the model. */
let meanwhile: (() => Promise<unknown>) | undefined
const llm = (text: string): Llm => ({
  async complete(prompt) {
    asked.push(prompt)
    await meanwhile?.()
    meanwhile = undefined
    return {
      ...{ text, tokensUsed: 12, tokensIn: 8, tokensOut: 4 },
      ...{ model: 'gpt-5', requestId: 'req_1', chunks: 2 },
    }
  },
})
const otherId = newId()
const { db, call, signIn, emails, clientId, sessionDefinitionId, ...made } = await testApp(
  (given) => {
    const { providers, ...deps } = withAdapters(given, { ai_analysis: llm('Coach: Hello.') })
    const other = { id: otherId, provider: 'outside', adapter: llm('Other') } as never
    return {
      ...deps,
      providers: {
        ...providers,
        of: async (type, id) => (id === otherId ? other : providers.of(type, id)),
      },
    }
  },
)
await makeRow(db, 'integration', { id: otherId, type: 'ai_analysis', provider: 'outside' })
const system = await signIn(emails.system)
const url = '/api/admin/ai-prompt-templates'
const raw = '[00:00:00] Speaker 1: good morning {{userEmail}}'
const talk = (values: object = {}) =>
  makeSession(db, { clientId, sessionDefinitionId, transcribedTextRaw: raw, ...values })
const sessionId = await talk()
const post = (path: string, payload: object) =>
  call({ method: 'POST', url: `${url}${path}`, payload }, system)
const get = async <T>(path: string) => (await call({ url: `${url}/${path}` }, system)).json<T>()
const prompts = {
  ...{ type: 'metric_extraction', systemPrompt: 'Be kind.' },
  userPromptTemplate: '{{audioTranscript}}',
}
const preview = (payload: object) => post('/preview', { ...prompts, ...payload })
const sessions = (q?: string) =>
  get<TrialSession[]>(`sessions${q === undefined ? '' : `?q=${encodeURIComponent(q)}`}`)
const openings = async (rowId: string) =>
  (await auditEntries(db, { action: 'transcript-opened', rowId }, ['userId', 'clientId'])).map(
    (it) => [it.userId, it.clientId],
  )
const opened = [[made.systemUserId, clientId]]
const executions = (of: string) =>
  db.selectFrom('execution').selectAll().where('sessionId', '=', of).orderBy('id').execute()
const values = (of: string) =>
  get<Record<string, string | null>>(`placeholder-values?sessionId=${of}`)

describe('sessions to try a prompt on', async () => {
  const userId = await makeUser(db, { email: 'ylva.strand@example.com', roles: ['client_user'] })
  const ylva = await makeClient(db, { userId })
  const many = await Promise.all(
    Array.from({ length: 22 }, (_, index) =>
      talk({ clientId: ylva, sessionDate: daysFromNow(-10 - index) }),
    ),
  )
  const conversation = await talk({
    ...{ clientId: ylva, transcribedTextRaw: null, transcribedTextScripted: 'Coach: Hi.' },
    sessionDate: daysFromNow(-9),
  })
  await talk({ clientId: ylva, transcribedTextRaw: null, sessionDate: daysFromNow(-8) })

  test('are the latest twenty with a transcript or conversation', async () => {
    const all = await sessions()
    expect(all.map(({ id }) => id)).toEqual([sessionId, conversation, ...many.slice(0, 18)])
    expect(all[1]).toEqual({
      ...{ id: conversation, clientName: 'ylva strand', sessionDate: expect.any(String) },
      sessionDefinitionName: 'Weekly coaching',
    })
  })

  test.each(['Ylva', 'strand yl', 'YLVA.STRAND@example.com', 'yl'])(
    'are found by %s',
    async (q) => {
      const found = await sessions(q)
      expect(found.map(({ id }) => id)).toEqual([conversation, ...many.slice(0, 19)])
    },
  )
})

describe('placeholder values', () => {
  test('are complete for a session: truncated if long, and null if empty', async () => {
    const long = await talk({ transcribedTextRaw: 'a'.repeat(299) + '😀'.repeat(9) })
    const answer = await values(long)
    expect(Object.keys(answer).toSorted()).toEqual([...placeholderNames].toSorted())
    expect(answer).toMatchObject({
      ...{ firstName: 'clara', userEmail: emails.client, coachBio: null, sessionId: long },
      ...{ transcribedTextScripted: null, transcribedTextRaw: `${'a'.repeat(299)}…` },
    })
    expect(await openings(long)).toEqual(opened)
  })

  test('may quote earlier sessions, which are audited as opened', async () => {
    const [before, now] = [
      await talk({ sessionDate: daysFromNow(-6) }),
      await talk({ sessionDate: daysFromNow(-5) }),
    ]
    expect((await values(now)).previousSessionNotes).toContain('good morning')
    expect(await openings(before)).toEqual(opened)
  })
})

describe('a preview', () => {
  test('has the rendered prompts with missing and unknown placeholders, without a request to the provider', async () => {
    const of = await talk()
    const before = asked.length
    const answer = await preview({
      systemPrompt: 'For {{firstName}} {{nobody}}: {"json": 1}',
      userPromptTemplate: '{{ audioTranscript }} {{coachBio}} {{nobody}}',
      sessionId: of,
    })
    expect(answer.json()).toEqual({
      systemPrompt: 'For clara {{nobody}}: {"json": 1}',
      userPrompt: `${raw} N/A {{nobody}}`,
      missing: ['coachBio'],
      unknown: ['nobody'],
    })
    expect(asked).toHaveLength(before)
    expect(await executions(of)).toEqual([])
    expect(await openings(of)).toEqual(opened)
  })

  test.each(['{{transcribedTextScripted}}', '{{currentDate}}'])(
    'that shows no word of the session does not open its transcript: %s',
    async (userPromptTemplate) => {
      const of = await talk()
      expect((await preview({ userPromptTemplate, sessionId: of })).statusCode).toBe(200)
      expect(await openings(of)).toEqual([])
    },
  )

  test('audits earlier sessions only if a prompt mentions them', async () => {
    const mine = await makeClient(db)
    const [before, now] = [
      await talk({ clientId: mine, sessionDate: daysFromNow(-6) }),
      await talk({ clientId: mine, sessionDate: daysFromNow(-5) }),
    ]
    await preview({ sessionId: now })
    expect(await openings(before)).toEqual([])
    await preview({ userPromptTemplate: '{{lastThreeSessionNotes}}', sessionId: now })
    expect(await openings(before)).toEqual([[made.systemUserId, mine]])
  })
})

describe('trying unsaved prompts', () => {
  const attempt = (payload: object = {}) => post('/try', { ...prompts, sessionId, ...payload })

  test('returns the answer, logs it as a trial, and does not change the session', async () => {
    const of = await talk()
    const row = () => getRow(db, 'session', of)
    const before = await row()
    const answer = await attempt({ sessionId: of, userPromptTemplate: '{{coachBio}}!' })
    expect(answer.json()).toEqual({
      ...{ executionId: expect.any(String), processedText: 'Coach: Hello.', tokensUsed: 12 },
      ...{ executionTimeMs: expect.any(Number), missing: ['coachBio'] },
    })
    expect(await row()).toEqual(before)
    expect(await executions(of)).toEqual([
      expect.objectContaining({
        ...{
          id: answer.json().executionId,
          kind: 'try',
          templateId: null,
          templateVersionId: null,
        },
        ...{ templateName: 'Not saved', templateType: 'metric_extraction', isSuccess: true },
        ...{ provider: 'built_in', model: 'gpt-5', tokensIn: 8, tokensOut: 4, requestId: 'req_1' },
        ...{ tokensUsed: 12, chunks: 2, missing: ['coachBio'], contextId: clientId },
        inputData: {
          ...{ audioTranscript: raw, sessionId: of },
          ...{
            systemPrompt: 'Be kind.',
            userPrompt: 'N/A!',
            input: { metrics: '[]', otherMetrics: '[]' },
          },
        },
        outputData: { processedText: 'Coach: Hello.' },
      }),
    ])
    expect(await openings(of)).toEqual(opened)
  })

  test('never replaces placeholders in speech, and uses the conversation if there is no raw transcript', async () => {
    const said = { transcribedTextRaw: null, transcribedTextScripted: 'Coach: {{userEmail}}' }
    await attempt({ sessionId: await talk(said), name: 'Draft of mine' })
    expect(asked.at(-1)).toMatchObject({ user: 'Coach: {{userEmail}}' })
  })

  test('on a session without a transcript is rejected, without a request to the provider', async () => {
    const before = asked.length
    const answer = await attempt({ sessionId: await talk({ transcribedTextRaw: null }) })
    expect([answer.statusCode, answer.json().error]).toEqual([
      422,
      'There is no transcript of this session yet.',
    ])
    expect(asked).toHaveLength(before)
  })

  test('of a preparation needs no transcript: the session is in the future', async () => {
    const of = await talk({ transcribedTextRaw: null, sessionDate: daysFromNow(2) })
    const answer = await attempt({ sessionId: of, type: 'session_preparation' })
    expect(answer.statusCode).toBe(200)
    expect(await openings(of)).toEqual([])
  })

  describe('with content of an earlier session', async () => {
    const userId = await makeUser(db, { email: 'runa.holm@example.com', roles: ['client_user'] })
    const runa = await makeClient(db, { userId })
    const said = { clientId: runa, transcribedTextScripted: 'Client: I am afraid of Mondays.' }
    /** Two sessions; the later one is used with a prompt that contains content of the earlier one. */
    const two = async () => {
      await db.deleteFrom('session').where('clientId', '=', runa).execute()
      const earlier = await talk({ ...said, sessionDate: daysFromNow(-9) })
      const of = await talk({ clientId: runa, sessionDate: daysFromNow(-2) })
      return { earlier, of }
    }
    const tryPrompt = async (of: string, userPromptTemplate = '{{previousSessionNotes}}') => {
      await attempt({ sessionId: of, userPromptTemplate })
      return executions(of)
    }
    const wordless = { inputData: null, outputData: null }

    test.each([
      ['is deleted', (id: string) => db.deleteFrom('session').where('id', '=', id)],
      [
        'loses its conversation',
        (id: string) =>
          db.updateTable('session').set({ transcribedTextScripted: null }).where('id', '=', id),
      ],
    ])('loses its content when that session %s', async (_, go) => {
      const { earlier, of } = await two()
      const [execution] = await tryPrompt(of)
      expect(JSON.stringify(execution?.inputData)).toContain('afraid of Mondays')
      await go(earlier).execute()
      expect(await executions(of)).toEqual([expect.objectContaining(wordless)])
    })

    test('is logged without content if that session is deleted during the request', async () => {
      const { earlier, of } = await two()
      meanwhile = () => db.deleteFrom('session').where('id', '=', earlier).execute()
      expect(await tryPrompt(of)).toEqual([expect.objectContaining({ sessionId: of, ...wordless })])
    })

    test('is logged with content if it had none of the deleted session', async () => {
      const { earlier, of } = await two()
      await tryPrompt(of, '{{audioTranscript}}')
      await db.deleteFrom('session').where('id', '=', earlier).execute()
      const [left] = await executions(of)
      expect(JSON.stringify(left?.inputData)).toContain('good morning')
    })
  })
})

describe('trying a version on an earlier execution', async () => {
  const makeTemplate = async (type: TemplateType, isActive = false) => {
    const answer = await post('', {
      ...{ name: `A ${type}`, type, isActive, systemPrompt: 'Be kind.' },
      userPromptTemplate: 'Write: {{audioTranscript}} {{recordingUrl}}',
    })
    return answer.json<{ id: string }>().id
  }
  const versionsOf = async (templateId: string) =>
    (
      await db
        .selectFrom('templateVersion')
        .select('id')
        .where('templateId', '=', templateId)
        .orderBy('number')
        .execute()
    ).map(({ id }) => id)
  const change = (id: string, payload: object) =>
    call({ method: 'PUT', url: `${url}/${id}`, payload }, system)
  /** Ran with a transcript that the session does not have. */
  async function ran(templateId: string) {
    const of = await talk({ transcribedTextRaw: null })
    const answer = await post('/execute', {
      ...{ templateId, inputData: { audioTranscript: 'good morning', sessionId: of } },
    })
    return { executionId: answer.json<{ executionId: string }>().executionId, sessionId: of }
  }
  const templateId = await makeTemplate('diarization')
  const [templateVersionId = ''] = await versionsOf(templateId)

  test('sends what the execution sent, logs it as a replay, and does not change the session', async () => {
    const { executionId, sessionId: of } = await ran(templateId)
    const row = () => getRow(db, 'session', of)
    const [before, original, first] = [await row(), await executions(of), asked.at(-1)]
    const answer = await post('/try', { executionId, templateVersionId })
    expect(answer.json()).toMatchObject({
      ...{ processedText: 'Coach: Hello.', missing: ['recordingUrl'] },
    })
    expect(asked.at(-1)).toEqual(first)
    expect(await row()).toEqual(before)
    expect(await executions(of)).toEqual([
      ...original,
      expect.objectContaining({
        ...{ id: answer.json().executionId, kind: 'replay', replayOf: executionId },
        ...{ templateId, templateVersionId, templateName: 'A diarization', provider: 'built_in' },
        inputData: expect.objectContaining({ audioTranscript: 'good morning', sessionId: of }),
      }),
    ])
    expect(original).toMatchObject([{ kind: 'run', replayOf: null }])
    expect(await openings(of)).toEqual(opened)
    const entries = await auditEntries(db, { rowId: answer.json().executionId }, [
      ...(['action', 'clientId', 'details'] as const),
    ])
    expect(entries).toMatchObject([
      { action: 'template-executed', clientId, details: { kind: 'replay' } },
    ])
    expect(JSON.stringify(entries)).not.toContain('morning')
  })

  test('can use another version and another provider, and be previewed', async () => {
    const own = await makeTemplate('diarization')
    const { executionId, sessionId: of } = await ran(own)
    await change(own, { userPromptTemplate: 'Shorter: {{audioTranscript}}' })
    const [, second = ''] = await versionsOf(own)
    const trial = { executionId, templateVersionId: second }
    expect((await post('/preview', trial)).json().userPrompt).toBe('Shorter: good morning')
    const answer = await post('/try', { ...trial, integrationId: otherId })
    expect(answer.json().processedText).toBe('Other')
    expect(asked.at(-1)).toMatchObject({ user: 'Shorter: good morning' })
    expect(await executions(of)).toContainEqual(
      expect.objectContaining({ provider: 'outside', templateVersionId: second }),
    )
  })

  test('is rejected if its session was deleted', async () => {
    const { executionId, sessionId: of } = await ran(templateId)
    await db.deleteFrom('session').where('id', '=', of).execute()
    const answer = await post('/try', { executionId, templateVersionId })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error).toMatch(/its session was deleted/)
  })

  test.each([
    [
      'a version of another type',
      async () => ({
        templateVersionId: (await versionsOf(await makeTemplate('metric_extraction')))[0],
      }),
      422,
      /different type/,
    ],
    ['an unknown version', async () => ({ templateVersionId: newId() }), 409, /no longer exists/],
    ['an unknown provider', async () => ({ integrationId: newId() }), 422, /no longer exists/],
  ])('with %s is rejected with a sentence', async (_, payload, code, sentence) => {
    const { executionId } = await ran(templateId)
    const before = asked.length
    const answer = await post('/try', { executionId, templateVersionId, ...(await payload()) })
    expect(answer.statusCode).toBe(code)
    expect(answer.json().error).toMatch(sentence)
    expect(asked).toHaveLength(before)
  })

  test('can use the version of a deleted template', async () => {
    const own = await makeTemplate('diarization')
    const { executionId, sessionId: of } = await ran(own)
    const [version] = await versionsOf(own)
    await call({ method: 'DELETE', url: `${url}/${own}` }, system)
    await post('/try', { executionId, templateVersionId: version })
    expect(await executions(of)).toContainEqual(
      expect.objectContaining({ kind: 'replay', templateId: null, templateVersionId: version }),
    )
  })

  test('offers the versions of its type, its own first, then the active one', async () => {
    const own = await makeTemplate('session_preparation')
    const active = await makeTemplate('session_preparation', true)
    const [foreign] = await versionsOf(await makeTemplate('burnout_assessment'))
    const { executionId } = await ran(own)
    await change(own, { systemPrompt: 'Be brief.' })
    const found = await get<TrialVersion[]>(`trial-versions?executionId=${executionId}`)
    const [[first, second], [current]] = [await versionsOf(own), await versionsOf(active)]
    expect(found[0]).toEqual({
      ...{ id: first, templateName: 'A session_preparation', number: 1, version: '1' },
      ...{ isOwn: true, isActive: false },
    })
    expect(found[1]).toMatchObject({ id: current, isOwn: false, isActive: true })
    expect(found.map(({ id }) => id)).toContain(second)
    expect(found.map(({ id }) => id)).not.toContain(foreign)
  })
})

test('providers are offered, the active one first, with the reason why one may not get the session', async () => {
  const providers = () => get<object[]>(`trial-providers?sessionId=${sessionId}`)
  const builtIn = { id: expect.any(String), provider: 'built_in', isActive: true, blocked: null }
  const outside = { id: otherId, provider: 'outside', isActive: false }
  expect(await providers()).toEqual([builtIn, { ...outside, blocked: null }])
  await db.insertInto('setting').values({ name: 'wordsStayHere', value: 'true' }).execute()
  expect(await providers()).toEqual([
    builtIn,
    { ...outside, blocked: expect.stringContaining('Words never leave this machine') },
  ])
})
