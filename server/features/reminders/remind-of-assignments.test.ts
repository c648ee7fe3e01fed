import { afterEach, describe, expect, test } from 'vitest'
import { addDays } from '#contract/rules/calendar.ts'
import { makeAssignmentType, makeRow } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { remindOfAssignments } from './remind-of-assignments.job.ts'

const { deps, db, emails, ...made } = await testApp()
const { signal } = new AbortController()
const errors: Error[] = []
const onError = (error: Error) => errors.push(error)
const assignmentType = await makeAssignmentType(db)

const hour = 3600 * 1000
/** The time is passed in. */
const now = new Date('2026-11-22T10:00:00Z')
const later = (hours: number, from = now) => new Date(from.getTime() + hours * hour)
/** Messages since the last call. */
async function newMessages() {
  const rows = await db
    .deleteFrom('message')
    .returning(['id', 'kind', 'recipient', 'subject', 'body', 'calendar', 'expiresAt'])
    .execute()
  return rows.toSorted((a, b) => a.recipient.localeCompare(b.recipient))
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
    remindOfAssignments(deps, { signal, onError, now: at, ...more })
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
    expect(await newMessages()).toEqual([])
    await Promise.all([check(morning), check(morning)])
    await check(now)
    const messages = await newMessages()
    expect(messages).toMatchObject([
      {
        kind: 'assignmentDue',
        recipient: emails.client,
        subject: 'Due on Monday, Nov 23',
      },
    ])
    expect(messages[0]?.body).toContain('2 home assignments are due tomorrow, Monday, Nov 23.')
    expect(messages[0]?.body).toContain(`/app/my-plan/${made.clientId}`)
    expect(JSON.stringify(messages)).not.toContain('mother')
    await check(later(24))
    expect((await newMessages())[0]?.body).toContain('A home assignment is due tomorrow')
  })

  test('is due in the time zone of the client', async () => {
    const timeZone = 'Pacific/Auckland'
    await db.insertInto('notification').values({ userId: made.clientUserId, timeZone }).execute()
    await due('2026-11-24')
    await check(new Date('2026-11-22T19:59:00Z'))
    expect(await newMessages()).toEqual([])
    await check(new Date('2026-11-22T20:00:00Z'))
    const [message] = await newMessages()
    expect(message).toMatchObject({
      ...{ kind: 'assignmentDue', recipient: emails.client, expiresAt: '2026-11-23T11:00:00.000Z' },
    })
  })
})
