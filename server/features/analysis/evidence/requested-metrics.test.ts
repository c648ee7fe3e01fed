import { describe, expect, test } from 'vitest'
import { ensureDefaults } from '../../../platform/db/defaults.ts'
import { newId } from '../../../platform/ids.ts'
import { makeMetric, makeRow, makeSession, getRow } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails, clientId, sessionDefinitionId } = await testApp()
await ensureDefaults(db)
const system = await signIn(emails.system)
const { id: templateId } = await db
  .selectFrom('template')
  .select('id')
  .where('name', '=', 'Metrics from conversation')
  .executeTakeFirstOrThrow()

const audioTranscript = [
  '[00:00:00] Speaker 1: good morning on a scale from zero to ten how stressed are you',
  '[00:00:06] Speaker 2: well um i would say an eight',
  '[00:00:10] Speaker 1: and how is your energy',
  '[00:00:13] Speaker 2: a three and i need my weekend',
  '[00:00:17] Speaker 1: and your sleep',
  '[00:00:19] Speaker 2: a five',
  '[00:00:22] Speaker 1: and your appetite',
  '[00:00:24] Speaker 2: a five',
].join('\n')
const stress = {
  ...{ key: 'stress_level', value: 80 },
  quotes: [
    'good morning on a scale from zero to ten how stressed are you',
    'well um i would say an eight',
  ],
}
const energy = {
  ...{ key: 'energy', value: 30 },
  quotes: ['and how is your energy', 'a three and i need my weekend'],
}

const run = (sessionId: string, cookie = system) =>
  call(
    {
      method: 'POST',
      url: '/api/admin/ai-prompt-templates/execute',
      payload: { templateId, inputData: { audioTranscript, sessionId } },
    },
    cookie,
  )
const found = async (sessionId: string) => {
  const answer = await run(sessionId)
  expect(answer.statusCode).toBe(200)
  return JSON.parse(answer.json().processedText) as { values: { key: string }[] }
}
const ofType = async (...keys: string[]) => {
  const id = newId()
  const name = `Type ${id}`
  await makeRow(db, 'sessionDefinition', { id, name, displayOrder: 90 })
  for (const [position, key] of keys.entries())
    await makeRow(db, 'sessionMetric', { sessionDefinitionId: id, key, label: key, position })
  return makeSession(db, { clientId, sessionDefinitionId: id })
}

describe('without any AI provider, for a session with two scaling questions', () => {
  test('the default template extracts both values with their quotes and logs the execution', async () => {
    const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
    const answer = await run(sessionId)
    expect(answer.statusCode).toBe(200)
    const { executionId, processedText } = answer.json()
    expect(JSON.parse(processedText)).toEqual({ values: [stress, energy] })
    const logged = await getRow(db, 'execution', executionId)
    expect(logged).toMatchObject({
      ...{ templateId, templateType: 'metric_extraction', isSuccess: true, sessionId },
      ...{ provider: 'built_in', errorMessage: null, outputData: { processedText } },
    })
    expect(logged.inputData).toMatchObject({
      input: { metrics: expect.stringContaining('"key":"stress_level","label":"Stress level"') },
    })
  })
})

describe('requested metrics', () => {
  test('are those of the session metrics of the session type, by key', async () => {
    expect(await found(await ofType('energy', 'unknown'))).toEqual({ values: [energy] })
  })

  test('have the source transcription', async () => {
    // By default sleep quality has the source device.
    expect(await found(await ofType('sleep_quality'))).toEqual({ values: [] })
  })

  test('have the range of their definition', async () => {
    await makeMetric(db, {
      ...{ key: 'appetite', label: 'Appetite', dataSource: 'transcription' },
      ...{ lowest: 10, highest: 20 },
    })
    const { values } = await found(await ofType('appetite'))
    expect(values).toMatchObject([{ key: 'appetite', value: 15 }])
  })

  test('match the words of their definition, unless another metric has the same', async () => {
    const vigour = { key: 'vigour', label: 'Vigour', dataSource: 'transcription' }
    await makeMetric(db, { ...vigour, words: ['Your appetite'] })
    const sessionId = await ofType('vigour')
    expect(await found(sessionId)).toMatchObject({ values: [{ key: 'vigour', value: 50 }] })
    await makeMetric(db, { key: 'hunger', label: 'Hunger', words: ['your appetite'] })
    expect(await found(sessionId)).toEqual({ values: [] })
  })
})
