import { describe, expect, test } from 'vitest'
import { cellName } from '#contract/plan-values.ts'
import type { AssessmentHistory } from '#contract/assessments.ts'
import type { ValueHistory } from '#contract/value-history.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { newId } from '../../../platform/ids.ts'
import {
  auditEntries,
  daysFromNow,
  makeClient,
  makeMetric,
  makeMetricCategory,
  makeRow,
  makeSession,
  makeUser,
  updateRow,
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
const family = newId()
await makeRow(db, 'client', {
  id: family,
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

  test('of two concurrent users in an empty cell one is rejected', async () => {
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
    '%j is refused with a sentence, and nothing of it is kept',
    async (cells, sentence) => {
      const id = await someone()
      const answer = await write(id, [[mood, 2, 50], ...cells])
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ error: sentence })
      expect(Object.values(answer.json<{ fields: object }>().fields)).toEqual([sentence])
      expect(await noted(id)).toEqual([])
    },
  )

  test("are written by the client's coach and administrators alone", async () => {
    expect((await write(clientId, [[mood, 1, 5]], otherCoach)).statusCode).toBe(404)
    expect((await write(clientId, [[mood, 1, 5]], inPerson)).statusCode).toBe(403)
    expect((await write(family, [[mood, 1, 5]], inPerson)).statusCode).toBe(403)
    expect((await write(newId(), [[mood, 1, 5]], admin)).statusCode).toBe(404)
    expect(await noted(clientId)).toEqual([])
    expect((await write(family, [[mood, 1, 5]])).statusCode).toBe(200)
  })

  test('are audited by their number only', async () => {
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

const assess = (id: string, payload: object, cookie = coach) =>
  call({ method: 'POST', url: url(id, 'burnout-assessments'), payload }, cookie)
const takeBack = (id: string, assessmentId: string, cookie = coach) =>
  call({ method: 'DELETE', url: url(id, `burnout-assessments/${assessmentId}`) }, cookie)
const assessed = async (id: string, cookie = coach, week = 2) =>
  (
    await call({ url: url(id, `burnout-assessments?weekNumber=${week}`) }, cookie)
  ).json<AssessmentHistory>()
const found = { weekNumber: 2, riskScore: 70, reason: 'Sleeps four hours.' }

describe('a manual burnout assessment', () => {
  test('overrides a model, is overridden by a questionnaire, and all are stored', async () => {
    const id = await someone()
    const by = (source: string, riskScore: number, weekNumber = 2) =>
      makeRow(db, 'burnoutAssessment', { clientId: id, weekNumber, riskScore, source })
    await by('person', 20, 1)
    expect((await assess(id, found)).statusCode).toBe(200)
    await by('model', 30)
    expect((await planOf(id)).client).toMatchObject({
      ...{ burnoutPercentage: 70, riskLevel: 'high', trendValue: 50, trendDirection: 'up' },
    })
    await by('questionnaire', 45)
    expect((await planOf(id)).client).toMatchObject({ burnoutPercentage: 45, riskLevel: 'medium' })
    expect((await assessed(id)).map((it) => [it.source, it.riskScore])).toEqual([
      ['questionnaire', 45],
      ['person', 70],
      ['model', 30],
    ])
    expect((await planOf(id)).burnoutAssessments).toHaveLength(4)
  })

  test('can be undone, and is shown as undone', async () => {
    const id = await someone()
    const { id: first } = (await assess(id, found)).json<{ id: string }>()
    expect((await takeBack(id, first, admin)).statusCode).toBe(200)
    expect((await planOf(id)).burnoutAssessments).toEqual([])
    expect((await planOf(id)).client.burnoutPercentage).toBeNull()
    expect(await assessed(id)).toMatchObject([
      { riskScore: 70, reason: found.reason, author: 'anna coach', removedBy: 'may admin' },
    ])
    expect((await takeBack(id, first)).statusCode).toBe(404)
  })

  test('cannot undo one of a questionnaire or a model', async () => {
    const id = await someone()
    const assessmentId = newId()
    await makeRow(db, 'burnoutAssessment', {
      id: assessmentId,
      clientId: id,
      weekNumber: 1,
      riskScore: 5,
      source: 'model',
    })
    const answer = await takeBack(id, assessmentId)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      error: 'Only assessments entered by a person can be undone.',
    })
  })

  test.each([
    [{ reason: ' ' }, { reason: 'Reason is required' }],
    [{ riskScore: 101 }, { riskScore: 'The score must be between 0 and 100.' }],
    [{ riskScore: -0.1 }, { riskScore: 'The score must be between 0 and 100.' }],
    [{ riskScore: null }, { riskScore: 'Risk score is required' }],
    [{ weekNumber: 6 }, { weekNumber: 'W6 has not begun: you can enter values up to W5.' }],
    [
      { weekNumber: 0 },
      { weekNumber: 'The plan begins with W1: you cannot enter values for earlier weeks.' },
    ],
  ])('with %j is rejected with an error at the field', async (wrong, fields) => {
    const id = await someone()
    const answer = await assess(id, { ...found, ...wrong })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ fields })
    expect(await assessed(id)).toEqual([])
  })

  test('can be made by the coach, and read without its reason by the client', async () => {
    const { id } = (await assess(clientId, found)).json<{ id: string }>()
    const gone = (await assess(clientId, found, admin)).json<{ id: string }>()
    await takeBack(clientId, gone.id, admin)
    expect(await assessed(clientId)).toHaveLength(2)
    expect(await assessed(clientId, inPerson)).toMatchObject([
      { riskScore: 70, reason: null, removedBy: null },
    ])
    expect((await assess(clientId, found, inPerson)).statusCode).toBe(403)
    expect((await assess(clientId, found, otherCoach)).statusCode).toBe(404)
    expect((await takeBack(clientId, id, otherCoach)).statusCode).toBe(404)
    expect((await takeBack(clientId, id, inPerson)).statusCode).toBe(403)
    expect((await takeBack(await someone(), id)).statusCode).toBe(404)
    const answer = await call(
      { url: url(clientId, 'burnout-assessments?weekNumber=2') },
      otherCoach,
    )
    expect(answer.statusCode).toBe(404)
    expect(JSON.stringify(await planOf(clientId, inPerson))).not.toContain('four hours')
  })
})

describe('a manual risk level', () => {
  const set = (id: string, payload: object, cookie = coach) =>
    call({ method: 'PUT', url: url(id, 'risk-level'), payload }, cookie)

  test('overrides the score, with user, time and reason, until it is reset', async () => {
    const id = await someone()
    await assess(id, found)
    const answer = await set(id, { level: 'low', reason: 'On holiday.' })
    expect(answer.json()).toMatchObject({ level: 'low', by: 'anna coach', version: 2 })
    expect(await planOf(id)).toMatchObject({
      client: { riskLevel: 'low' },
      risk: { level: 'low', reason: 'On holiday.', by: 'anna coach' },
    })
    const back = await set(id, { level: null, reason: 'Back at work.', version: 2 }, admin)
    expect(back.json()).toMatchObject({ level: null, by: 'may admin', version: 3 })
    expect((await planOf(id)).client.riskLevel).toBe('high')
  })

  test('can be repeated after a lost response, and keeps the first user', async () => {
    const id = await someone()
    const body = { level: 'low', reason: 'On holiday.', version: 1 }
    const [first, again] = [await set(id, body), await set(id, body, admin)]
    expect(again.statusCode).toBe(200)
    expect(again.json()).toEqual(first.json())
    const levels = await call({ url: url(id, 'risk-levels') }, coach)
    expect(levels.json()).toHaveLength(1)
    expect((await set(id, { ...body, reason: 'Ill.' })).json()).toMatchObject({ code: 'stale' })
  })

  test('is shown to the client without user and reason', async () => {
    await set(clientId, { level: 'medium', reason: 'A hard month.' })
    const own = await planOf(clientId, inPerson)
    expect(own.client.riskLevel).toBe('medium')
    expect(own.risk).toMatchObject({ level: null, reason: null, by: null, at: null })
    expect(JSON.stringify(own)).not.toContain('hard month')
  })

  test('has a history with user, time and reason', async () => {
    const id = await someone()
    const levels = async (cookie = coach) =>
      (await call({ url: url(id, 'risk-levels') }, cookie)).json()
    expect(await levels()).toEqual([])
    await set(id, { level: 'low', reason: 'On holiday.' })
    await set(id, { level: 'high', reason: 'Nobody to talk to.' }, admin)
    await set(id, { level: null, reason: 'Moved in with a friend.' })
    // The same level set by another user is a new entry.
    await set(id, { level: null, reason: 'Moved in with a friend.' }, admin)
    const at = expect.stringMatching(/^\d{4}-.+Z$/)
    expect(await levels()).toMatchObject([
      { level: null, reason: 'Moved in with a friend.', by: 'may admin', at },
      { level: null, reason: 'Moved in with a friend.', by: 'anna coach', at },
      { level: 'high', reason: 'Nobody to talk to.', by: 'may admin', at },
      { level: 'low', reason: 'On holiday.', by: 'anna coach', at },
    ])
    // Other changes of the client are not in it.
    await updateRow(db, 'client', id, { familyRelation: 'Daughter' })
    expect(await levels(admin)).toHaveLength(4)
  })

  test('can be set by the coach and administrators, and is audited without level and reason', async () => {
    const change = { level: 'high', reason: 'A hard month.' }
    expect((await set(clientId, change, otherCoach)).statusCode).toBe(404)
    expect((await set(clientId, change, inPerson)).statusCode).toBe(403)
    const id = await someone()
    await set(id, change)
    const [entry] = await auditEntries(db, { action: 'risk-level-set', clientId: id })
    expect(entry).toMatchObject({ userId: coachUserId, details: {} })
  })
})

describe('the plan as CSV', () => {
  const fetch = (id: string, cookie = coach) => call({ url: url(id, 'plan.csv') }, cookie)

  test('has a line per session, value and assessment, and no formulas', async () => {
    const id = await someone()
    const formula = await metric('formula', { label: '=cmd()', categoryPosition: 9 })
    await makeSession(db, { clientId: id, sessionDefinitionId, sessionDate: daysFromNow(-20) })
    await write(id, [
      [mood, 2, 61.5],
      [formula, 2, 7],
    ])
    await write(id, [[hours, 2, -1.5]])
    await assess(id, found)
    const answer = await fetch(id)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="plan-\d{4}-\d\d-\d\d.csv"$/,
      ),
      'cache-control': 'no-store',
    })
    const [head, ...lines] = answer.body.split('\r\n')
    expect(head).toBe(
      'part,category,name,week,week begins,value,unit,status,source,author,session,session time,time,due',
    )
    const begins = daysFromNow(-30 + 7).slice(0, 10)
    /** Matches the beginning of a line and its time. */
    const line = (start: string) => {
      const starting: unknown = expect.stringContaining(start)
      return starting
    }
    expect(lines).toEqual([
      expect.stringMatching(/^session,,Weekly coaching,2,\d{4}-\d\d-\d\d,,,open,,,,,\d{4}-/),
      line(`metric,Wellbeing,mood,2,${begins},61.5,,,manual,anna coach,,,`),
      line(`metric,Wellbeing,hours,2,${begins},-1.5,h,,manual,anna coach,,,`),
      line(`metric,Wellbeing,'=cmd(),2,${begins},7,,,manual,anna coach,,,`),
      line(`burnout assessment,,Burnout risk,2,${begins},70,,,person,anna coach,,,`),
      '',
    ])
    await db.deleteFrom('metricDefinition').where('id', '=', formula).execute()
  })

  test('has the session of an analysis value, and who confirmed it', async () => {
    const id = await someone()
    const authorId = await makeUser(db, { email: '=sum.it@example.com', roles: ['maylab_admin'] })
    const sessionId = await makeSession(db, {
      ...{ clientId: id, sessionDefinitionId, sessionDate: '2026-01-02T08:30:00.000Z' },
    })
    await makeRow(db, 'metricValue', {
      ...{ clientId: id, sessionId, metricDefinitionId: stress, weekNumber: 1 },
      ...{ numericValue: 40, source: 'transcription', authorId, changedAt: '2026-01-05T10:00:00Z' },
    })
    const [, , value] = (await fetch(id)).body.split('\r\n')
    expect(value?.split(',').slice(5, -1)).toEqual([
      ...['40', '', '', 'transcription', `'=sum it`, 'Weekly coaching'],
      ...['2026-01-02T08:30:00.000Z', '2026-01-05T10:00:00.000Z'],
    ])
  })

  test('is audited before it is sent, and requires permission to change the plan', async () => {
    const id = await someone()
    await fetch(id, admin)
    const entries = await auditEntries(db, { action: 'plan-exported', clientId: id }, ['userId'])
    expect(entries).toHaveLength(1)
    expect((await fetch(id, otherCoach)).statusCode).toBe(404)
    expect((await fetch(clientId, inPerson)).statusCode).toBe(403)
  })
})
