import { afterEach, describe, expect, test } from 'vitest'
import { addDays } from '#contract/rules/calendar.ts'
import { makeAssignmentType, makeRow, updateRow } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { wordNotice } from '../messages/notices/word-notice.ts'
import { sendAssignmentReminders } from './remind-of-assignments.job.ts'

const { deps, db, ...made } = await testApp()
const { signal } = new AbortController()
const errors: Error[] = []
const onError = (error: Error) => errors.push(error)
const assignmentType = await makeAssignmentType(db)

const hour = 3600 * 1000
/** The time is passed in. */
const now = new Date('2026-11-22T10:00:00Z')
const later = (hours: number, from = now) => new Date(from.getTime() + hours * hour)
/** What notices say at a time, and then they are gone. */
async function said(at = now) {
  const rows = await db.deleteFrom('message').returningAll().execute()
  return Promise.all(
    rows.map(async ({ userId, rowIds, createdAt }) => {
      const notice = { kind: 'assignmentDue' as const, userId: userId ?? '', createdAt }
      return (await wordNotice(db, deps, { ...notice, rowIds: rowIds ?? [] }, at))?.row
    }),
  )
}

afterEach(async () => {
  for (const table of ['message', 'notification', 'assignment'] as const)
    await db.deleteFrom(table).execute()
  expect(errors.splice(0)).toEqual([])
})

describe('a home assignment', () => {
  const due = (dueDate: string | null, values = {}) =>
    makeRow(db, 'assignment', {
      ...{ clientId: made.clientId, assignmentDefinitionId: assignmentType },
      ...{ weekNumber: 1, dueDate, note: 'What she said about her mother', ...values },
    })
  const check = (at: Date, more = {}) =>
    sendAssignmentReminders(deps, { signal, onError, now: at, ...more })
  const morning = new Date('2026-11-22T09:00:00Z')

  test('is announced at nine on the day before it is due, one message per day', async () => {
    const day = '2026-11-23'
    await due(day)
    await due(day)
    await due(day, { completedAt: now.toISOString() })
    await due(addDays(day, 1))
    await due(addDays(day, -1))
    await due(null)
    await check(new Date('2026-11-22T08:59:00Z'))
    expect(await said()).toEqual([])
    await Promise.all([check(morning), check(morning)])
    await check(now)
    const [message, ...others] = await said()
    expect(others).toEqual([])
    expect(message).toMatchObject({
      subject: 'Due on Monday, Nov 23',
      bell: '2 home assignments are due tomorrow, Monday, Nov 23.',
    })
    expect(message?.body).toContain('2 things are due tomorrow, Monday, Nov 23.')
    expect(message?.body).toContain(`/app/my-plan/${made.clientId}`)
    expect(JSON.stringify(message)).not.toContain('mother')
    await check(later(24))
    expect((await said(later(24)))[0]?.body).toContain(
      'Something is due tomorrow, Tuesday, Nov 24.',
    )
  })

  test('is not announced if it is postponed before that was sent', async () => {
    const id = await due('2026-11-23')
    await check(morning)
    await updateRow(db, 'assignment', id, { dueDate: '2026-11-25' })
    expect(await said()).toEqual([undefined])
  })

  test('is due in the time zone of the client', async () => {
    const timeZone = 'Pacific/Auckland'
    await db.insertInto('notification').values({ userId: made.clientUserId, timeZone }).execute()
    await due('2026-11-24')
    await check(new Date('2026-11-22T19:59:00Z'))
    expect(await said()).toEqual([])
    const at = new Date('2026-11-22T20:00:00Z')
    await check(at)
    expect((await said(at))[0]?.subject).toBe('Due on Tuesday, Nov 24')
  })
})
