import { describe, expect, test } from 'vitest'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { newId } from '../../platform/ids.ts'
import {
  auditEntries,
  daysFromNow,
  makeAssignmentType,
  makeClient,
  makeMetric,
  makeRecordingRow,
  makeRow,
  makeSession,
  makeUser,
} from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const { db, call, signIn, emails, clientId, sessionDefinitionId, coachId, ...made } =
  await testApp()
const coach = await signIn(emails.coach)
const otherCoach = await signIn(emails.otherCoach)
const admin = await signIn(emails.admin)
const inPerson = await signIn(emails.client)

const urlOf = (id = clientId, query = '') => `/api/clients/${id}/sessions-and-metrics${query}`
const planOf = async (cookie = coach, id = clientId, query = '') => {
  const answer = await call({ url: urlOf(id, query) }, cookie)
  expect(answer.statusCode).toBe(200)
  return answer.json<SessionsAndMetrics>()
}
const schedule = (
  payload: object,
  { cookie = coach, id = clientId }: { cookie?: string; id?: string } = {},
) => call({ method: 'POST', url: `/api/clients/${id}/scheduled-sessions`, payload }, cookie)
const entriesOf = async (action: string, rowId: string) => auditEntries(db, { action, rowId })

const transcribed = await makeSession(db, {
  clientId,
  sessionDefinitionId,
  sessionDate: daysFromNow(-8),
  transcribedTextRaw: '[00:00:00] Speaker 1: Hello.',
  transcribedTextScripted: 'Coach: Hello.',
  segments: JSON.stringify([{ start: 0, end: 1, speaker: 'Speaker 1', text: 'Hello.' }]),
  completedAt: daysFromNow(-8),
})
await makeRecordingRow(db, transcribed)

describe('the plan', () => {
  test('has the transcript texts for the coach, unless omitted', async () => {
    const [full] = (await planOf()).sessions
    expect(full).toMatchObject({
      id: transcribed,
      sessionDefinitionName: 'Weekly coaching',
      status: 'completed',
      weekNumber: 4,
      recordingUrl: `/api/sessions/${transcribed}/recording`,
      hasRawTranscript: true,
      hasConversation: true,
      transcribedTextRaw: '[00:00:00] Speaker 1: Hello.',
      transcribedTextScripted: 'Coach: Hello.',
    })
    const [short] = (await planOf(coach, clientId, '?transcripts=omit')).sessions
    expect(short).toEqual({ ...full, transcribedTextRaw: null, transcribedTextScripted: null })
  })

  test.each(['', '?transcripts=include', '?transcripts=omit'])(
    'shows clients neither recordings nor transcripts of their own (%s)',
    async (query) => {
      const answer = await call({ url: urlOf(clientId, query) }, inPerson)
      const [own] = answer.json<SessionsAndMetrics>().sessions
      expect(own).toMatchObject({
        id: transcribed,
        recordingUrl: null,
        hasRawTranscript: false,
        hasConversation: false,
        transcribedTextRaw: null,
        transcribedTextScripted: null,
      })
      expect(answer.body).not.toContain('Hello')
      expect(answer.body).not.toContain('/recording')
    },
  )

  test('of a family member can be read by the guardian', async () => {
    const child = await makeRow(db, 'client', {
      guardianId: clientId,
      firstName: 'Viggo',
      lastName: 'Client',
    })
    expect((await planOf(inPerson, child)).client.userFirstName).toBe('Viggo')
    const stranger = await makeUser(db, { email: 'st.ranger@example.com', roles: ['client_user'] })
    await makeClient(db, { userId: stranger })
    const answer = await call({ url: urlOf(child) }, await signIn('st.ranger@example.com'))
    expect(answer.statusCode).toBe(404)
  })

  test('is not found for other coaches, other clients and unknown ids', async () => {
    const other = await makeClient(db)
    expect((await call({ url: urlOf() }, otherCoach)).statusCode).toBe(404)
    expect((await call({ url: urlOf(other) }, inPerson)).statusCode).toBe(404)
    expect((await call({ url: urlOf(newId()) }, admin)).statusCode).toBe(404)
    expect((await call({ url: urlOf('none') }, admin)).statusCode).toBe(404)
  })

  test('has the same derived values as the list of clients', async () => {
    const list = await call({ url: '/api/admin/clients' }, admin)
    const { client } = await planOf()
    expect(list.json()).toContainEqual(client)
  })

  test('has the status of a session by its time', async () => {
    const id = await makeClient(db, { coachId })
    const add = (days: number, values = {}) =>
      makeSession(db, {
        clientId: id,
        sessionDefinitionId,
        sessionDate: daysFromNow(days),
        ...values,
      })
    await add(-9, { completedAt: daysFromNow(-9), archivedAt: daysFromNow(-8) })
    await add(-7, { completedAt: daysFromNow(-7) })
    await add(-1 / 86_400)
    await add(1 / 24)
    await add(2, { completedAt: daysFromNow(0) })
    expect((await planOf(coach, id)).sessions.map(({ status }) => status)).toEqual([
      'archived',
      'completed',
      'open',
      'scheduled',
      'completed',
    ])
  })

  test('has metrics, assessments and assignments in their order', async () => {
    const id = await makeClient(db, { coachId })
    const sessionId = await makeSession(db, { clientId: id, sessionDefinitionId })
    const work = await makeRow(db, 'metricCategory', { name: 'Work', displayOrder: 2 })
    const strain = await makeRow(db, 'metricCategory', { name: 'Strain', displayOrder: 1 })
    const recovery = await makeMetric(db, { key: 'recovery', label: 'Recovery', categoryId: work })
    const labels = { key: 'stress', label: 'Stress', unit: 'points' }
    const stress = await makeMetric(db, { ...labels, categoryId: strain })
    const value = (metricDefinitionId: string, weekNumber: number, numericValue: number, of = {}) =>
      makeRow(db, 'metricValue', {
        ...{ clientId: id, metricDefinitionId, weekNumber, numericValue, ...of },
      })
    await value(recovery, 1, 55, { sessionId })
    await value(stress, 2, 61.5, { sessionId })
    await value(stress, 1, 70)
    const assess = (weekNumber: number, riskScore: number) =>
      makeRow(db, 'burnoutAssessment', { clientId: id, weekNumber, riskScore })
    await assess(2, 44)
    await assess(1, 52)
    const diary = await makeAssignmentType(db)
    const assign = (weekNumber: number, of = {}) =>
      makeRow(db, 'assignment', {
        ...{ clientId: id, assignmentDefinitionId: diary, weekNumber, sessionId, ...of },
      })
    await assign(2)
    await assign(1, { completedAt: daysFromNow(-1), dueDate: '2026-11-09' })
    const plan = await planOf(coach, id)
    expect(plan.metrics).toMatchObject([
      { metricLabel: 'Stress', weekNumber: 1, numericValue: 70, sessionId: null },
      { metricLabel: 'Stress', weekNumber: 2, numericValue: 61.5, sessionId },
      { metricLabel: 'Recovery', weekNumber: 1, numericValue: 55, sessionId },
    ])
    expect(plan.burnoutAssessments).toMatchObject([
      { weekNumber: 1, riskScore: 52 },
      { weekNumber: 2, riskScore: 44 },
    ])
    const named = { assignmentTypeId: diary, assignmentTypeName: 'Sleep diary' }
    expect(plan.assignments).toMatchObject([
      { ...named, weekNumber: 1, dueDate: '2026-11-09', completedAt: expect.any(String) },
      { ...named, weekNumber: 2, dueDate: null, completedAt: null },
    ])
    expect(plan.sessions[0]).toMatchObject({
      assignmentCount: 1,
      metrics: [
        { definitionName: 'Stress', categoryName: 'Strain', value: 61.5, unit: 'points' },
        { definitionName: 'Recovery', categoryName: 'Work', value: 55, unit: null },
      ],
    })
    expect(plan.client).toMatchObject({
      ...{ riskLevel: 'medium', trendDirection: 'down', trendValue: -8 },
    })
  })
})

describe('the log', () => {
  test('has one entry per opening of a plan, however often the screen reads it', async () => {
    const id = await makeClient(db, { coachId })
    await planOf(coach, id)
    await planOf(coach, id, '?transcripts=omit')
    await planOf(admin, id)
    expect((await entriesOf('plan-opened', id)).map(({ userId }) => userId)).toEqual([
      made.coachUserId,
      made.adminUserId,
    ])
    await db
      .updateTable('auditEntry')
      .set({ createdAt: new Date(Date.now() - 16 * 60_000).toISOString() })
      .where('rowId', '=', id)
      .execute()
    await planOf(coach, id)
    const entries = await entriesOf('plan-opened', id)
    expect(entries).toHaveLength(3)
    expect(entries[2]).toMatchObject({ clientId: id, tableName: 'client', address: '127.0.0.1' })
  })

  test('has every transcript that was in a response, and no others', async () => {
    const id = await makeClient(db, { coachId })
    const add = (values = {}) => makeSession(db, { clientId: id, sessionDefinitionId, ...values })
    const [spoken, silent] = [await add({ transcribedTextRaw: 'Hello.' }), await add()]
    await planOf(coach, id, '?transcripts=omit')
    expect(await entriesOf('transcript-opened', spoken)).toHaveLength(0)
    await planOf(coach, id)
    await planOf(coach, id)
    expect(await entriesOf('transcript-opened', spoken)).toHaveLength(1)
    expect(await entriesOf('transcript-opened', silent)).toHaveLength(0)
  })
})

describe('scheduling a session', () => {
  test('adds it and returns the plan, without texts', async () => {
    const answer = await schedule({ sessionDefinitionId, sessionDate: '2026-12-24T10:00:00+02:00' })
    expect(answer.statusCode).toBe(200)
    const plan = answer.json<SessionsAndMetrics>()
    const added = plan.sessions.find((it) => it.sessionDate === '2026-12-24T08:00:00.000Z')
    expect(added).toMatchObject({ sessionDefinitionId, clientId, recordingUrl: null })
    expect(answer.body).not.toContain('Hello')
    expect(await entriesOf('session-scheduled', added?.id ?? '')).toHaveLength(1)
  })

  test('requires permission to change the plan', async () => {
    const session = { sessionDefinitionId, sessionDate: daysFromNow(1) }
    expect((await schedule(session, { cookie: otherCoach })).statusCode).toBe(404)
    expect((await schedule(session, { cookie: inPerson })).statusCode).toBe(403)
    expect((await schedule(session, { cookie: admin })).statusCode).toBe(200)
    expect((await schedule(session, { cookie: admin, id: newId() })).statusCode).toBe(404)
  })

  test('needs a session type that exists', async () => {
    const answer = await schedule({ sessionDefinitionId: newId(), sessionDate: daysFromNow(1) })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      fields: { sessionDefinitionId: 'Session type is required' },
    })
    expect(
      (await schedule({ sessionDefinitionId: '', sessionDate: daysFromNow(1) })).json(),
    ).toMatchObject({
      code: 'invalid',
      fields: { sessionDefinitionId: 'Session type is required' },
    })
  })

  test('before the beginning of the plan or in the far future is rejected with an error at the field', async () => {
    const createdAt = daysFromNow(-30)
    const id = await makeClient(db, { createdAt, coachId })
    const at = async (sessionDate: string) => {
      const answer = await schedule({ sessionDefinitionId, sessionDate }, { id })
      return [answer.statusCode, answer.json().fields?.sessionDate]
    }
    const midnight = `${createdAt.slice(0, 10)}T00:00:00.000Z`
    expect(await at(midnight)).toEqual([200, undefined])
    const dayBefore = new Date(Date.parse(midnight) - 1).toISOString()
    for (const early of [dayBefore, '1999-12-31T23:59:59Z', '1900-01-01T00:00:00Z'])
      expect(await at(early)).toEqual([
        400,
        expect.stringMatching(/^The plan began on \w{3} \d+, \d{4}: a session cannot be before/),
      ])
    for (const late of [daysFromNow(5 * 366 + 2), '2200-12-31T23:59:59Z'])
      expect(await at(late)).toEqual([400, 'The date must be within 5 years from now.'])
    for (const none of ['9999-12-31T23:59:59Z', '0001-01-01T00:00:00Z'])
      expect(await at(none)).toEqual([400, expect.stringContaining('years 1900 to 2200')])
    expect((await planOf(coach, id)).sessions).toHaveLength(1)
  })
})

test.each([
  ['questionnaires', (id: string) => `/api/clients/${id}/questionnaires`],
  ['assessments of a week', (id: string) => `/api/clients/${id}/burnout-assessments?weekNumber=1`],
  ['risk levels', (id: string) => `/api/clients/${id}/risk-levels`],
  [
    'a session',
    async (clientId: string) =>
      `/api/sessions/${await makeSession(db, { clientId, sessionDefinitionId })}`,
  ],
])('reading %s of a plan is audited as opening it', async (_, addressOf) => {
  const userId = await makeUser(db, { email: `${newId()}@example.com`, roles: ['client_user'] })
  const id = await makeClient(db, { userId, coachId })
  expect((await call({ url: await addressOf(id) }, coach)).statusCode).toBe(200)
  expect(await entriesOf('plan-opened', id)).toMatchObject([
    { userId: made.coachUserId, clientId: id },
  ])
})
