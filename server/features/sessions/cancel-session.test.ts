import { expect, test } from 'vitest'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { auditEntries, daysFromNow, getRow, makeSession } from '../../test/make.ts'
import { listStatusCodes, testApp } from '../../test/test-app.ts'

const { db, call, signIn, emails, clientId, sessionDefinitionId, ...made } = await testApp()
const coach = await signIn(emails.coach)
const make = (values = {}) => makeSession(db, { clientId, sessionDefinitionId, ...values })
const cancel = (id: string, cookie = coach) =>
  call({ method: 'POST', url: `/api/sessions/${id}/cancellation` }, cookie)
const change = async (id: string, payload: object) =>
  (await call({ method: 'PUT', url: `/api/sessions/${id}`, payload }, coach)).json<SessionDetail>()

test('a session that has not begun can be cancelled once; it is archived, with who and when', async () => {
  const id = await make({ sessionDate: daysFromNow(2) })
  const answers = [await cancel(id), await cancel(id)]
  expect(listStatusCodes(answers)).toEqual([200, 200])
  expect(answers[1]?.json()).toMatchObject({
    ...{ status: 'archived', dateVersion: 2 },
    cancellation: { by: 'anna', at: expect.any(String), isLate: false },
  })
  expect(await auditEntries(db, { rowId: id }, ['action', 'details'])).toEqual([
    { action: 'session-cancelled', details: { isLate: false } },
  ])
  expect(await getRow(db, 'session', id)).toMatchObject({ scheduleChangedBy: made.coachUserId })
})

test.each([
  ['that has begun', { sessionDate: daysFromNow(-1) }],
  ['that is archived', { sessionDate: daysFromNow(1), archivedAt: daysFromNow(0) }],
])('a session %s cannot be cancelled', async (_which, values) => {
  const answer = await cancel(await make(values))
  expect(answer.statusCode).toBe(409)
  expect(answer.json().error).toBe('Only a session that has not begun can be cancelled.')
})

test('only staff of the client cancel it', async () => {
  const id = await make({ sessionDate: daysFromNow(2) })
  const cookies = [await signIn(emails.otherCoach), await signIn(emails.client)]
  const answers = await Promise.all(cookies.map((cookie) => cancel(id, cookie)))
  expect(listStatusCodes(answers)).toEqual([403, 404])
})

test('restoring a session leaves nothing of its cancellation, and raises its version for calendars', async () => {
  for (const undo of [{ isArchived: false }, { status: 'open' }]) {
    const id = await make({ sessionDate: daysFromNow(2) })
    await cancel(id)
    expect(await change(id, undo)).toMatchObject({
      ...{ status: 'scheduled', cancellation: null, dateVersion: 3 },
    })
    expect(await change(id, { durationMinutes: 90 })).toMatchObject({ dateVersion: 4 })
  }
})
