import { describe, expect, test } from 'vitest'
import type { AssessmentHistory } from '#contract/plans/assessments.ts'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { auditEntries, makeClient, makeRow, updateRow } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails, clientId, coachId, coachUserId } = await testApp()
const coach = await signIn(emails.coach)
const otherCoach = await signIn(emails.otherCoach)
const admin = await signIn(emails.admin)
const inPerson = await signIn(emails.client)
/** A client of the coach in week 5, without values. */
const someone = () => makeClient(db, { coachId })

const url = (id: string, rest: string) => `/api/clients/${id}/${rest}`
const planOf = async (id: string, cookie = coach) =>
  (await call({ url: url(id, 'sessions-and-metrics') }, cookie)).json<SessionsAndMetrics>()

const assess = (id: string, payload: object, cookie = coach) =>
  call({ method: 'POST', url: url(id, 'burnout-assessments'), payload }, cookie)
const removeAssessment = (id: string, assessmentId: string, cookie = coach) =>
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
    expect((await removeAssessment(id, first, admin)).statusCode).toBe(200)
    expect((await planOf(id)).burnoutAssessments).toEqual([])
    expect((await planOf(id)).client.burnoutPercentage).toBeNull()
    expect(await assessed(id)).toMatchObject([
      { riskScore: 70, reason: found.reason, author: 'anna coach', removedBy: 'may admin' },
    ])
    expect((await removeAssessment(id, first)).statusCode).toBe(404)
  })

  test('cannot undo one of a questionnaire or a model', async () => {
    const id = await someone()
    const assessmentId = await makeRow(db, 'burnoutAssessment', {
      clientId: id,
      weekNumber: 1,
      riskScore: 5,
      source: 'model',
    })
    const answer = await removeAssessment(id, assessmentId)
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
    await removeAssessment(clientId, gone.id, admin)
    expect(await assessed(clientId)).toHaveLength(2)
    expect(await assessed(clientId, inPerson)).toMatchObject([
      { riskScore: 70, reason: null, removedBy: null },
    ])
    expect((await assess(clientId, found, inPerson)).statusCode).toBe(403)
    expect((await assess(clientId, found, otherCoach)).statusCode).toBe(404)
    expect((await removeAssessment(clientId, id, otherCoach)).statusCode).toBe(404)
    expect((await removeAssessment(clientId, id, inPerson)).statusCode).toBe(403)
    expect((await removeAssessment(await someone(), id)).statusCode).toBe(404)
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
