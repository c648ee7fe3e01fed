import { expect, test } from 'vitest'
import { weekNumberAt, weekNumberOn } from '#contract/rules/weeks.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { recordTimeZone } from '../settings/installation/settings.queries.ts'
import {
  makeAssignmentType,
  makeClient,
  makeMetric,
  makeRow,
  makeSession,
} from '../../test/make.ts'
import { runQueuedJobs } from '../../test/run-queued-jobs.ts'
import { testApp } from '../../test/test-app.ts'
import { recountBatch } from './recount-weeks.job.ts'

const app = await testApp()
const { db, deps, call, signIn, emails, sessionDefinitionId } = app
const system = await signIn(emails.system)
const metric = await makeMetric(db, { key: 'stress' })
const diary = await makeAssignmentType(db)
const zone = 'Pacific/Auckland'

/** A plan that began late in the evening in UTC, which is the next day in Auckland. */
const createdAt = '2026-01-05T20:00:00Z'
// On the eighth day in UTC: week 2 in both time zones. The other is in week 1 in UTC and week 2 in Auckland.
const dates = ['2026-01-12T08:00:00Z', '2026-01-12T22:00:00Z', '2026-01-19T10:30:00Z']

async function makePlan() {
  const clientId = await makeClient(db, { createdAt })
  const utc = { createdAt, timeZone: 'UTC' }
  const sessions = []
  for (const sessionDate of dates) {
    const sessionId = await makeSession(db, { clientId, sessionDefinitionId, sessionDate })
    const weekNumber = weekNumberAt(new Date(sessionDate), utc)
    const found = { clientId, sessionId, weekNumber }
    await makeRow(db, 'metricValue', { ...found, metricDefinitionId: metric, numericValue: 5 })
    await makeRow(db, 'burnoutAssessment', { ...found, riskScore: 50, source: 'model' })
    await makeRow(db, 'assignment', { ...found, assignmentDefinitionId: diary })
    sessions.push({ sessionId, sessionDate })
  }
  const chosen = await makeRow(db, 'metricValue', {
    ...{ clientId, metricDefinitionId: metric, weekNumber: 3, numericValue: 1 },
    source: 'manual',
  })
  const due = await makeRow(db, 'assignment', {
    ...{ clientId, assignmentDefinitionId: diary, dueDate: '2026-01-12' },
    weekNumber: weekNumberOn('2026-01-12', utc),
  })
  return { clientId, sessions, chosen, due }
}
const weeksOf = async (table: 'metricValue' | 'burnoutAssessment' | 'assignment', id: string) =>
  (await db.selectFrom(table).select('weekNumber').where('sessionId', '=', id).execute()).map(
    ({ weekNumber }) => weekNumber,
  )
const weekOf = async (table: 'metricValue' | 'assignment', id: string) =>
  (await db.selectFrom(table).select('weekNumber').where('id', '=', id).executeTakeFirstOrThrow())
    .weekNumber

const setZone = (value: string) =>
  call({ method: 'PUT', url: '/api/admin/settings/timeZone', payload: { value } }, system)
const inProgress = async () =>
  (await call({ url: '/api/admin/settings' }, system)).json<{ weeks: unknown }>().weeks

const plans = [await makePlan(), await makePlan(), await makePlan()]
await db.transaction().execute((tx) => recordTimeZone(tx, deps.queue, 'UTC'))

test('the first start records the time zone and recounts nothing', async () => {
  expect(await inProgress()).toBeNull()
})

test('after a change of the time zone all stored weeks match the plan', async () => {
  expect((await setZone(zone)).statusCode).toBe(200)
  const { length: total } = await db.selectFrom('client').select('id').execute()
  expect(await inProgress()).toEqual({ counted: 0, total, hasFailed: false })
  await inTransaction(db, (tx) => recountBatch(tx, 1))
  expect(await inProgress()).toEqual({ counted: 1, total, hasFailed: false })
  await runQueuedJobs(app, 'recount-weeks')
  expect(await inProgress()).toBeNull()
  for (const { sessions, chosen, due } of plans) {
    for (const { sessionId, sessionDate } of sessions) {
      const week = weekNumberAt(new Date(sessionDate), { createdAt, timeZone: zone })
      for (const table of ['metricValue', 'burnoutAssessment', 'assignment'] as const)
        expect([table, sessionDate, await weeksOf(table, sessionId)]).toEqual([
          table,
          sessionDate,
          [week],
        ])
    }
    expect(await weekOf('metricValue', chosen)).toBe(3)
    expect(await weekOf('assignment', due)).toBe(
      weekNumberOn('2026-01-12', { createdAt, timeZone: zone }),
    )
  }
})
