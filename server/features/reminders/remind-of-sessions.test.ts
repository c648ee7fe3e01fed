import { afterEach, describe, expect, test } from 'vitest'
import { makeSession, updateRow } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { wordNotice } from '../messages/notices/word-notice.ts'
import { sendSessionReminders } from './remind-of-sessions.job.ts'

const { deps, db, sessionDefinitionId, ...made } = await testApp()
const { signal } = new AbortController()
const errors: Error[] = []
const onError = (error: Error) => errors.push(error)

const hour = 3600 * 1000
/** The time is passed in. */
const now = new Date('2026-11-22T10:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * hour)
const meet = (hours: number, values = {}) =>
  makeSession(db, {
    ...{ clientId: made.clientId, sessionDefinitionId },
    sessionDate: later(hours).toISOString(),
    scheduleChangedAt: later(-200).toISOString(),
    ...values,
  })
const remind = (at = now) => sendSessionReminders(deps, { signal, onError, now: at })
const choose = (userId: string, kind: string, timeZone = 'UTC') =>
  db
    .insertInto('notification')
    .values({ userId, timeZone, optOuts: JSON.stringify({ [kind]: [] }) })
    .execute()
/** What notices say at a time, by kind, and then they are gone. */
async function said(at = now) {
  const rows = await db.deleteFrom('message').returningAll().execute()
  const words = await Promise.all(
    rows.map(async ({ kind, userId, rowIds, createdAt }) => {
      const notice = { kind: kind as 'sessionReminder', userId: userId ?? '' }
      const worded = await wordNotice(db, deps, { ...notice, rowIds: rowIds ?? [], createdAt }, at)
      return `${kind}: ${worded?.told.text}`
    }),
  )
  return words
}
const reminder = 'sessionReminder: Your session with anna is on'

afterEach(async () => {
  for (const table of ['message', 'reminder', 'notification', 'session'] as const)
    await db.deleteFrom(table).execute()
  expect(errors.splice(0)).toEqual([])
})

describe('a client is reminded of a session', () => {
  test('a day before, once, even by concurrent runs', async () => {
    await meet(24)
    await remind(later(-0.1))
    expect(await said()).toEqual([])
    await Promise.all(Array.from({ length: 6 }, () => remind()))
    expect(await said()).toEqual([`${reminder} Monday, Nov 23 at 10:00 AM (GMT).`])
    await remind(later(3))
    expect(await said()).toEqual([])
  })

  test('not in its last hour, nor when it was planned or moved so late that this was told instead', async () => {
    await meet(0.9)
    await meet(-1)
    await meet(20, { scheduleChangedAt: later(-3).toISOString() })
    await remind()
    expect(await said()).toEqual([])
  })

  test('not of one that is archived or held', async () => {
    await meet(5, { archivedAt: now.toISOString() })
    await meet(5, { completedAt: now.toISOString() })
    await remind()
    expect(await said()).toEqual([])
  })

  test.each([
    ['to another day', 100],
    ['within the day', 22],
  ])('not if it is moved %s before that was sent', async (_where, hours) => {
    const id = await meet(20)
    await remind()
    const sessionDate = later(hours).toISOString()
    await updateRow(db, 'session', id, { sessionDate, scheduleChangedAt: now.toISOString() })
    expect(await said()).toEqual(['sessionReminder: undefined'])
  })

  test('again after it was moved', async () => {
    const id = await meet(20)
    await remind()
    await said()
    const sessionDate = later(100).toISOString()
    await updateRow(db, 'session', id, { sessionDate, scheduleChangedAt: now.toISOString() })
    await remind(later(76))
    expect(await said(later(76))).toEqual([`${reminder} Thursday, Nov 26 at 2:00 PM (GMT).`])
  })

  test('in the time zone of the client, even across a clock change', async () => {
    await db
      .insertInto('notification')
      .values({ userId: made.clientUserId, timeZone: 'Europe/Copenhagen' })
      .execute()
    const scheduleChangedAt = '2026-10-01T08:30:00.000Z'
    await meet(0, { sessionDate: '2026-10-25T08:30:00.000Z', scheduleChangedAt })
    await remind(new Date('2026-10-24T08:29:00Z'))
    expect(await said()).toEqual([])
    const at = new Date('2026-10-24T08:30:00Z')
    await remind(at)
    expect(await said(at)).toEqual([`${reminder} Sunday, Oct 25 at 9:30 AM (GMT+1).`])
  })

  test('an hour before, if they chose so', async () => {
    await meet(1)
    await remind()
    expect(await said()).toEqual([])
    await choose(made.clientUserId, 'sessionSoon')
    await remind()
    await remind(later(0.1))
    expect(await said()).toEqual([
      'sessionSoon: Your session with anna is on Sunday, Nov 22 at 11:00 AM (GMT).',
    ])
  })
})

test('a coach gets the list of the day at seven, if they chose so', async () => {
  await meet(1)
  await meet(3)
  await meet(24)
  const at = (time: string) => new Date(`2026-11-22T${time}:00Z`)
  await choose(made.coachUserId, 'sessionsToday', 'America/New_York')
  const days = async (time: string) =>
    (await said(at(time))).filter((it) => it.startsWith('sessionsToday'))
  await remind(at('11:59'))
  expect(await days('11:59')).toEqual([])
  await meet(6, { sessionDate: '2026-11-22T15:00:00.000Z' })
  await Promise.all([remind(at('12:00')), remind(at('12:00'))])
  await remind(at('13:00'))
  expect(await days('12:00')).toEqual([
    'sessionsToday: Your 2 sessions today: 8:00 AM clara, 10:00 AM clara.',
  ])
})
