import { describe, expect, test } from 'vitest'
import { cellName, type ValueHistory } from '#contract/plans/plan-values.ts'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { newId } from '../../../platform/ids.ts'
import {
  auditEntries,
  makeClient,
  makeMetric,
  makeMetricCategory,
  makeRow,
  makeSession,
} from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails, clientId, coachId, coachUserId, sessionDefinitionId } =
  await testApp()
const coach = await signIn(emails.coach)
const otherCoach = await signIn(emails.otherCoach)
const admin = await signIn(emails.admin)
const inPerson = await signIn(emails.client)

const categoryId = await makeMetricCategory(db)
const metric = (key: string, values = {}) => makeMetric(db, { key, categoryId, ...values })
const mood = await metric('mood')
const hours = await metric('hours', { lowest: -2, highest: 5, unit: 'h', categoryPosition: 2 })
const stress = await metric('stress', { dataSource: 'transcription', categoryPosition: 3 })
/** A client of the coach in week 5, without values. */
const someone = () => makeClient(db, { coachId })
const family = await makeRow(db, 'client', {
  guardianId: clientId,
  firstName: 'Viggo',
  lastName: 'Client',
  coachId,
})

const url = (id: string, rest: string) => `/api/clients/${id}/${rest}`
type Cell = [metricDefinitionId: string, week: number, value: number | null, version?: number]
const write = (id: string, cells: Cell[], cookie = coach) =>
  call(
    {
      method: 'PUT',
      url: url(id, 'metric-values'),
      payload: {
        values: cells.map(([metricDefinitionId, weekNumber, numericValue, version]) => ({
          metricDefinitionId,
          weekNumber,
          numericValue,
          ...(version !== undefined && { version }),
        })),
      },
    },
    cookie,
  )
const planOf = async (id: string, cookie = coach) =>
  (await call({ url: url(id, 'sessions-and-metrics') }, cookie)).json<SessionsAndMetrics>()
const noted = async (id: string) =>
  (await planOf(id)).metrics.map((it) => [it.metricDefinitionId, it.weekNumber, it.numericValue])
const history = async (id: string, cookie = coach, metricDefinitionId = mood, week = 2) =>
  call(
    {
      url: url(
        id,
        `metric-values/history?metricDefinitionId=${metricDefinitionId}&weekNumber=${week}`,
      ),
    },
    cookie,
  )
type Written = { values: { version: number; numericValue: number | null; id: string | null }[] }

describe('values of manual metrics', () => {
  test('are added, changed and deleted together, with a version each', async () => {
    const id = await someone()
    const first = (
      await write(id, [
        [mood, 1, 60],
        [mood, 2, 62.5],
        [hours, 2, -2],
      ])
    ).json<Written>()
    expect(first.values.map((it) => it.numericValue)).toEqual([60, 62.5, -2])
    expect(new Set(first.values.map((it) => it.version)).size).toBe(3)
    const [, second] = first.values
    const changed = await write(id, [
      [mood, 2, 70, second?.version],
      [mood, 1, null],
      [mood, 3, 0, 0],
    ])
    expect(changed.statusCode).toBe(200)
    expect(changed.json<Written>().values).toMatchObject([
      { id: second?.id, numericValue: 70 },
      { id: null, numericValue: null, version: 0 },
      { numericValue: 0 },
    ])
    expect(await noted(id)).toEqual([
      [mood, 2, 70],
      [mood, 3, 0],
      [hours, 2, -2],
    ])
    expect((await planOf(id)).metrics[0]).toMatchObject({
      metricLabel: 'mood',
      source: 'manual',
      version: changed.json<Written>().values[0]?.version,
    })
  })

  test('are all rejected if one was changed concurrently', async () => {
    const id = await someone()
    const { values } = (await write(id, [[mood, 1, 60]])).json<Written>()
    await write(id, [[mood, 1, 55]], admin)
    const answer = await write(id, [
      [mood, 2, 50, 0],
      [mood, 1, 61, values[0]?.version],
    ])
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'stale',
      error: 'Someone else has changed this value. Nothing has been saved yet.',
      fields: {
        [cellName({ metricDefinitionId: mood, weekNumber: 1 })]: expect.stringMatching(/^Someone/),
      },
    })
    expect(await noted(id)).toEqual([[mood, 1, 55]])
  })

  test('have a new version after they were deleted and added again', async () => {
    const id = await someone()
    const { values } = (await write(id, [[mood, 1, 60]])).json<Written>()
    await write(id, [[mood, 1, null]], admin)
    await write(id, [[mood, 1, 60]], admin)
    expect((await write(id, [[mood, 1, 61, values[0]?.version]])).statusCode).toBe(409)
    expect((await write(id, [[mood, 1, null, 0]])).statusCode).toBe(409)
  })

  test('in an empty cell are accepted from only one of two concurrent users', async () => {
    const id = await someone()
    const answers = await Promise.all([
      write(id, [[mood, 1, 1, 0]]),
      write(id, [[mood, 1, 2, 0]], admin),
    ])
    expect(new Set(answers.map((it) => it.statusCode))).toEqual(new Set([200, 409]))
    expect(await noted(id)).toHaveLength(1)
  })

  test.each([
    [[[mood, 0, 5]], 'The plan begins with W1: you cannot enter values for earlier weeks.'],
    [[[mood, 6, 5]], 'W6 has not begun: you can enter values up to W5.'],
    [[[mood, 1, 100.5]], 'mood must be between 0 and 100.'],
    [[[mood, 1, -1]], 'mood must be between 0 and 100.'],
    [[[hours, 1, 6]], 'hours must be between -2 and 5.'],
    [[[stress, 1, 50]], 'stress cannot be entered manually.'],
    [[[newId(), 1, 50]], 'This metric no longer exists.'],
    [
      [
        [mood, 1, 5],
        [mood, 1, 6],
      ],
      'This cell is listed twice.',
    ],
  ] as [Cell[], string][])(
    'are all rejected with an error message if one is invalid: %j',
    async (cells, sentence) => {
      const id = await someone()
      const answer = await write(id, [[mood, 2, 50], ...cells])
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ error: sentence })
      expect(Object.values(answer.json<{ fields: object }>().fields)).toEqual([sentence])
      expect(await noted(id)).toEqual([])
    },
  )

  test("can be written by the client's coach and administrators only", async () => {
    expect((await write(clientId, [[mood, 1, 5]], otherCoach)).statusCode).toBe(404)
    expect((await write(clientId, [[mood, 1, 5]], inPerson)).statusCode).toBe(403)
    expect((await write(family, [[mood, 1, 5]], inPerson)).statusCode).toBe(403)
    expect((await write(newId(), [[mood, 1, 5]], admin)).statusCode).toBe(404)
    expect(await noted(clientId)).toEqual([])
    expect((await write(family, [[mood, 1, 5]])).statusCode).toBe(200)
  })

  test('are audited with their count only', async () => {
    const id = await someone()
    await write(id, [
      [mood, 1, 61],
      [mood, 2, 62],
    ])
    const [entry] = await auditEntries(db, { action: 'values-changed', clientId: id })
    expect(entry).toMatchObject({ userId: coachUserId, details: { noted: 2, cleared: 0 } })
  })
})

describe('the history of a value', () => {
  test('has every change with user and time, including deletions', async () => {
    const id = await someone()
    await write(id, [[mood, 2, 50]])
    await write(id, [[mood, 2, 60]], admin)
    await write(id, [[mood, 2, 60]])
    await write(id, [[mood, 2, null]])
    await write(id, [[mood, 2, null]])
    await write(id, [[mood, 2, 70]], admin)
    const told = (await history(id)).json<ValueHistory>()
    expect(told.map((it) => [it.numericValue, it.author, it.isPresent])).toEqual([
      [70, 'may admin', true],
      [null, 'anna coach', false],
      [60, 'may admin', false],
      [50, 'anna coach', false],
    ])
    const times = told.map((it) => Date.parse(it.at))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(new Set(told.map((it) => it.source))).toEqual(new Set(['manual']))
  })

  test('has the session of an analysis value', async () => {
    const id = await someone()
    const sessionId = await makeSession(db, { clientId: id, sessionDefinitionId })
    await makeRow(db, 'metricValue', {
      ...{ clientId: id, metricDefinitionId: stress, weekNumber: 2 },
      ...{ numericValue: 44, source: 'transcription', sessionId },
    })
    const [told] = (await history(id, coach, stress)).json<ValueHistory>()
    expect(told).toMatchObject({
      numericValue: 44,
      author: null,
      source: 'transcription',
      session: { name: 'Weekly coaching' },
    })
  })

  test('can be read by users who may read the plan; by clients only its current value', async () => {
    await write(clientId, [[mood, 2, 40]])
    await write(clientId, [[mood, 2, 50]], admin)
    await write(clientId, [[hours, 2, 4]])
    await write(clientId, [[hours, 2, null]])
    expect((await history(clientId, inPerson, hours)).json()).toEqual([])
    expect((await history(clientId)).json<ValueHistory>()).toHaveLength(2)
    expect((await history(clientId, inPerson)).json<ValueHistory>()).toHaveLength(1)
    expect((await history(family, inPerson)).statusCode).toBe(200)
    const nowhere = url(clientId, `metric-values/history?metricDefinitionId=${mood}&weekNumber=`)
    expect((await call({ url: nowhere }, coach)).statusCode).toBe(400)
    expect((await history(clientId, otherCoach)).statusCode).toBe(404)
    expect((await history(await someone(), inPerson)).statusCode).toBe(404)
    expect((await history(clientId, await signIn(emails.org))).statusCode).toBe(403)
  })
})

test('staff see every metric as a row, a client those with a value', async () => {
  const id = await makeClient(db, { coachId })
  expect((await planOf(id)).metricDefinitions.map((it) => it.key)).toEqual([
    'mood',
    'hours',
    'stress',
  ])
  expect((await planOf(id)).metricDefinitions[1]).toMatchObject({
    category: { id: categoryId, name: 'Wellbeing' },
    ...{ dataSource: 'manual', unit: 'h', lowest: -2, highest: 5 },
  })
  await write(clientId, [[mood, 1, 50]])
  expect((await planOf(clientId, inPerson)).metricDefinitions.map((it) => it.key)).toEqual(['mood'])
  expect((await planOf(family, inPerson)).metricDefinitions.map((it) => it.key)).toEqual(['mood'])
})
