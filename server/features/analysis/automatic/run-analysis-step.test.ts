import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SettingName } from '#contract/installation.ts'
import type { Llm, Prompt } from '../../../providers/llm/llm.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { makeRow, makeSession } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'
import { runAnalysisStep } from './run-analysis-step.ts'
import { enqueueDueRuns } from './automatic-runs.queries.ts'

const { db, deps, call, signIn, emails, clientId, sessionDefinitionId, coachUserId } =
  await testApp()
const coach = await signIn(emails.coach)
const system = await signIn(emails.system)

const prompts: Prompt[] = []
const answering: Llm = {
  async complete(prompt) {
    prompts.push(prompt)
    return { text: '{"values":[]}', tokensUsed: 7 }
  },
}
const times = { heartbeatMs: 1_000, leaseMs: 10_000, retryMs: 1 }
const never = new AbortController().signal
const errors: Error[] = []
const options = { times, signal: never, onError: (error: Error) => void errors.push(error) }
const runAll = async (llm: Llm = answering) => {
  for (const { id } of await waiting())
    await runAnalysisStep(withAdapters(deps, { ai_analysis: llm }), id, options)
}
const waiting = () =>
  db.selectFrom('automaticRun').select('id').where('status', '=', 'waiting').orderBy('id').execute()
const runs = () =>
  db
    .selectFrom('automaticRun')
    .select(['templateType', 'status', 'attempts'])
    .orderBy('templateType')
    .orderBy('id')
    .execute()
const executions = () =>
  db
    .selectFrom('execution')
    .select(['templateType', 'templateName', 'isSuccess', 'errorMessage', 'requestedBy'])
    .orderBy('executedAt')
    .execute()

const choose = async (types: string[]) => {
  const name: SettingName = 'afterConversation'
  const address = { method: 'PUT', url: `/api/admin/settings/${name}` } as const
  const answer = await call({ ...address, payload: { value: types } }, system)
  expect(answer.statusCode).toBe(200)
  await expect.poll(() => deps.installation.afterConversation).toEqual(types)
}
let sessionId = ''
const save = async (text: string, version?: number) => {
  const payload = { transcribedTextScripted: text, ...(version && { version }) }
  return call({ method: 'PUT', url: `/api/sessions/${sessionId}`, payload }, coach)
}
beforeEach(async () => {
  sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  prompts.length = 0
})
afterEach(async () => {
  for (const table of ['automaticRun', 'execution'] as const) await db.deleteFrom(table).execute()
  await sql`select graphile_worker.remove_job(key) from graphile_worker.jobs where key like 'run-after%'`.execute(
    db,
  )
  expect(errors.splice(0)).toEqual([])
})
const activate = async (type: string) => {
  const found = await db
    .selectFrom('template')
    .select('id')
    .where('type', '=', type)
    .where('isActive', '=', true)
    .executeTakeFirst()
  if (found) return
  await makeRow(db, 'template', {
    ...{ name: `The ${type}`, type, isActive: true },
    ...{ systemPrompt: 'Read it.', userPromptTemplate: '{{sessionTranscript}}' },
  })
}

describe('when a conversation is saved', () => {
  test('no analysis runs by default', async () => {
    await choose([])
    expect((await save('Coach: Hello.')).statusCode).toBe(200)
    expect(await runs()).toEqual([])
  })

  test('the active prompt of each selected type runs, on behalf of the user who saved it', async () => {
    await activate('metric_extraction')
    await activate('session_preparation')
    await choose(['metric_extraction', 'session_preparation'])
    expect((await save('Coach: Hello there.')).statusCode).toBe(200)
    expect(await waiting()).toHaveLength(2)
    await runAll()
    expect(prompts.map(({ type }) => type).toSorted()).toEqual([
      'metric_extraction',
      'session_preparation',
    ])
    for (const { input } of prompts) expect(input['audioTranscript']).toBe('Coach: Hello there.')
    for (const it of await executions())
      expect(it).toMatchObject({ isSuccess: true, requestedBy: coachUserId })
    expect((await runs()).map(({ status }) => status)).toEqual(['done', 'done'])
  })

  test('a repeated request after a lost response starts no second run', async () => {
    await activate('metric_extraction')
    await choose(['metric_extraction'])
    for (let times = 0; times < 2; times++) {
      expect((await save('Coach: Hello.', 1)).statusCode).toBe(200)
      await runAll()
    }
    expect(prompts).toHaveLength(1)
  })

  test('each version runs once, even with several workers', async () => {
    await activate('metric_extraction')
    await choose(['metric_extraction'])
    await save('Coach: Hello.')
    const [one] = await waiting()
    const shared = withAdapters(deps, { ai_analysis: answering })
    await Promise.all([1, 2, 3].map(() => runAnalysisStep(shared, one?.id ?? '', options)))
    await runAll()
    expect(prompts).toHaveLength(1)
  })

  test('only the newest version runs if it was saved again meanwhile', async () => {
    await activate('metric_extraction')
    await choose(['metric_extraction'])
    await save('Coach: The first.')
    await save('Coach: The second.')
    await runAll()
    expect(prompts.map(({ input }) => input['audioTranscript'])).toEqual(['Coach: The second.'])
    expect((await runs()).map(({ status }) => status).toSorted()).toEqual(['done', 'outdated'])
  })
})

describe('a run that cannot complete', () => {
  test('is a failed execution with the message of the provider, not retried', async () => {
    await activate('metric_extraction')
    await choose(['metric_extraction'])
    await save('Coach: Hello.')
    await runAll({
      complete: () => Promise.reject(new Rejected('needs-model', 'This needs an AI provider.')),
    })
    expect(await executions()).toMatchObject([
      { isSuccess: false, errorMessage: 'This needs an AI provider.' },
    ])
    expect(await runs()).toMatchObject([{ status: 'failed', attempts: 1 }])
  })

  test('fails without an active prompt of the type', async () => {
    const isActive = await db
      .selectFrom('template')
      .select('id')
      .where('type', '=', 'burnout_assessment')
      .where('isActive', '=', true)
      .executeTakeFirst()
    expect(isActive).toBeUndefined()
    await choose(['burnout_assessment'])
    await save('Coach: Hello.')
    await runAll()
    expect(await runs()).toMatchObject([{ status: 'failed', attempts: 1 }])
    expect(prompts).toEqual([])
  })

  test('is retried up to five times while the provider is unavailable', async () => {
    await activate('metric_extraction')
    await choose(['metric_extraction'])
    await save('Coach: Hello.')
    const away: Llm = { complete: () => Promise.reject(new Unavailable('It is away.')) }
    for (let tries = 1; tries <= 8; tries++) await runAll(away)
    expect(await runs()).toMatchObject([{ status: 'failed', attempts: 5 }])
    expect(await executions()).toHaveLength(5)
  })

  test('continues in another process after a stop, without counting an attempt', async () => {
    await activate('metric_extraction')
    await choose(['metric_extraction'])
    await save('Coach: Hello.')
    const stopping = new AbortController()
    let given: AbortSignal | undefined
    const deaf: Llm = {
      complete(_prompt, signal) {
        given = signal
        stopping.abort(new Error('stopping'))
        return new Promise(() => undefined)
      },
    }
    const [one] = await waiting()
    const shared = withAdapters(deps, { ai_analysis: deaf })
    await runAnalysisStep(shared, one?.id ?? '', { ...options, signal: stopping.signal })
    expect(await runs()).toMatchObject([{ status: 'waiting', attempts: 0 }])
    expect(given?.aborted).toBe(true)
    expect(await executions()).toEqual([])
    await runAll()
    expect(await runs()).toMatchObject([{ status: 'done' }])
  })

  test('continues after a crash, and reuses an answer that was received', async () => {
    await activate('metric_extraction')
    await choose(['metric_extraction'])
    await save('Coach: Hello.')
    await runAll()
    // Simulates a crash between logging the answer and finishing the run.
    await db
      .updateTable('automaticRun')
      .set({ status: 'waiting', leasedUntil: sql<string>`now() - interval '1 second'` })
      .execute()
    await sql`select graphile_worker.remove_job(key) from graphile_worker.jobs where key like 'run-after%'`.execute(
      db,
    )
    await enqueueDueRuns(db, deps.queue)
    const { rows } =
      await sql`select from graphile_worker.jobs where key like 'run-after%'`.execute(db)
    expect(rows).toHaveLength(1)
    await runAll()
    expect(prompts).toHaveLength(1)
    expect(await runs()).toMatchObject([{ status: 'done' }])
  })
})
