import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { createOutboundClient } from '../../../platform/outbound/outbound-client.ts'
import { llmProviders } from '../../../providers/catalogue/ai-analysis.ts'
import { analyses, energy, fail, risk, stress } from '../../../test/analyses.ts'
import { json } from '../../../test/local-service.ts'
import { anthropicService } from '../../../test/services/anthropic.ts'
import type { Asked, ModelService } from '../../../test/services/model-service.ts'
import { openAiService } from '../../../test/services/openai.ts'
import { testApp } from '../../../test/test-app.ts'

const made = await testApp()
const { db } = made
const { at, work, analyse, cancel, read, found, decide, plan, inPlan } = await analyses(made)
const [openai, claude] = await Promise.all([openAiService(), anthropicService()])
afterAll(() => Promise.all([openai.close(), claude.close()]))

const isOfMetrics = ({ system }: Asked) => !system.includes('"riskScore"')
/** A model that answers so when it is asked for metrics, and a risk that the words show. */
const finding = (answer: object | string) => {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  return (asked: Asked) => ({ text: isOfMetrics(asked) ? text : JSON.stringify(risk) })
}

describe.each([
  ['OpenAI', 'openai_gpt5', openai],
  ['Anthropic', 'anthropic_claude', claude],
] as const)('a session analysed by %s', (label, provider, service: ModelService) => {
  afterEach(() => service.forget())

  /** The adapter of an integration of its own, over HTTP. */
  async function adapter() {
    const integrationId = newId()
    await db
      .insertInto('integration')
      .values({ id: integrationId, type: 'ai_analysis', provider })
      .execute()
    const needs = { db, addresses: { [provider]: service.origin }, onError: fail }
    const of = { integrationId, provider, label, secrets: [service.key] }
    return llmProviders[provider].open({ apiKey: service.key }, createOutboundClient(needs, of))
  }
  async function analysedBy(answer: object | string) {
    service.answerWith(finding(answer))
    expect((await analyse()).statusCode).toBe(200)
    await work(await adapter())
    return read()
  }

  test('gives values with the words they came from, which stand in the plan until somebody decides', async () => {
    const { steps } = await analysedBy({ values: [stress, energy] })
    expect(steps.map(({ status }) => status)).toEqual(['done', 'done'])
    for (const { system, turns } of service.asked)
      expect(system + JSON.stringify(turns)).toContain('I would say an eight')
    const value = await found('stress_level')
    expect(value).toMatchObject({ value: 80, fault: null, decision: null })
    expect(value.quotes).toMatchObject([
      { text: 'I would say an eight', place: { turn: 2, isClients: true } },
    ])
    expect(await inPlan('Stress level')).toEqual([[80, 'transcription', 'not-confirmed']])
    expect((await decide(value.id, { decision: 'confirmed' })).statusCode).toBe(200)
    expect(await inPlan('Stress level')).toEqual([[80, 'transcription', 'confirmed']])
    expect(await inPlan('Energy')).toEqual([[30, 'transcription', 'not-confirmed']])
    expect((await plan()).burnoutAssessments).toMatchObject([
      { riskScore: 62, source: 'model', check: 'inferred' },
    ])
    const executions = await db
      .selectFrom('execution')
      .select(['isSuccess', 'requestId', 'tokensIn', 'tokensOut'])
      .where('sessionId', '=', at.sessionId)
      .execute()
    expect(executions).toHaveLength(2)
    for (const it of executions)
      expect(it).toMatchObject({
        ...{ isSuccess: true, requestId: expect.stringMatching(/^req_/) },
        ...{ tokensIn: expect.any(Number), tokensOut: expect.any(Number) },
      })
  })

  test('keeps what it made up out of the plan, each with its reason', async () => {
    await analysedBy({
      values: [
        { ...stress, quotes: ['Everything in my life feels wonderful lately'] },
        { ...energy, value: 400 },
        { key: 'charisma', value: 10, quotes: ['It is a three'] },
      ],
    })
    expect((await found('stress_level')).fault).toBe('not-found')
    expect((await found('energy')).fault).toBe('out-of-range')
    expect((await found('charisma')).fault).toBe('not-asked')
    expect((await plan()).metrics).toEqual([])
  })

  test('is asked once more for what is not of the form, and then says so and can be tried again', async () => {
    service.say({ text: '{"values": [{"key": "stress_level"' })
    const { steps } = await analysedBy({ values: [stress] })
    expect(steps.map(({ status }) => status)).toEqual(['done', 'done'])
    expect(service.asked).toHaveLength(3)
    expect((await found('stress_level')).value).toBe(80)

    service.forget()
    const broken = await analysedBy('Stress is eighty, I would say.')
    expect(broken.steps[0]).toMatchObject({
      status: 'failed',
      sentence: `${label} gave an answer in the wrong format twice: It is not JSON.`,
    })
    expect(service.asked.filter(isOfMetrics)).toHaveLength(2)
    // What was found before is still there.
    expect((await found('stress_level')).value).toBe(80)
    expect((await analysedBy({ values: [stress] })).steps[0]?.status).toBe('done')
  })

  test('waits for a service that is away, and goes on when it is back', async () => {
    const away = Array.from(
      { length: 20 },
      () => (_call: unknown, response: Parameters<typeof json>[0]) =>
        json(response, 503, { error: { message: 'Overloaded', type: 'overloaded_error' } }),
    )
    service.next(...away)
    const { steps } = await analysedBy({ values: [stress] })
    expect(steps.map(({ status }) => status)).toEqual(['waiting', 'waiting'])
    expect((await plan()).metrics).toEqual([])
    service.forget()
    service.answerWith(finding({ values: [stress] }))
    await work(await adapter())
    expect((await read()).steps.map(({ status }) => status)).toEqual(['done', 'done'])
    expect(await inPlan('Stress level')).toEqual([[80, 'transcription', 'not-confirmed']])
  })

  test('is called off in the middle of a slow answer, of which nothing is kept', async () => {
    expect((await analyse({ payload: { types: ['metric_extraction'] } })).statusCode).toBe(200)
    const { promise: brokenOff, resolve } = Promise.withResolvers<void>()
    service.next(async (_call, response) => {
      response.on('close', resolve)
      await cancel()
      await brokenOff
    })
    await work(await adapter())
    await brokenOff
    expect(await read()).toMatchObject({ steps: [{ status: 'cancelled' }], values: [] })
  })

  test('refuses a key in its own words', async () => {
    service.next((_call, response) =>
      json(response, 401, {
        ...{ type: 'error', error: { message: 'Incorrect API key provided.', type: 'auth' } },
      }),
    )
    expect((await analyse({ payload: { types: ['metric_extraction'] } })).statusCode).toBe(200)
    await work(await adapter())
    const [step] = (await read()).steps
    expect(step).toMatchObject({ status: 'failed' })
    expect(step?.sentence).toContain('Incorrect API key provided.')
    expect(step?.sentence).not.toContain(service.key)
  })
})
