import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SettingName } from '#contract/settings/setting-entries.ts'
import type { Llm, Prompt } from '../../../providers/llm/llm.ts'
import { Rejected } from '../../../platform/jobs/errors.ts'
import { aborted } from '../../../test/analyses.ts'
import { makeRow, makeSession } from '../../../test/make.ts'
import { runQueuedJobs } from '../../../test/run-queued-jobs.ts'
import { testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'

const { db, deps, boss, call, signIn, emails, clientId, sessionDefinitionId, coachUserId } =
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
const errors: Error[] = []
const runAll = (llm: Llm = answering) =>
  runQueuedJobs(
    { deps: withAdapters(deps, { ai_analysis: llm }), boss },
    'run-after-conversation',
    {
      onError: (error) => void errors.push(error),
    },
  )
const waiting = () =>
  db.selectFrom('automaticRun').select('id').where('status', '=', 'waiting').orderBy('id').execute()
const runs = () =>
  db
    .selectFrom('automaticRun')
    .select(['templateType', 'status'])
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
  await sql`delete from pgboss.job`.execute(db)
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
    expect(await runs()).toMatchObject([{ status: 'failed' }])
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
    expect(await runs()).toMatchObject([{ status: 'failed' }])
    expect(prompts).toEqual([])
  })

  test('continues after a crash, and reuses an answer that was received', async () => {
    await activate('metric_extraction')
    await choose(['metric_extraction'])
    await save('Coach: Hello.')
    await runAll()
    // Simulates a crash between logging the answer and finishing the run.
    const { id } = await db
      .updateTable('automaticRun')
      .set({ status: 'running' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await deps.queue.add(db, 'run-after-conversation', { id })
    await runAll()
    expect(prompts).toHaveLength(1)
    expect(await runs()).toMatchObject([{ status: 'done' }])
  })
})

describe('a request in progress is stopped, and nothing is logged, when', () => {
  test.each<[string, () => Promise<unknown>, string[]]>([
    ['the conversation is saved again', () => save('Coach: The second.'), ['outdated', 'waiting']],
    [
      'the session is deleted',
      () => call({ method: 'DELETE', url: `/api/sessions/${sessionId}` }, coach),
      [],
    ],
  ])('%s', async (_, stop, statuses) => {
    await activate('metric_extraction')
    await choose(['metric_extraction'])
    await save('Coach: Hello.')
    let isAborted = false
    await runAll({
      async complete(_prompt, signal) {
        await stop()
        await aborted(signal)
        isAborted = true
        throw signal.reason
      },
    })
    await expect.poll(() => isAborted).toBe(true)
    expect((await runs()).map(({ status }) => status).toSorted()).toEqual(statuses)
    expect(await executions()).toEqual([])
  })
})
