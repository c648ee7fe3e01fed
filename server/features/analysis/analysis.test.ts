import { describe, expect, test } from 'vitest'
import type { SessionAnalysis } from '#contract/analysis/analysis.ts'
import { valueByWeek } from '#contract/rules/metric-values.ts'
import type { ValueHistory } from '#contract/plans/plan-values.ts'
import { newId } from '../../platform/ids.ts'
import { builtInLlm } from './built-in/built-in.ts'
import {
  aborted,
  analyses,
  answering,
  conversation,
  energy,
  fail,
  risk,
  stress,
  values,
} from '../../test/analyses.ts'
import { daysFromNow, makeRow, updateRow } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const made = await testApp()
const { db, call, signIn, emails } = made
const { at, coach, begin, work, analyse, cancel, analysed, read, found, statuses, ...rest } =
  await analyses(made)
const { decide, plan, inPlan, logged, asClient } = rest
const system = await signIn(emails.system)

/** Uses the same words, so that the answers can be distinguished. */
const otherStress = { ...stress, value: 81 }
const seven = { ...stress, value: 70, quotes: ['I would say a seven'] }

describe('an analysis', () => {
  test('has a step for metrics and one for the risk, each an execution with the version that ran', async () => {
    const { steps } = (await analyse()).json<SessionAnalysis>()
    expect(steps.map(({ type, status }) => [type, status])).toEqual([
      ['metric_extraction', 'waiting'],
      ['burnout_assessment', 'waiting'],
    ])
    await work(answering(values(stress, energy)))
    const after = await read()
    expect(after.steps).toMatchObject([
      { status: 'done', template: { name: 'Metrics from conversation', versionNumber: 1 } },
      { status: 'done', template: { name: 'Burnout estimate', versionNumber: 1 } },
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

  test('is in the plan at once, marked as unconfirmed', async () => {
    await analysed(values(stress))
    expect(await inPlan('Stress level')).toEqual([[80, 'transcription', 'not-confirmed']])
    const [session] = (await plan()).sessions.filter((it) => it.id === at.sessionId)
    expect(session?.metrics).toMatchObject([{ value: 80, check: 'not-confirmed' }])
    expect((await plan()).burnoutAssessments).toMatchObject([{ riskScore: 62, source: 'model' }])
  })

  test('stores values without evidence with the reason, and not in the plan', async () => {
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

  test('stores metrics of a session type with the session only', async () => {
    const type = newId()
    const name = `Type ${type}`
    await makeRow(db, 'sessionDefinition', { id: type, name, displayOrder: 50 })
    await makeRow(db, 'sessionMetric', {
      ...{ sessionDefinitionId: type, key: 'trust' },
      ...{ label: 'Trust in the setting', position: 1 },
    })
    await updateRow(db, 'session', at.sessionId, {
      sessionDefinitionId: type,
      transcribedTextScripted: conversation.replace('energy', 'trust in the setting'),
    })
    const trust = { key: 'trust', value: 30, quotes: ['It is a three'] }
    const { values: all } = await analysed(values(trust, stress))
    expect(all).toMatchObject([
      { key: 'trust', label: 'Trust in the setting', value: 30, isInPlan: false, fault: null },
      { key: 'riskScore' },
      { key: 'stress_level', fault: 'not-asked' },
    ])
    expect((await plan()).metrics).toEqual([])
  })

  test('of the latest session in a week is effective, and both are in the history', async () => {
    const later = await begin(conversation.replace('an eight', 'a seven'), daysFromNow(-0.9))
    await analysed(values(seven), later)
    await analysed(values(stress))
    const { metrics } = await plan()
    const [week] = metrics.map(({ weekNumber }) => weekNumber)
    expect([...valueByWeek(metrics)]).toEqual([[week, 70]])
    const { metricDefinitionId } = metrics[0] ?? {}
    const query = `metricDefinitionId=${metricDefinitionId}&weekNumber=${week}`
    const url = `/api/clients/${at.clientId}/metric-values/history?${query}`
    const history = (await call({ method: 'GET', url }, coach)).json<ValueHistory>()
    expect(new Set(history.map((it) => it.numericValue))).toEqual(new Set([70, 80]))
    for (const { found: it } of history)
      expect(it).toMatchObject({
        ...{ decision: null, isWithdrawnSince: false },
        quotes: [{ place: { turn: 2, isClients: true } }],
      })
    const own = (await call({ method: 'GET', url }, await asClient())).json<ValueHistory>()
    expect(own.map((it) => it.found?.quotes)).toEqual([[], []])
  })

  test('is deleted with its session, including from the plan', async () => {
    await analysed(values(stress))
    const url = `/api/sessions/${at.sessionId}`
    expect((await call({ method: 'DELETE', url }, coach)).statusCode).toBe(200)
    expect(await plan()).toMatchObject({ metrics: [], burnoutAssessments: [] })
    const left = await db
      .selectFrom('analysisValue')
      .select('id')
      .where('sessionId', '=', at.sessionId)
      .execute()
    expect(left).toEqual([])
  })

  test('moves to another week with its session', async () => {
    await analysed(values(stress))
    const [before] = (await plan()).metrics
    const payload = { sessionDate: daysFromNow(-15) }
    const url = `/api/sessions/${at.sessionId}`
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

describe('the built-in rules', () => {
  test('extract spoken numbers, and explain that a risk needs a model or a questionnaire', async () => {
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
      .where('sessionId', '=', at.sessionId)
      .execute()
    expect(executions).toEqual([{ templateType: 'metric_extraction', isSuccess: true }])
  })
})

describe('an analysis is rejected', () => {
  const sentenceOf = async (answer: Awaited<ReturnType<typeof analyse>>) => [
    answer.statusCode,
    answer.json<{ error: string }>().error,
  ]
  test('without a conversation', async () => {
    const id = await begin(null)
    expect(await sentenceOf(await analyse({ id }))).toEqual([
      409,
      'There is no conversation to analyze yet. Process the transcript first, or write the conversation.',
    ])
  })
  test('while it is in progress', async () => {
    await analyse()
    expect(await sentenceOf(await analyse())).toEqual([
      409,
      'This session is already being analyzed.',
    ])
  })
})

describe('a step', () => {
  test('with an unreadable answer fails with a sentence, and can be retried on its own', async () => {
    await analysed({ metric_extraction: 'eighty', burnout_assessment: risk })
    expect((await read()).steps).toMatchObject([
      { status: 'failed', sentence: 'The answer is not in the requested format.' },
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

  test('that is cancelled before it started makes no request', async () => {
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

  test('that is cancelled during a request ends, and its answer is discarded', async () => {
    await analyse({ payload: { types: ['metric_extraction'] } })
    const given = { isUp: false }
    await work({
      async complete(_prompt, signal) {
        await cancel()
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

  test('is discarded if the conversation changes during the request', async () => {
    await analyse({ payload: { types: ['metric_extraction'] } })
    await work({
      async complete() {
        await updateRow(db, 'session', at.sessionId, {
          transcribedTextScripted: 'Client: I feel fine.',
        })
        return { text: JSON.stringify(values(stress).metric_extraction), tokensUsed: 1 }
      },
    })
    expect(await read()).toMatchObject({ steps: [], values: [] })
  })
})

test('an analysis does not reuse the answer of a trial', async () => {
  await analyse({ cookie: system, payload: { types: ['metric_extraction'] } })
  const tried = await call(
    {
      ...{ method: 'POST', url: '/api/admin/ai-prompt-templates/try' },
      payload: {
        ...{ type: 'metric_extraction', sessionId: at.sessionId },
        ...{ systemPrompt: 'Read it.', userPromptTemplate: '{{sessionTranscript}}' },
      },
    },
    system,
  )
  expect(tried.json<{ processedText: string }>().processedText).toContain('80')
  await work(answering(values(otherStress)))
  expect((await found('stress_level')).value).toBe(81)
})
