import { describe, expect, test } from 'vitest'
import { placeholderNames } from '#contract/prompts/placeholders.ts'
import type { TrialSession } from '#contract/prompts/prompt-trials.ts'
import type { Prompt } from '../../../providers/llm/llm.ts'
import {
  auditEntries,
  daysFromNow,
  makeClient,
  makeSession,
  makeUser,
  getRow,
} from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'

const asked: Prompt[] = []
let isAway = false
/** Runs during the next request to the model. */
let meanwhile: (() => Promise<unknown>) | undefined
const { db, call, signIn, emails, clientId, sessionDefinitionId, ...made } = await testApp(
  (given) =>
    withAdapters(given, {
      ai_analysis: {
        async complete(prompt) {
          asked.push(prompt)
          await meanwhile?.()
          meanwhile = undefined
          if (isAway) throw new Unavailable('away')
          return {
            ...{ text: 'Coach: Hello.', tokensUsed: 12, tokensIn: 8, tokensOut: 4 },
            ...{ model: 'gpt-5', requestId: 'req_1', chunks: 2 },
          }
        },
      },
    }),
)
const system = await signIn(emails.system)
const url = '/api/admin/ai-prompt-templates'
const raw = '[00:00:00] Speaker 1: good morning {{userEmail}}'
const talk = (values: object = {}) =>
  makeSession(db, { clientId, sessionDefinitionId, transcribedTextRaw: raw, ...values })
const sessionId = await talk()
const post = (path: 'preview' | 'try', payload: object, cookie = system) =>
  call({ method: 'POST', url: `${url}/${path}`, payload }, cookie)
const prompts = { systemPrompt: 'Be kind.', userPromptTemplate: '{{audioTranscript}}' }
const sessions = async (q?: string) =>
  (
    await call(
      { url: `${url}/sessions${q === undefined ? '' : `?q=${encodeURIComponent(q)}`}` },
      system,
    )
  ).json<TrialSession[]>()
const openings = async (rowId: string) =>
  (await auditEntries(db, { action: 'transcript-opened', rowId }, ['userId', 'clientId'])).map(
    (it) => [it.userId, it.clientId],
  )
const opened = [[made.systemUserId, clientId]]
const executions = (of: string) =>
  db.selectFrom('execution').selectAll().where('sessionId', '=', of).execute()
const values = (of: string, cookie = system) =>
  call({ url: `${url}/placeholder-values?sessionId=${of}` }, cookie)

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

test('a preview without the transcript of a session does not count as opening it', async () => {
  const of = await talk()
  const dated = { systemPrompt: 'Be kind.', userPromptTemplate: '{{currentDate}}' }
  expect((await post('preview', { ...dated, sessionId: of })).statusCode).toBe(200)
  expect(await openings(of)).toEqual([])
  await post('preview', { ...prompts, sessionId: of })
  expect(await openings(of)).toEqual(opened)
})

describe('placeholder values', () => {
  test('are complete for a session: truncated if long, and null if empty', async () => {
    const long = await talk({ transcribedTextRaw: 'a'.repeat(299) + '😀'.repeat(9) })
    const answer = (await values(long)).json<Record<string, string | null>>()
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
    expect((await values(now)).json().previousSessionNotes).toContain('good morning')
    expect(await openings(before)).toEqual(opened)
  })
})

describe('a preview', () => {
  test('has the rendered prompts with missing and unknown placeholders, without a request to the provider', async () => {
    const of = await talk()
    const before = asked.length
    const preview = await post('preview', {
      systemPrompt: 'For {{firstName}} {{nobody}}: {"json": 1}',
      userPromptTemplate: '{{ audioTranscript }} {{coachBio}} {{nobody}}',
      sessionId: of,
    })
    expect(preview.json()).toEqual({
      systemPrompt: 'For clara {{nobody}}: {"json": 1}',
      userPrompt: `${raw} N/A {{nobody}}`,
      missing: ['coachBio'],
      unknown: ['nobody'],
    })
    expect(asked).toHaveLength(before)
    expect(await executions(of)).toEqual([])
    expect(await openings(of)).toEqual(opened)
  })

  test('that shows no word of the session does not open its transcript', async () => {
    const of = await talk()
    const named = { systemPrompt: 'Be kind.', userPromptTemplate: '{{transcribedTextScripted}}' }
    expect((await post('preview', { ...named, sessionId: of })).json().userPrompt).toBe('N/A')
    expect(await openings(of)).toEqual([])
  })

  test('audits earlier sessions only if a prompt mentions them', async () => {
    const mine = await makeClient(db)
    const [before, now] = [
      await talk({ clientId: mine, sessionDate: daysFromNow(-6) }),
      await talk({ clientId: mine, sessionDate: daysFromNow(-5) }),
    ]
    await post('preview', { ...prompts, sessionId: now })
    expect(await openings(before)).toEqual([])
    const named = { systemPrompt: 'Be kind.', userPromptTemplate: '{{lastThreeSessionNotes}}' }
    await post('preview', { ...named, sessionId: now })
    expect(await openings(before)).toEqual([[made.systemUserId, mine]])
  })
})

describe('trying a prompt', () => {
  const attempt = (payload: object = {}) =>
    post('try', { ...prompts, type: 'metric_extraction', sessionId, ...payload })

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
