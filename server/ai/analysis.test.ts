import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type {
  AnalysedValue,
  AnalysisType,
  ClientAnalysis,
  SessionAnalysis,
} from '#contract/analysis.ts'
import type { ValueHistory } from '#contract/value-history.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { valueByWeek } from '#contract/scores.ts'
import { ensureDefaults } from '../db/defaults.ts'
import { newId } from '../ids.ts'
import { builtInLlm } from '../providers/llm/built-in.ts'
import type { Llm } from '../providers/llm/llm.ts'
import { Unavailable } from '../work/failures.ts'
import { daysFromNow, makeClient, makeMetric, makeSession } from '../test/make.ts'
import { testApp } from '../test/test-app.ts'
import { withAdapters } from '../test/with-adapters.ts'
import { runAfterConversation } from './after-conversation.ts'

const { db, deps, call, signIn, emails, coachId, sessionDefinitionId } = await testApp()
await ensureDefaults(db)
await makeMetric(db, {
  key: 'analysed',
  label: 'Analysed',
  dataSource: 'transcription',
  highest: 10,
})
const [coach, otherCoach, system, client, org] = await Promise.all([
  ...[emails.coach, emails.otherCoach, emails.system, emails.client, emails.org].map((it) =>
    signIn(it),
  ),
])

const conversation =
  'Coach: On a scale from zero to ten, how high is your stress?\n\nClient: I would say an eight.\n\nCoach: And how is your energy?\n\nClient: It is a three.'
const stress = { key: 'stress_level', value: 80, quotes: ['I would say an eight'] }
const energy = { key: 'energy', value: 30, quotes: ['how was it', 'It is a three'] }
const risk = {
  riskScore: 62,
  reasons: [{ reason: 'High stress', quote: 'I would say an eight' }],
  protective: [{ reason: 'A friend', quote: 'Nobody said this anywhere' }],
}
type Answers = Partial<Record<AnalysisType, unknown>>
const answering = (answers: Answers): Llm => ({
  complete: async ({ type }) => ({
    text: JSON.stringify(answers[type as AnalysisType] ?? { values: [] }),
    tokensUsed: 3,
  }),
})
const values = (...of: object[]) => ({
  metric_extraction: { values: of },
  burnout_assessment: risk,
})

const times = { heartbeatMs: 20, leaseMs: 10_000, retryMs: 1 }
const never = new AbortController().signal
const fail = (error: Error) => {
  throw error
}
async function work(llm: Llm) {
  const waiting = await db
    .selectFrom('automaticRun')
    .select('id')
    .where('status', '=', 'waiting')
    .orderBy('templateType', 'desc')
    .execute()
  for (const { id } of waiting)
    await runAfterConversation(withAdapters(deps, { ai_analysis: llm }), id, {
      ...{ times, signal: never, onError: fail },
    })
}

let clientId = ''
let sessionId = ''
const begin = (text: string | null = conversation, at = daysFromNow(-1)) =>
  makeSession(db, {
    ...{ clientId, sessionDefinitionId, sessionDate: at },
    transcribedTextScripted: text,
  })
beforeEach(async () => {
  clientId = await makeClient(db, { coachId })
  sessionId = await begin()
  await db
    .updateTable('automaticRun')
    .set({ status: 'done' })
    .where('status', '=', 'waiting')
    .execute()
})

type Ask = { id?: string; cookie?: string | undefined; payload?: object }
const analyse = ({ id = sessionId, cookie = coach, payload }: Ask = {}) =>
  call({ method: 'POST', url: `/api/sessions/${id}/analyse`, ...(payload && { payload }) }, cookie)
const cancel = (cookie = coach) =>
  call({ method: 'POST', url: `/api/sessions/${sessionId}/cancel-analysis` }, cookie)

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
const stopped = async (): Promise<void> => void (await cancel())
const read = async (id = sessionId): Promise<SessionAnalysis> =>
  (
    await call({ method: 'GET', url: `/api/sessions/${id}/analysis` }, coach)
  ).json<SessionAnalysis>()
const found = async (key: string, id = sessionId) => {
  const value = (await read(id)).values.find((it) => it.key === key)
  if (!value) throw new Error(`${key} was not found.`)
  return value
}
const analysed = async (answers: Answers, id = sessionId) => {
  expect((await analyse({ id })).statusCode).toBe(200)
  await work(answering(answers))
  return read(id)
}
const decide = (id: string, payload: object, cookie = coach) =>
  call({ method: 'PUT', url: `/api/analysed-values/${id}/decision`, payload }, cookie)
const plan = async () =>
  (
    await call({ method: 'GET', url: `/api/clients/${clientId}/sessions-and-metrics` }, coach)
  ).json<SessionsAndMetrics>()
const inPlan = async (label: string) =>
  (await plan()).metrics
    .filter((it) => it.metricLabel === label)
    .map((it) => [it.numericValue, it.source, it.check])
const statuses = async () => (await read()).steps.map(({ type, status }) => [type, status])
const logged = async () =>
  (
    await db
      .selectFrom('auditEntry')
      .select('action')
      .where('clientId', '=', clientId)
      .orderBy('createdAt')
      .execute()
  ).map(({ action }) => action)

describe('an analysis', () => {
  test('is a step for metrics and one for the risk, each an execution with the text that ran', async () => {
    const { steps } = (await analyse()).json<SessionAnalysis>()
    expect(steps.map(({ type, status }) => [type, status])).toEqual([
      ['metric_extraction', 'waiting'],
      ['burnout_assessment', 'waiting'],
    ])
    await work(answering(values(stress, energy)))
    const after = await read()
    expect(after.steps).toMatchObject([
      { status: 'done', template: { name: 'Metrics from conversation', textNumber: 1 } },
      { status: 'done', template: { name: 'Burnout estimate', textNumber: 1 } },
    ])
    expect(after.values.map((it) => [it.label, it.value, it.fault, it.decision])).toEqual(
      expect.arrayContaining([
        ['Stress level', 80, null, null],
        ['Energy', 30, null, null],
        ['Burnout risk', 62, null, null],
      ]),
    )
    expect(await logged()).toContain('analysis-started')
  })

  test('stands in the plan at once, with a mark that nobody confirmed it', async () => {
    await analysed(values(stress))
    expect(await inPlan('Stress level')).toEqual([[80, 'transcription', 'not-confirmed']])
    expect((await plan()).burnoutAssessments).toMatchObject([{ riskScore: 62, source: 'model' }])
  })

  test('keeps what nothing that was said shows with its reason, and out of the plan', async () => {
    const { values: all } = await analysed(
      values({ ...stress, quotes: ['I am calm like a lake today'] }, { ...energy, key: 'mood' }),
    )
    expect(all).toMatchObject([
      { key: 'stress_level', value: null, machineValue: 80, fault: 'not-found' },
      { key: 'riskScore', value: 62 },
      { key: 'mood', label: 'mood', value: null, fault: 'not-asked', isInPlan: false },
    ])
    expect((await plan()).metrics).toEqual([])
  })

  test('gives what only a session type names to the session alone', async () => {
    const type = newId()
    const name = `Type ${type}`
    await db.insertInto('sessionDefinition').values({ id: type, name, displayOrder: 50 }).execute()
    await db
      .insertInto('sessionMetric')
      .values({
        ...{ id: newId(), sessionDefinitionId: type, key: 'trust' },
        ...{ label: 'Trust in the setting', position: 1 },
      })
      .execute()
    await db
      .updateTable('session')
      .set({ sessionDefinitionId: type })
      .where('id', '=', sessionId)
      .execute()
    const { values: all } = await analysed(values({ ...stress, key: 'trust' }, stress))
    expect(all).toMatchObject([
      { key: 'trust', label: 'Trust in the setting', value: 80, isInPlan: false, fault: null },
      { key: 'riskScore' },
      { key: 'stress_level', fault: 'not-asked' },
    ])
    expect((await plan()).metrics).toEqual([])
  })

  test('of the later session of a week counts in the plan, and both are in its history', async () => {
    const later = await begin(conversation, daysFromNow(-0.9))
    await analysed(values({ ...stress, value: 70 }), later)
    await analysed(values(stress))
    const { metrics } = await plan()
    const [week] = metrics.map(({ weekNumber }) => weekNumber)
    expect([...valueByWeek(metrics)]).toEqual([[week, 70]])
    const { metricDefinitionId } = metrics[0] ?? {}
    const query = `metricDefinitionId=${metricDefinitionId}&weekNumber=${week}`
    const url = `/api/clients/${clientId}/metric-values/history?${query}`
    const history = (await call({ method: 'GET', url }, coach)).json<ValueHistory>()
    expect(new Set(history.map((it) => it.numericValue))).toEqual(new Set([70, 80]))
    for (const { found: it } of history)
      expect(it).toMatchObject({
        ...{ decision: null, isRefusedSince: false },
        quotes: [{ text: 'I would say an eight', place: { turn: 2, isClients: true } }],
      })
    const { email } = await db
      .selectFrom('client')
      .innerJoin('user', 'user.id', 'client.userId')
      .select('user.email')
      .where('client.id', '=', clientId)
      .executeTakeFirstOrThrow()
    const own = (await call({ method: 'GET', url }, await signIn(email))).json<ValueHistory>()
    expect(own.map((it) => it.found?.quotes)).toEqual([[], []])
  })

  test('goes with its session, out of the plan too', async () => {
    await analysed(values(stress))
    const url = `/api/sessions/${sessionId}`
    expect((await call({ method: 'DELETE', url }, coach)).statusCode).toBe(200)
    expect(await plan()).toMatchObject({ metrics: [], burnoutAssessments: [] })
    const left = await db
      .selectFrom('analysedValue')
      .select('id')
      .where('sessionId', '=', sessionId)
      .execute()
    expect(left).toEqual([])
  })

  test('of a session before the first day of the plan stands in its first week', async () => {
    await analysed(values(stress), await begin(conversation, daysFromNow(-40)))
    expect(await plan()).toMatchObject({
      ...{ metrics: [{ weekNumber: 1 }], burnoutAssessments: [{ weekNumber: 1 }] },
    })
  })

  test('moves to another week with its session', async () => {
    await analysed(values(stress))
    const [before] = (await plan()).metrics
    const payload = { sessionDate: daysFromNow(-15) }
    const url = `/api/sessions/${sessionId}`
    expect((await call({ method: 'PUT', url, payload }, coach)).statusCode).toBe(200)
    const [after] = (await plan()).metrics
    expect(after?.weekNumber).toBe((before?.weekNumber ?? 0) - 2)
    const [value] = (await read()).values
    await decide(value?.id ?? '', { decision: 'confirmed' })
    expect(await plan()).toMatchObject({
      metrics: [{ weekNumber: after?.weekNumber, check: 'confirmed' }],
    })
  })
})

describe('without a model', () => {
  test('what was said in numbers is read, and a risk is calmly said to need a model or a questionnaire', async () => {
    expect((await analyse()).statusCode).toBe(200)
    await work(builtInLlm)
    const { steps, values: all } = await read()
    expect(steps).toMatchObject([
      { type: 'metric_extraction', status: 'done', provider: 'built_in' },
      { type: 'burnout_assessment', status: 'impossible', template: null },
    ])
    expect(steps[1]?.sentence).toContain('questionnaire')
    expect(all.map((it) => [it.key, it.value, it.fault])).toEqual(
      expect.arrayContaining([
        ['stress_level', 80, null],
        ['energy', 30, null],
      ]),
    )
    const executions = await db
      .selectFrom('execution')
      .select(['templateType', 'isSuccess'])
      .where('sessionId', '=', sessionId)
      .execute()
    expect(executions).toEqual([{ templateType: 'metric_extraction', isSuccess: true }])
  })
})

describe('who may', () => {
  test.each([
    ['another coach', otherCoach, 404],
    ['a client', client, 403],
    ['an organization', org, 403],
    ['nobody', '', 401],
  ])('%s may neither analyse nor read nor stop nor decide', async (_who, cookie, status) => {
    const [value] = (await analysed(values(stress))).values
    expect((await analyse({ cookie: cookie })).statusCode).toBe(status)
    const url = `/api/sessions/${sessionId}/analysis`
    expect((await call({ method: 'GET', url }, cookie)).statusCode).toBe(status)
    expect((await cancel(cookie)).statusCode).toBe(status)
    const decided = await decide(value?.id ?? '', { decision: 'rejected' }, cookie)
    expect(decided.statusCode).toBe(status)
    expect((await found('stress_level')).decision).toBeNull()
  })

  test('an administrator may', async () => {
    expect((await analyse({ cookie: system })).statusCode).toBe(200)
  })

  test('whoever reads the words that were quoted has opened the transcript', async () => {
    await analysed(values(stress))
    expect(await logged()).toContain('transcript-opened')
  })
})

describe('an analysis is refused', () => {
  const sentenceOf = async (answer: Awaited<ReturnType<typeof analyse>>) => [
    answer.statusCode,
    answer.json<{ error: string }>().error,
  ]
  test('where there is no conversation yet', async () => {
    const id = await begin(null)
    expect(await sentenceOf(await analyse({ id }))).toEqual([
      409,
      'There is no conversation to analyse yet. Process the transcript first, or write it down.',
    ])
  })
  test('while it is under way', async () => {
    await analyse()
    expect(await sentenceOf(await analyse())).toEqual([
      409,
      'This session is being analysed already.',
    ])
  })
  test('of a step that there is not', async () => {
    expect((await analyse({ payload: { types: ['diarization'] } })).statusCode).toBe(400)
    expect((await analyse({ payload: { types: [] } })).statusCode).toBe(400)
  })
  test('of a session that there is not', async () => {
    expect((await analyse({ id: newId() })).statusCode).toBe(404)
  })
})

describe('a step', () => {
  test('whose answer nobody can read failed, in words, and can be tried again alone', async () => {
    await analysed({ metric_extraction: 'eighty', burnout_assessment: risk })
    expect((await read()).steps).toMatchObject([
      { status: 'failed', sentence: 'The answer is not of the form that was asked for.' },
      { status: 'done' },
    ])
    await analyse({ payload: { types: ['metric_extraction'] } })
    expect(await statuses()).toEqual([
      ['metric_extraction', 'waiting'],
      ['burnout_assessment', 'done'],
    ])
    await work(answering(values(stress)))
    expect(await statuses()).toEqual([
      ['metric_extraction', 'done'],
      ['burnout_assessment', 'done'],
    ])
  })

  test('says why it failed where the provider stays away', async () => {
    await analyse({ payload: { types: ['metric_extraction'] } })
    const away: Llm = { complete: () => Promise.reject(new Unavailable('It is away.')) }
    for (let tries = 0; tries < 5; tries++) await work(away)
    expect((await read()).steps[0]).toMatchObject({
      status: 'failed',
      sentence: expect.stringContaining('cannot be reached'),
    })
  })

  test('that is stopped before it began asks nobody', async () => {
    await analyse()
    expect((await cancel()).statusCode).toBe(200)
    await work({ complete: () => fail(new Error('somebody was asked')) })
    expect(await statuses()).toEqual([
      ['metric_extraction', 'cancelled'],
      ['burnout_assessment', 'cancelled'],
    ])
    expect((await cancel()).statusCode).toBe(409)
    expect(await logged()).toContain('analysis-cancelled')
  })

  test('that is stopped while somebody answers is given up there, and what comes is not kept', async () => {
    await analyse({ payload: { types: ['metric_extraction'] } })
    const given = { isUp: false }
    await work({
      async complete(_prompt, signal) {
        await stopped()
        await aborted(signal)
        given.isUp = true
        return { text: JSON.stringify(values(stress).metric_extraction), tokensUsed: 1 }
      },
    })
    await expect.poll(() => given.isUp).toBe(true)
    expect(await read()).toMatchObject({ steps: [{ status: 'cancelled' }], values: [] })
    await analysed(values(stress))
    expect((await found('stress_level')).value).toBe(80)
  })

  test('of a conversation that is changed while somebody answers is not kept', async () => {
    await analyse({ payload: { types: ['metric_extraction'] } })
    await work({
      async complete() {
        await db
          .updateTable('session')
          .set({ transcribedTextScripted: 'Client: I feel fine.' })
          .where('id', '=', sessionId)
          .execute()
        return { text: JSON.stringify(values(stress).metric_extraction), tokensUsed: 1 }
      },
    })
    expect(await read()).toMatchObject({ steps: [], values: [] })
  })
})

describe('a person', () => {
  test('confirms: then it says by whom', async () => {
    await analysed(values(stress))
    const { id, version } = await found('stress_level')
    const answer = await decide(id, { decision: 'confirmed', version })
    expect(answer.json<AnalysedValue>()).toMatchObject({
      ...{ decision: 'confirmed', value: 80, decidedBy: expect.any(String) },
    })
    expect(await inPlan('Stress level')).toEqual([[80, 'transcription', 'confirmed']])
    expect(await logged()).toContain('value-decided')
  })

  test('corrects: what the machine said stays beside it', async () => {
    await analysed(values(stress))
    const { id } = await found('stress_level')
    await decide(id, { decision: 'corrected', value: 75 })
    expect(await found('stress_level')).toMatchObject({ value: 75, machineValue: 80 })
    expect(await inPlan('Stress level')).toEqual([[75, 'transcription', 'corrected']])
  })

  test('rejects: it counts nowhere, and comes back when that is taken back', async () => {
    const { values: all } = await analysed(values(stress))
    for (const { id } of all) await decide(id, { decision: 'rejected' })
    expect(await plan()).toMatchObject({ metrics: [], burnoutAssessments: [] })
    for (const { id } of all) await decide(id, { decision: null })
    expect(await inPlan('Stress level')).toEqual([[80, 'transcription', 'not-confirmed']])
    expect((await plan()).burnoutAssessments).toMatchObject([{ riskScore: 62 }])
    expect(await found('stress_level')).toMatchObject({ decidedBy: null, decidedAt: null })
  })

  test('vouches for what nothing shows by a value of their own, and not by confirming it', async () => {
    await analysed(values({ ...stress, quotes: [] }))
    const { id } = await found('stress_level')
    expect((await decide(id, { decision: 'confirmed' })).statusCode).toBe(409)
    await decide(id, { decision: 'corrected', value: 60 })
    expect(await inPlan('Stress level')).toEqual([[60, 'transcription', 'corrected']])
  })

  test('is held to the range of the metric, and to what was asked for', async () => {
    await analysed(
      values({ ...stress, key: 'analysed', value: 8 }, { ...stress, key: 'sleep_quality' }),
    )
    const { id } = await found('analysed')
    const answer = await decide(id, { decision: 'corrected', value: 11 })
    expect([answer.statusCode, answer.json().fields]).toEqual([
      422,
      { value: 'Analysed lies between 0 and 10.' },
    ])
    expect((await decide(id, { decision: 'corrected' })).statusCode).toBe(400)
    const unasked = await found('sleep_quality')
    expect((await decide(unasked.id, { decision: 'corrected', value: 5 })).statusCode).toBe(409)
    expect((await decide(unasked.id, { decision: 'rejected' })).statusCode).toBe(200)
    expect((await decide(newId(), { decision: 'rejected' })).statusCode).toBe(404)
  })

  test('is told where somebody else decided before', async () => {
    await analysed(values(stress))
    const { id, version } = await found('stress_level')
    const both = await Promise.all(
      ['confirmed', 'rejected'].map((decision) => decide(id, { decision, version })),
    )
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
  })

  test('is not overruled by a later analysis, which may change all that nobody decided', async () => {
    await analysed(values(stress, energy))
    await decide((await found('stress_level')).id, { decision: 'corrected', value: 75 })
    await decide((await found('riskScore')).id, { decision: 'rejected' })
    await analysed(values({ ...stress, value: 10 }, { ...stress, key: 'analysed', value: 4 }))
    expect((await read()).values.map((it) => [it.key, it.value, it.machineValue])).toEqual(
      expect.arrayContaining([
        ['stress_level', 75, 80],
        ['analysed', 4, 4],
        ['riskScore', null, 62],
      ]),
    )
    expect(await inPlan('Energy')).toEqual([])
    expect(await inPlan('Stress level')).toEqual([[75, 'transcription', 'corrected']])
    expect((await plan()).burnoutAssessments).toEqual([])
  })

  test('who decides while the next analysis is answered is not overruled by it either', async () => {
    await analysed(values(stress))
    await analyse({ payload: { types: ['metric_extraction'] } })
    await work({
      async complete() {
        await decide((await found('stress_level')).id, { decision: 'confirmed' })
        return { text: JSON.stringify({ values: [{ ...stress, value: 20 }] }), tokensUsed: 1 }
      },
    })
    expect(await found('stress_level')).toMatchObject({ value: 80, decision: 'confirmed' })
    expect(await inPlan('Stress level')).toEqual([[80, 'transcription', 'confirmed']])
  })
})

describe('a client who refuses analysis', () => {
  const setRefusal = (isRefused: boolean, cookie = coach) =>
    call(
      {
        method: isRefused ? 'POST' : 'DELETE',
        url: `/api/clients/${clientId}/analysis-refusal`,
      },
      cookie,
    )
  const told = async (cookie = coach) =>
    call({ method: 'GET', url: `/api/clients/${clientId}/analysis` }, cookie)
  const asClient = async () => {
    const { email } = await db
      .selectFrom('client')
      .innerJoin('user', 'user.id', 'client.userId')
      .select('user.email')
      .where('client.id', '=', clientId)
      .executeTakeFirstOrThrow()
    return signIn(email)
  }

  test('is told by whom it is done, and refuses it on the own plan', async () => {
    const own = await asClient()
    expect((await told(own)).json<ClientAnalysis>()).toMatchObject({
      ...{ refusal: null, isAutomatic: true },
      provider: { label: 'Built in', about: expect.stringContaining('this machine') },
    })
    expect((await setRefusal(true, own)).json<ClientAnalysis>().refusal).toMatchObject({
      at: expect.any(String),
      by: expect.any(String),
    })
    expect((await setRefusal(true, own)).statusCode).toBe(200)
    expect((await logged()).filter((it) => it === 'analysis-refused')).toHaveLength(1)
    expect((await read()).refusal).not.toBeNull()
  })

  test('is no other person: neither another client nor another coach refuses for them', async () => {
    for (const cookie of [otherCoach, client]) {
      expect((await setRefusal(true, cookie)).statusCode).toBe(404)
      expect((await told(cookie)).statusCode).toBe(404)
    }
    expect((await setRefusal(true, org)).statusCode).toBe(403)
    expect((await setRefusal(true, '')).statusCode).toBe(401)
    expect((await told()).json<ClientAnalysis>().refusal).toBeNull()
  })

  test('has nothing read any more: not of itself, not on request, not by another prompt', async () => {
    await setRefusal(true)
    expect((await analyse()).statusCode).toBe(409)
    const url = `/api/sessions/${sessionId}`
    const payload = { transcribedTextScripted: 'Client: A nine.' }
    expect((await call({ method: 'PUT', url, payload }, coach)).statusCode).toBe(200)
    expect(await statuses()).toEqual([])
    for (const type of ['diarization', 'session_preparation', 'metric_extraction']) {
      const { id: templateId } = await db
        .selectFrom('template')
        .select('id')
        .where('type', '=', type)
        .executeTakeFirstOrThrow()
      const run = await call(
        {
          ...{ method: 'POST', url: '/api/admin/ai-prompt-templates/execute' },
          payload: { templateId, inputData: { sessionId, audioTranscript: 'Hello.' } },
        },
        system,
      )
      expect([run.statusCode, run.json().code]).toEqual([409, 'conflict'])
    }
    const executions = await db
      .selectFrom('execution')
      .select('id')
      .where('sessionId', '=', sessionId)
      .execute()
    expect(executions).toEqual([])
  })

  test('stops what waits', async () => {
    await analyse()
    await setRefusal(true)
    await work({ complete: () => fail(new Error('somebody was asked')) })
    expect(await statuses()).toEqual([
      ['metric_extraction', 'cancelled'],
      ['burnout_assessment', 'cancelled'],
    ])
  })

  test('stops what is being answered, and nothing of it is kept', async () => {
    await analyse({ payload: { types: ['metric_extraction'] } })
    const given = { isUp: false }
    await work({
      async complete(_prompt, signal) {
        await setRefusal(true)
        await aborted(signal)
        given.isUp = true
        throw signal.reason
      },
    })
    await expect.poll(() => given.isUp).toBe(true)
    expect(await read()).toMatchObject({ steps: [{ status: 'cancelled' }], values: [] })
  })

  test('keeps what was found before, until somebody decides otherwise, and may allow it again', async () => {
    await analysed(values(stress))
    await setRefusal(true)
    expect(await inPlan('Stress level')).toEqual([[80, 'transcription', 'not-confirmed']])
    await decide((await found('stress_level')).id, { decision: 'rejected' })
    expect(await inPlan('Stress level')).toEqual([])
    expect((await setRefusal(false)).json<ClientAnalysis>().refusal).toBeNull()
    expect((await setRefusal(false)).statusCode).toBe(200)
    expect((await analyse()).statusCode).toBe(200)
    expect((await logged()).filter((it) => it === 'analysis-allowed')).toHaveLength(1)
  })
})

test('a run that was killed before its answer asks, whatever its person tried meanwhile', async () => {
  await analyse({ cookie: system, payload: { types: ['metric_extraction'] } })
  // As if a first holder had died.
  await db
    .updateTable('automaticRun')
    .set({ fence: 1 })
    .where('sessionId', '=', sessionId)
    .execute()
  const tried = await call(
    {
      ...{ method: 'POST', url: '/api/admin/ai-prompt-templates/try' },
      payload: {
        ...{ type: 'metric_extraction', sessionId },
        ...{ systemPrompt: 'Read it.', userPromptTemplate: '{{sessionTranscript}}' },
      },
    },
    system,
  )
  expect(tried.json<{ processedText: string }>().processedText).toContain('80')
  await work(answering(values({ ...stress, value: 70 })))
  expect((await found('stress_level')).value).toBe(70)
})

test('a run that was killed after its answer keeps what it found, without asking again', async () => {
  await analyse({ payload: { types: ['metric_extraction'] } })
  await work(answering(values(stress)))
  // As if it had died between the answer in the log and the end of the run.
  await db.deleteFrom('analysedValue').where('sessionId', '=', sessionId).execute()
  await db
    .updateTable('automaticRun')
    .set({ status: 'waiting', heldUntil: sql<string>`now() - interval '1 second'` })
    .where('sessionId', '=', sessionId)
    .execute()
  await work({ complete: () => fail(new Error('somebody was asked again')) })
  expect((await found('stress_level')).value).toBe(80)
  expect(await inPlan('Stress level')).toEqual([[80, 'transcription', 'not-confirmed']])
})
