import { describe, expect, test } from 'vitest'
import type { Template, TemplateType } from '#contract/prompts/prompts.ts'
import { getPromptFacts } from './run/facts.ts'
import { runPrompt } from './run/run-prompt.ts'
import { newId } from '../../platform/ids.ts'
import { Unavailable } from '../../platform/jobs/errors.ts'
import { type Llm, type Prompt, UnusableAnswer } from '../../providers/llm/llm.ts'
import { auditEntries, daysFromNow, makeRow, makeSession, getRow } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { withAdapters } from '../../test/with-adapters.ts'

const asked: Prompt[] = []
let answer: Llm['complete'] = async () => ({ text: 'Coach: Hello.', tokensUsed: 42 })
const llm: Llm = {
  complete(prompt, signal) {
    asked.push(prompt)
    return answer(prompt, signal)
  },
}
const { db, deps, call, signIn, emails, clientId, sessionDefinitionId, ...made } = await testApp(
  (given) => withAdapters(given, { ai_analysis: llm }),
)
const system = await signIn(emails.system)
const admin = await signIn(emails.admin)
const coach = await signIn(emails.coach)

async function makeTemplate(type: TemplateType, values: Partial<Template> = {}) {
  const id = newId()
  await makeRow(db, 'template', {
    name: `${type} ${id}`,
    systemPrompt: 'Be kind.',
    userPromptTemplate: '{{audioTranscript}}',
    isActive: false,
    ...values,
    id,
    type,
  })
  return id
}
const diarization = await makeTemplate('diarization', { isActive: true })
const extraction = await makeTemplate('metric_extraction', { isActive: true })
const inactive = await makeTemplate('diarization', { version: 'beta' })
const sessionId = await makeSession(db, { clientId, sessionDefinitionId })

const run = (
  templateId: string,
  { cookie = coach, of = sessionId, audioTranscript = 'hello' } = {},
) =>
  call(
    {
      method: 'POST',
      url: '/api/admin/ai-prompt-templates/execute',
      payload: { templateId, inputData: { audioTranscript, sessionId: of } },
    },
    cookie,
  )
const executions = () => db.selectFrom('execution').selectAll().orderBy('id').execute()
const latest = async () => {
  const [last] = (await executions()).slice(-1)
  if (!last) throw new Error('nothing was logged')
  return last
}
/** The rendered prompt of a template with this text. */
async function promptOf(userPromptTemplate: string, of = sessionId) {
  const id = await makeTemplate('session_preparation', { userPromptTemplate })
  expect((await run(id, { cookie: system, of })).statusCode).toBe(200)
  return asked.at(-1)?.user
}

describe('the list of templates', () => {
  const listFor = async (cookie: string) =>
    (await call({ url: '/api/admin/ai-prompt-templates' }, cookie)).json<Template[]>()

  test('shows the prompts to a system administrator', async () => {
    expect(await listFor(system)).toContainEqual(
      expect.objectContaining({
        id: diarization,
        systemPrompt: 'Be kind.',
        userPromptTemplate: '{{audioTranscript}}',
        description: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      }),
    )
  })

  test.each([
    ['administrators', admin],
    ['coaches', coach],
  ])('has no prompts for %s', async (_who, cookie) => {
    const list = await listFor(cookie)
    expect(list.length).toBeGreaterThanOrEqual(3)
    for (const it of list)
      expect(Object.keys(it).toSorted()).toEqual(['id', 'isActive', 'name', 'type', 'version'])
  })
})

describe('running a template', () => {
  test('returns the answer and logs the execution with prompt and answer', async () => {
    const result = await run(diarization, { audioTranscript: 'good morning' })
    expect(result.json()).toEqual({
      executionId: expect.any(String),
      processedText: 'Coach: Hello.',
    })
    const logged = await latest()
    expect(logged).toMatchObject({
      id: result.json().executionId,
      templateId: diarization,
      templateType: 'diarization',
      isSuccess: true,
      sessionId,
      contextId: clientId,
      inputData: { audioTranscript: 'good morning', sessionId },
      outputData: { processedText: 'Coach: Hello.' },
      errorMessage: null,
      tokensUsed: 42,
      requestedBy: made.coachUserId,
    })
    expect(asked.at(-1)).toMatchObject({
      type: 'diarization',
      system: 'Be kind.',
      user: 'good morning',
      input: { audioTranscript: 'good morning' },
    })
    const [entry] = await auditEntries(db, { rowId: logged.id })
    expect(entry).toMatchObject({ action: 'template-executed', clientId })
    expect(JSON.stringify(entry)).not.toContain('morning')
  })

  test.each([
    ['a coach', 'the active diarization', 200, coach, diarization],
    ['an administrator', 'the active diarization', 200, admin, diarization],
    ['a coach', 'an inactive template', 403, coach, inactive],
    ['an administrator', 'a metric extraction', 403, admin, extraction],
    ['a coach', 'a metric extraction', 403, coach, extraction],
    ['a system administrator', 'a metric extraction', 200, system, extraction],
    ['a system administrator', 'an inactive template', 200, system, inactive],
    ['a coach', 'an unknown template', 404, coach, newId()],
  ])('%s who runs %s gets %d', async (_who, _what, code, cookie, templateId) => {
    const before = (await executions()).length
    expect((await run(templateId, { cookie })).statusCode).toBe(code)
    expect(await executions()).toHaveLength(before + (code === 200 ? 1 : 0))
  })

  test('on a session of another coach is not found', async () => {
    const before = asked.length
    expect((await run(diarization, { cookie: await signIn(emails.otherCoach) })).statusCode).toBe(
      404,
    )
    expect((await run(diarization, { of: newId() })).statusCode).toBe(404)
    expect((await run(diarization, { cookie: await signIn(emails.client) })).statusCode).toBe(403)
    expect(asked).toHaveLength(before)
  })
})

describe('if the provider', () => {
  const failing = async (complete: Llm['complete'], code: number, sentence: string | RegExp) => {
    const usual = answer
    answer = complete
    const result = await run(diarization)
    answer = usual
    expect(result.statusCode).toBe(code)
    expect(result.json().error).toMatch(sentence)
    return { result, logged: await latest() }
  }

  test('is unreachable, the response has Retry-After, and the log the message of the service', async () => {
    const down = async () => {
      throw new Unavailable('OpenAI says: Rate limit reached.', { waitMs: 20_500 })
    }
    const { result, logged } = await failing(down, 503, /cannot be reached/)
    expect(result.headers['retry-after']).toBe('21')
    expect(result.body).not.toContain('OpenAI')
    expect(logged).toMatchObject({
      ...{ isSuccess: false, outputData: null, tokensUsed: null },
      errorMessage: 'OpenAI says: Rate limit reached.',
    })
  })

  test('returns an unusable answer, the log has its usage', async () => {
    const spent = { tokensUsed: 30, tokensIn: 20, tokensOut: 10, model: 'gpt-5', requestId: 'r' }
    const wrong = async () => {
      throw new UnusableAnswer('OpenAI gave an answer in the wrong format twice.', spent)
    }
    const { logged } = await failing(wrong, 422, 'OpenAI gave an answer in the wrong format twice.')
    expect(logged).toMatchObject({ isSuccess: false, outputData: null, ...spent })
  })

  test('fails unexpectedly, the log has the error, but the response no details', async () => {
    const broken = async () => {
      throw new TypeError('secret internals')
    }
    const { result, logged } = await failing(broken, 500, /Something went wrong/)
    expect(result.body).not.toContain('internals')
    expect(logged).toMatchObject({
      isSuccess: false,
      errorMessage: 'Something went wrong on our side.',
    })
  })

  test('exceeds the timeout, the request ends, even if the provider ignores the signal', async () => {
    const template = await getRow(db, 'template', diarization)
    const { coachUserId: userId } = made
    const actor = { userId, originalUserId: null, roles: [], loginId: '', address: '::1' }
    let signal: AbortSignal | undefined
    const deaf: Llm = {
      complete(_prompt, given) {
        signal = given
        return new Promise(() => undefined)
      },
    }
    const { timeZone } = deps.installation
    const about = { sessionId, audioTranscript: 'hello', now: new Date(), timeZone }
    const waiting = runPrompt(withAdapters(deps, { ai_analysis: deaf }), actor, {
      kind: 'run',
      template: { ...template, type: 'diarization' },
      facts: await getPromptFacts(db, about),
      timeoutMs: 30,
    })
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
    expect(signal?.aborted).toBe(true)
    expect((await latest()).errorMessage).toMatch(/did not respond in time/)
  })

  test('answers after the session was deleted, the execution is logged without content', async () => {
    const gone = await makeSession(db, { clientId, sessionDefinitionId })
    const usual = answer
    answer = async () => {
      await db.deleteFrom('session').where('id', '=', gone).execute()
      return { text: 'Coach: Hello.', tokensUsed: null }
    }
    expect((await run(diarization, { of: gone })).statusCode).toBe(200)
    answer = usual
    expect(await latest()).toMatchObject({
      sessionId: null,
      isSuccess: true,
      inputData: null,
      outputData: null,
    })
  })
})

test('a rule-based provider, like the log, gets its input regardless of the prompts', async () => {
  const preparation = await makeTemplate('session_preparation', { userPromptTemplate: 'Go.' })
  const mine = await makeSession(db, { clientId, sessionDefinitionId })
  expect((await run(preparation, { cookie: system, of: mine })).statusCode).toBe(200)
  expect(asked.at(-1)).toMatchObject({
    user: 'Go.',
    input: {
      ...{ audioTranscript: 'hello', sessionType: 'digital', weekNumber: '5' },
      preparationContext: expect.stringMatching(/^Session: Weekly coaching on .*, week 5\n/),
    },
  })
  const { inputData, missing } = await latest()
  expect(inputData).toMatchObject({
    ...{ audioTranscript: 'hello', sessionId: mine, userPrompt: 'Go.' },
    input: { sessionType: 'digital' },
  })
  expect(missing).toEqual([])
})

test('the built-in provider prepares a session from its plan', async () => {
  const { db: there, call: ask, signIn: enter, ...others } = await testApp()
  const cookie = await enter(others.emails.coach)
  const about = { clientId: others.clientId, sessionDefinitionId: others.sessionDefinitionId }
  await makeSession(there, { ...about, sessionDate: daysFromNow(-3) })
  const id = await makeRow(there, 'template', {
    ...{ name: 'Prepare', type: 'session_preparation', isActive: true },
    ...{ systemPrompt: 'Prepare it.', userPromptTemplate: '{{preparationContext}}' },
  })
  const sessionId = await makeSession(there, { ...about, sessionDate: daysFromNow(1) })
  const { statusCode, json } = await ask(
    {
      method: 'POST',
      url: '/api/admin/ai-prompt-templates/execute',
      payload: { templateId: id, inputData: { audioTranscript: '-', sessionId } },
    },
    cookie,
  )
  expect(statusCode).toBe(200)
  expect(json().processedText).toMatch(
    /^Preparation for Weekly coaching on \d{4}-\d\d-\d\d, week 5\n\nCurrent status\n- In treatment for 4 weeks\n- Risk: not assessed\n/,
  )
  expect(json().processedText).toMatch(/Earlier sessions\n- \S+ Weekly coaching \(open\)/)
})

describe('placeholders', () => {
  test('have the transcript that was sent, and the conversation if there is one', async () => {
    const id = await makeSession(db, {
      clientId,
      sessionDefinitionId,
      transcribedTextScripted: 'Coach: Hi.',
    })
    expect(
      await promptOf('{{audioTranscript}}|{{sessionTranscript}}|{{transcribedTextRaw}}', id),
    ).toBe('hello|Coach: Hi.|N/A')
    expect(await promptOf('{{sessionTranscript}}')).toBe('hello')
  })
})
