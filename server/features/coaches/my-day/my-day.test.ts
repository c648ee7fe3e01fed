import { expect, test } from 'vitest'
import type { MyDay } from '#contract/coaches/my-day.ts'
import { maxWaitingSessions } from '#contract/coaches/my-day.ts'
import {
  daysFromNow,
  makeClient,
  makeRecordingRow,
  makeRow,
  makeSession,
  updateRow,
} from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails, sessionDefinitionId, ...made } = await testApp()
const coach = await signIn(emails.coach)

const day = (cookie = coach, from = daysFromNow(-0.5)) =>
  call({ url: `/api/my-day?from=${encodeURIComponent(from)}` }, cookie)
const dayOf = async (cookie = coach, from?: string) => (await day(cookie, from)).json<MyDay>()
const meet = (clientId: string, days: number, values = {}) =>
  makeSession(db, { clientId, sessionDefinitionId, sessionDate: daysFromNow(days), ...values })
const record = (sessionId: string) => makeRecordingRow(db, sessionId)
const assess = (clientId: string, weekNumber: number, riskScore: number, days = -1) =>
  makeRow(db, 'burnoutAssessment', {
    clientId,
    weekNumber,
    riskScore,
    createdAt: daysFromNow(days),
  })

const { clientId: own, coachId } = made
const other = await makeClient(db)

test('the day of a coach without work is empty', async () => {
  expect(await dayOf(await signIn(emails.otherCoach))).toEqual({
    clients: 0,
    marked: [],
    sessions: [],
    waiting: {
      recording: { count: 0, sessions: [] },
      transcription: { count: 0, sessions: [] },
      conversation: { count: 0, sessions: [] },
    },
    risingRisk: [],
  })
})

test("the day lists the coach's own sessions from its start, in order", async () => {
  const later = await meet(own, 3)
  const now = await meet(own, -0.01)
  await meet(own, 1, { archivedAt: daysFromNow(0) })
  await meet(other, 1)
  await meet(own, -0.6, { completedAt: daysFromNow(-0.5) })
  const { clients, sessions } = await dayOf()
  expect(clients).toBe(1)
  expect(sessions.map(({ id }) => id)).toEqual([now, later])
  expect(sessions[0]).toEqual({
    id: now,
    clientId: own,
    clientName: 'clara client',
    sessionDate: expect.any(String),
    status: 'open',
    durationMinutes: 50,
    sessionDefinitionId,
    sessionDefinitionName: 'Weekly coaching',
    ...{ isJoinable: false, place: null, brief: null },
  })
  expect((await dayOf(coach, daysFromNow(2))).sessions.map(({ id }) => id)).toEqual([later])
  await db.deleteFrom('session').execute()
})

test('pending work lists the oldest sessions and counts all', async () => {
  const [old, recent] = [await meet(own, -9), await meet(own, -2)]
  const recorded = await meet(own, -6)
  await record(recorded)
  const spoken = await meet(own, -5, { transcribedTextRaw: 'Hello.' })
  await record(spoken)
  await record(await meet(other, -6))
  await meet(own, -4, { completedAt: daysFromNow(-4) })
  const { waiting } = await dayOf()
  const listIds = (work: keyof typeof waiting) => waiting[work].sessions.map(({ id }) => id)
  expect(listIds('recording')).toEqual([old, recent])
  expect(listIds('transcription')).toEqual([recorded])
  expect(listIds('conversation')).toEqual([spoken])
  for (let more = 0; more < maxWaitingSessions; more++) await meet(own, -3)
  const { recording } = (await dayOf()).waiting
  expect(recording.count).toBe(maxWaitingSessions + 2)
  expect(recording.sessions).toHaveLength(maxWaitingSessions)
  expect(recording.sessions[0]?.id).toBe(old)
})

test('clients with a recent rise in risk are listed, highest first', async () => {
  const rising = async (scores: number[], days = -1) => {
    const id = await makeClient(db, { coachId })
    for (const [week, score] of scores.entries()) await assess(id, week + 1, score, days)
    return id
  }
  const little = await rising([40, 45])
  const much = await rising([20, 30, 64])
  await rising([40, 40.5])
  await rising([70, 60])
  await rising([90])
  const old = await rising([30, 80], -20)
  await assess(old, 1, 31)
  await assess(other, 1, 10)
  await assess(other, 2, 90)
  const { risingRisk } = await dayOf()
  expect(risingRisk).toEqual([
    {
      ...{ id: much, riskLevel: 'high', burnoutPercentage: 64, trendValue: 34 },
      isBurnoutInferred: false,
      safetyMarks: [],
      clientName: expect.stringContaining('client'),
    },
    expect.objectContaining({ id: little, riskLevel: 'medium', trendValue: 5 }),
  ])
})

test("the day requires the role Coach, and has only the coach's own clients even for administrators", async () => {
  for (const email of [emails.client, emails.org, emails.admin])
    expect((await day(await signIn(email))).statusCode).toBe(403)
  expect((await call({ url: '/api/my-day' }, coach)).statusCode).toBe(400)
  await updateRow(db, 'user', made.otherCoachUserId, { roles: ['maylab_admin', 'coach_user'] })
  expect(await dayOf(await signIn(emails.otherCoach))).toMatchObject({ clients: 0, sessions: [] })
})

test('today and tomorrow come with the first lines of their briefs, without words of sessions', async () => {
  await db.deleteFrom('session').execute()
  const [soon, later] = [await meet(own, 0.1), await meet(own, 5)]
  for (const sessionId of [soon, later])
    await makeRow(db, 'sessionBrief', {
      ...{ sessionId, status: 'done' },
      content: JSON.stringify({
        ...{ said: [], metrics: [], risk: null, questions: [{ text: 'I cannot sleep.' }] },
        burnout: {
          label: 'Burnout risk',
          unit: null,
          value: 62,
          week: 4,
          before: null,
          source: 'model',
        },
        due: [{ kind: 'assignment', name: 'Diary', dueDate: null, isOverdue: true }],
        promised: [
          { by: 'client', text: 'I will call Sam.', note: null, isDone: false, quote: null },
        ],
        ...{ disagreements: [], isWithoutWords: false },
      }),
    })
  const answer = await day()
  expect(answer.body).not.toMatch(/sleep|Sam/)
  const { sessions } = answer.json<MyDay>()
  expect(sessions.map(({ brief }) => brief)).toEqual([
    {
      changes: [{ label: 'Burnout risk', unit: null, value: 62, week: 4, before: null }],
      ...{ due: 0, overdue: 1, promised: 1, questions: 1 },
    },
    null,
  ])
})
