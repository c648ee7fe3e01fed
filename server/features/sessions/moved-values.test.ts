import { describe, expect, test } from 'vitest'
import { addDays, toInstant } from '#contract/rules/calendar.ts'
import type { DataSource, ValueHistory } from '#contract/plans/plan-values.ts'
import type { SessionDetail, SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { weekStart } from '#contract/rules/weeks.ts'
import {
  daysFromNow,
  makeClient,
  makeMetric,
  makeMetricCategory,
  makeRow,
  makeSession,
} from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

/** Hours ahead of UTC, so that days begin on the previous day in UTC. */
const timeZone = 'Pacific/Auckland'
const { db, call, signIn, emails, coachId, sessionDefinitionId } = await testApp((it) => ({
  installation: { ...it.installation, timeZone },
}))
const coach = await signIn(emails.coach)
const otherCoach = await signIn(emails.otherCoach)

const categoryId = await makeMetricCategory(db)
const mood = await makeMetric(db, { key: 'mood', categoryId, dataSource: 'manual' })
const stress = await makeMetric(db, { key: 'stress', categoryId, dataSource: 'transcription' })

const createdAt = daysFromNow(-60)
const plan = { createdAt, timeZone }
/** A time in a week of the plan, in the time zone of the installation. */
const at = (week: number, days = 0, minutes = 600) =>
  toInstant(addDays(weekStart(week, plan), days), minutes, timeZone).toISOString()

async function sessionIn(week: number, when = at(week, 2)) {
  const clientId = await makeClient(db, { coachId, createdAt })
  const id = await makeSession(db, { clientId, sessionDefinitionId, sessionDate: when })
  return { id, clientId, week }
}
type Place = { id: string; clientId: string; week: number }
const found = ({ id, clientId, week }: Place, source: DataSource, value: number) =>
  makeRow(db, 'metricValue', {
    clientId,
    sessionId: id,
    metricDefinitionId: source === 'manual' ? mood : stress,
    source,
    weekNumber: week,
    numericValue: value,
  })
const assessed = ({ id, clientId, week }: Place, riskScore: number) =>
  makeRow(db, 'burnoutAssessment', {
    clientId,
    sessionId: id,
    weekNumber: week,
    riskScore,
    source: 'model',
  })

const move = (id: string, sessionDate: string, more = {}, cookie = coach) =>
  call({ method: 'PUT', url: `/api/sessions/${id}`, payload: { sessionDate, ...more } }, cookie)
const planOf = async (clientId: string) =>
  (
    await call({ url: `/api/clients/${clientId}/sessions-and-metrics` }, coach)
  ).json<SessionsAndMetrics>()
/** Each value with its week, then each score. */
const weeksOf = async (clientId: string) => {
  const { metrics, burnoutAssessments } = await planOf(clientId)
  return [
    ...metrics.map((it) => `${it.metricLabel} W${it.weekNumber} ${it.numericValue}`),
    ...burnoutAssessments.map((it) => `risk W${it.weekNumber} ${it.riskScore}`),
  ].toSorted()
}
const historyOf = async (clientId: string, metricDefinitionId: string, week: number) =>
  (
    await call(
      {
        url: `/api/clients/${clientId}/metric-values/history?metricDefinitionId=${metricDefinitionId}&weekNumber=${week}`,
      },
      coach,
    )
  )
    .json<ValueHistory>()
    .map((it) => it.numericValue)
const noteMood = (clientId: string, weekNumber: number, numericValue: number | null) =>
  call(
    {
      method: 'PUT',
      url: `/api/clients/${clientId}/metric-values`,
      payload: { values: [{ metricDefinitionId: mood, weekNumber, numericValue }] },
    },
    coach,
  )

describe('values found in a session', () => {
  test('move to the new week with the session, and back', async () => {
    const it = await sessionIn(3)
    await found(it, 'transcription', 40)
    await found(it, 'manual', 60)
    await assessed(it, 55)
    // Values of other sessions, and of the other week.
    await noteMood(it.clientId, 5, 70)
    const moved = (await move(it.id, at(4, 1), { dateVersion: 1 })).json<SessionDetail>()
    expect(moved.weekNumber).toBe(4)
    expect(await weeksOf(it.clientId)).toEqual([
      'mood W4 60',
      'mood W5 70',
      'risk W4 55',
      'stress W4 40',
    ])
    await move(it.id, at(3, 2), { dateVersion: moved.dateVersion })
    expect(await weeksOf(it.clientId)).toEqual([
      'mood W3 60',
      'mood W5 70',
      'risk W3 55',
      'stress W3 40',
    ])
  })

  test('do not replace deleted or manual values of either week', async () => {
    const it = await sessionIn(3)
    await found(it, 'manual', 60)
    await noteMood(it.clientId, 3, null)
    await noteMood(it.clientId, 3, 62)
    await move(it.id, at(4, 1))
    expect(await weeksOf(it.clientId)).toEqual(['mood W3 62'])
    expect(await historyOf(it.clientId, mood, 3)).toEqual([62, null, 60])
  })

  test('do not replace another manual value', async () => {
    const it = await sessionIn(3)
    await found(it, 'manual', 60)
    await found(it, 'transcription', 40)
    await noteMood(it.clientId, 4, 70)
    expect((await move(it.id, at(4, 1))).statusCode).toBe(200)
    expect(await weeksOf(it.clientId)).toEqual(['mood W3 60', 'mood W4 70', 'stress W4 40'])
    await move(it.id, at(5, 1))
    expect(await weeksOf(it.clientId)).toEqual(['mood W4 70', 'mood W5 60', 'stress W5 40'])
  })

  test('stay when the move is rejected', async () => {
    const it = await sessionIn(3)
    await found(it, 'transcription', 40)
    expect((await move(it.id, at(4, 1), {}, otherCoach)).statusCode).toBe(404)
    expect((await move(it.id, at(4, 1), { dateVersion: 7 })).statusCode).toBe(409)
    const future = await move(it.id, daysFromNow(10))
    expect([future.statusCode, future.json().error]).toEqual([
      409,
      'A session with values cannot be moved into the future.',
    ])
    expect(await weeksOf(it.clientId)).toEqual(['stress W3 40'])
  })

  test('exist once after a concurrent edit', async () => {
    const it = await sessionIn(3)
    await found(it, 'manual', 60)
    await Promise.all([
      move(it.id, at(4, 1)),
      ...[71, 72, 73].map((value) => noteMood(it.clientId, 4, value)),
    ])
    const weeks = (await weeksOf(it.clientId)).map((value) => value.split(' ')[1])
    expect(new Set(weeks).size).toBe(weeks.length)
  })
})
