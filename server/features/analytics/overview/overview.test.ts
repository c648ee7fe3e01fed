import { expect, test } from 'vitest'
import type { Overview } from '#contract/analytics/analytics.ts'
import { newId } from '../../../platform/ids.ts'
import {
  daysFromNow,
  makeClient,
  makeRecordingRow,
  makeRow,
  makeSession,
} from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { readOverview } from './overview.queries.ts'

const { db, deps, call, signIn, emails, sessionDefinitionId, ...made } = await testApp()

const overview = async (cookie: string) =>
  (await call({ url: '/api/admin/overview' }, cookie)).json<Overview>()
const meet = (clientId: string, days: number, values = {}) =>
  makeSession(db, { clientId, sessionDefinitionId, sessionDate: daysFromNow(days), ...values })
const record = (sessionId: string) => makeRecordingRow(db, sessionId)

const own = made.clientId
const others = await makeClient(db)
// Two open sessions of one client count once.
await meet(own, -9)
await meet(own, -8)
await meet(own, -7, { completedAt: daysFromNow(-7) })
await meet(others, -5, { archivedAt: daysFromNow(-4) })
const recorded = await meet(own, -6)
await record(recorded)
const spoken = await meet(others, -6, { transcribedTextRaw: 'Hello.' })
await record(spoken)
await meet(own, -20, { transcribedTextRaw: 'Hello.', transcribedTextScripted: 'Coach: Hello.' })
await makeRow(db, 'upload', {
  ...{ sessionId: recorded, userId: made.coachUserId },
  ...{ fileName: 'a.mp4', sizeBytes: 10 },
})
await db
  .insertInto('transcription')
  .values([
    { id: newId(), sessionId: recorded, status: 'running' },
    { id: newId(), sessionId: spoken, status: 'completed' },
  ])
  .execute()
const execution = (sessionId: string | null, values = {}) => ({
  ...{ id: newId(), sessionId, templateType: 'diarization', templateName: 'Conversation' },
  ...{ isSuccess: true, executionTimeMs: 900 },
  ...values,
})
await db
  .insertInto('execution')
  .values([
    execution(spoken),
    execution(spoken, { isSuccess: false }),
    execution(recorded),
    execution(null),
    execution(recorded, { executedAt: daysFromNow(-8) }),
  ])
  .execute()

test('administrators see the work of everyone', async () => {
  expect(await overview(await signIn(emails.admin))).toMatchObject({
    clients: 2,
    waiting: { coach: 1, recording: 1, transcription: 1, conversation: 1 },
    executions: 4,
    executionErrors: 1,
    uploadsInProgress: 1,
    transcriptionsInProgress: 1,
  })
})

test.each([
  ['UTC', 'Z', 'Z'],
  // Daylight saving time ends in the night before the Sunday of that week.
  ['Europe/Copenhagen', '+02:00', '+01:00'],
  ['Asia/Kathmandu', '+05:45', '+05:45'],
])('the week goes from Monday to Sunday in %s', async (timeZone, before, after) => {
  const ids = await Promise.all(
    [
      `2031-10-19T23:59:59.999${before}`,
      `2031-10-20T00:00:00.000${before}`,
      `2031-10-26T23:59:59.999${after}`,
      `2031-10-26T10:00:00.000${after}`,
      `2031-10-27T00:00:00.000${after}`,
    ].map((sessionDate) => makeSession(db, { clientId: own, sessionDefinitionId, sessionDate })),
  )
  const archived = { sessionDate: `2031-10-26T11:00:00${after}`, archivedAt: daysFromNow(0) }
  ids.push(await makeSession(db, { clientId: own, sessionDefinitionId, ...archived }))
  const installation = { ...deps.installation, timeZone }
  for (const now of [`2031-10-20T00:00:00${before}`, `2031-10-26T23:59:59${after}`]) {
    const overview = await readOverview({ db, installation }, new Date(now))
    expect(overview.sessionsThisWeek).toBe(3)
    expect(overview.sessionsByDay.map(({ day, count }) => `${day.slice(8)}: ${count}`)).toEqual([
      ...['20: 1', '21: 0', '22: 0', '23: 0', '24: 0', '25: 0', '26: 2'],
    ])
  }
  await db.deleteFrom('session').where('id', 'in', ids).execute()
})

test('it is for administrators', async () => {
  for (const email of [emails.client, emails.org, emails.coach])
    expect((await call({ url: '/api/admin/overview' }, await signIn(email))).statusCode).toBe(403)
})
