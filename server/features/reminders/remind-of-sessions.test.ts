import { afterEach, describe, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { newId } from '../../platform/ids.ts'
import { makeClient, makeRow, makeSession, makeUser, getRow, updateRow } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { remindOfSessions } from './remind-of-sessions.job.ts'

const { deps, db, call, signIn, emails, sessionDefinitionId, ...made } = await testApp()
const { signal } = new AbortController()
const errors: Error[] = []
const onError = (error: Error) => errors.push(error)

const hour = 3600 * 1000
/** The time is passed in. */
const now = new Date('2026-11-22T10:00:00Z')
const later = (hours: number, from = now) => new Date(from.getTime() + hours * hour)
const meet = (hours: number, values = {}) =>
  makeSession(db, {
    ...{ clientId: made.clientId, sessionDefinitionId },
    sessionDate: later(hours).toISOString(),
    ...values,
  })
const remind = (at = now) => remindOfSessions(deps, { signal, onError, now: at })
const move = (id: string, hours: number) =>
  updateRow(db, 'session', id, { sessionDate: later(hours).toISOString() })
/** Messages since the last call. */
async function newMessages() {
  const rows = await db
    .deleteFrom('message')
    .returning(['id', 'kind', 'recipient', 'subject', 'body', 'calendar', 'expiresAt'])
    .execute()
  return rows.toSorted((a, b) => a.recipient.localeCompare(b.recipient))
}
const kinds = async () => (await newMessages()).map(({ kind, recipient }) => `${kind} ${recipient}`)
const both = (kind: string) => [emails.coach, emails.client].map((it) => `${kind} ${it}`)
const lineOf = (calendar: string | null, name: string) =>
  new RegExp(`^${name}:(.*)\r$`, 'm').exec(calendar ?? '')?.[1]

afterEach(async () => {
  for (const table of ['message', 'reminder', 'notification', 'session'] as const)
    await db.deleteFrom(table).execute()
  expect(errors.splice(0)).toEqual([])
})

describe('a session', () => {
  test('is announced to client and coach a day before, with a link and a calendar file', async () => {
    const id = await meet(24)
    await remind(later(-0.1))
    expect(await newMessages()).toEqual([])
    await remind()
    const [toCoach, toClient] = await newMessages()
    expect(toClient).toMatchObject({
      ...{ kind: 'sessionReminder', recipient: emails.client },
      subject: 'Your session on Monday, Nov 23',
      // No reminder after the session has begun.
      expiresAt: later(24).toISOString(),
      body: expect.stringContaining('your session with anna on Monday, Nov 23 at 10:00 AM (GMT)'),
    })
    expect(toClient?.body).toContain(`http://localhost:80/app/my-plan/${made.clientId}`)
    expect(toCoach?.body).toContain('your session with clara on')
    expect(toCoach?.body).toContain(`/app/clients/${made.clientId}?session=${id}`)
    expect(toClient?.calendar).toContain('SUMMARY:Session with anna\r\n')
    for (const calendar of [toCoach?.calendar ?? null, toClient?.calendar ?? null])
      expect(['UID', 'SEQUENCE', 'METHOD', 'DTSTART'].map((it) => lineOf(calendar, it))).toEqual([
        `${id}@maylab`,
        ...['0', 'REQUEST', '20261123T100000Z'],
      ])
  })

  test('is announced once, even by concurrent runs', async () => {
    await meet(20)
    await Promise.all(Array.from({ length: 6 }, () => remind()))
    await remind(later(3))
    expect(await kinds()).toEqual(both('sessionReminder'))
  })

  test('that is added less than a day ahead is announced at once, but not in its last hour', async () => {
    await meet(2)
    await meet(0.9)
    await meet(-1)
    await remind()
    expect(await kinds()).toEqual(both('sessionReminder'))
  })

  test('that is archived, or of a deactivated client, is not announced', async () => {
    await meet(5, { archivedAt: now.toISOString() })
    const userId = await makeUser(db, { email: 'is.out@example.com', roles: ['client_user'] })
    const clientId = await makeClient(db, { userId })
    const deactivatedAt = now.toISOString()
    await updateRow(db, 'user', userId, { deactivatedAt })
    await meet(5, { clientId })
    await remind()
    expect(await newMessages()).toEqual([])
  })

  test('is not announced to a former coach', async () => {
    const setRoles = (roles: Role[]) => updateRow(db, 'user', made.coachUserId, { roles })
    await meet(5)
    await setRoles(['org_user'])
    await remind()
    await setRoles(['coach_user'])
    const messages = await newMessages()
    expect(messages.map(({ recipient }) => recipient)).toEqual([emails.client])
    expect(messages[0]?.body).not.toContain('with anna')
  })

  test('of a family member is announced to the guardian', async () => {
    const id = newId()
    const kin = { id, guardianId: made.clientId, firstName: 'Ida', lastName: 'K', userId: null }
    await makeRow(db, 'client', { ...kin, coachId: made.coachId })
    await meet(5, { clientId: id })
    await remind()
    const messages = await newMessages()
    expect(messages.map(({ recipient }) => recipient)).toEqual([emails.coach, emails.client])
    expect(messages[0]?.body).toContain('your session with Ida on')
    expect(messages[1]?.body).toContain(`/app/my-plan/${id}`)
  })

  test('is announced in the time zone of the recipient, even across a clock change', async () => {
    const zone = (userId: string, timeZone: string) =>
      db.insertInto('notification').values({ userId, timeZone }).execute()
    await zone(made.clientUserId, 'Europe/Copenhagen')
    await zone(made.coachUserId, 'America/New_York')
    // The night in which daylight saving time ends in Copenhagen, but not yet in New York.
    const sessionDate = '2026-10-25T08:30:00.000Z'
    await meet(0, { sessionDate })
    await remind(new Date('2026-10-24T08:29:00Z'))
    expect(await newMessages()).toEqual([])
    await remind(new Date('2026-10-24T08:30:00Z'))
    const [toCoach, toClient] = await newMessages()
    expect(toClient?.body).toContain('Sunday, Oct 25 at 9:30 AM (GMT+1)')
    expect(toCoach?.body).toContain('Sunday, Oct 25 at 4:30 AM (GMT-4)')
    expect(lineOf(toClient?.calendar ?? null, 'DTSTART')).toBe('20261025T083000Z')
  })

  test('that is moved is announced again, with the same calendar entry', async () => {
    const id = await meet(20)
    await remind()
    await newMessages()
    await move(id, 100)
    await remind()
    const moved = await newMessages()
    expect(moved.map(({ kind }) => kind)).toEqual(['sessionMoved', 'sessionMoved'])
    expect(moved[1]?.subject).toBe('Your session has moved to Thursday, Nov 26')
    expect(moved[1]?.expiresAt).toBe(later(100).toISOString())
    expect(
      ['UID', 'SEQUENCE', 'DTSTART'].map((it) => lineOf(moved[1]?.calendar ?? null, it)),
    ).toEqual([`${id}@maylab`, '1', '20261126T140000Z'])
    await remind(later(50))
    expect(await newMessages()).toEqual([])
    await remind(later(76))
    expect(await kinds()).toEqual(both('sessionReminder'))
    await remind(later(77))
    expect(await newMessages()).toEqual([])
  })

  test('that is moved to within a day is announced once', async () => {
    const id = await meet(20)
    await remind()
    await newMessages()
    await move(id, 10)
    await remind()
    await remind(later(1))
    expect(await kinds()).toEqual(both('sessionMoved'))
    // The earlier time is no longer announced.
    await remind(later(11))
    expect(await newMessages()).toEqual([])
  })

  test.each([
    ['deleted', (id: string) => db.deleteFrom('session').where('id', '=', id).execute()],
    ['archived', (id: string) => updateRow(db, 'session', id, { archivedAt: now.toISOString() })],
    ['moved into the past', (id: string) => move(id, -48)],
  ])('that is %s after a reminder is cancelled once', async (_how, end) => {
    const id = await meet(20)
    const unknown = await meet(60)
    await remind()
    await newMessages()
    await end(id)
    await end(unknown)
    await Promise.all([remind(), remind()])
    await remind()
    const gone = await newMessages()
    expect(gone.map(({ kind, recipient }) => `${kind} ${recipient}`)).toEqual(
      both('sessionCancelled'),
    )
    expect(gone[1]?.subject).toBe('Your session on Monday, Nov 23 is cancelled')
    expect(
      ['UID', 'METHOD', 'STATUS', 'SEQUENCE'].map((it) => lineOf(gone[1]?.calendar ?? null, it)),
    ).toEqual([`${id}@maylab`, 'CANCEL', 'CANCELLED', '1'])
  })

  test('that the client took into a calendar days ahead is never changed without a word', async () => {
    const today = new Date()
    const at = (hours: number) => later(hours, today).toISOString()
    const id = await meet(0, { sessionDate: at(120) })
    const client = await signIn(emails.client)
    const url = `/api/my-client-data/${made.clientId}/next-session.ics`
    expect((await call({ url }, client)).body).toContain(`UID:${id}@maylab`)
    expect((await call({ url }, client)).statusCode).toBe(200)
    const change = (values: { sessionDate?: string; archivedAt?: string | null }) =>
      updateRow(db, 'session', id, values)
    const changes: [act: () => Promise<unknown>, kind: string, method: string][] = [
      [() => change({ sessionDate: at(100) }), 'sessionMoved', 'REQUEST'],
      [() => change({ archivedAt: at(0) }), 'sessionCancelled', 'CANCEL'],
      [() => change({ archivedAt: null }), 'sessionReminder', 'REQUEST'],
      [() => db.deleteFrom('session').where('id', '=', id).execute(), 'sessionCancelled', 'CANCEL'],
    ]
    for (const [act, kind, method] of changes) {
      await act()
      await Promise.all([remind(today), remind(today)])
      const [toClient, ...others] = await newMessages()
      expect(others).toEqual([])
      expect(toClient).toMatchObject({ kind, recipient: emails.client })
      expect(lineOf(toClient?.calendar ?? null, 'METHOD')).toBe(method)
    }
  })

  test('that took place is not cancelled when it is archived', async () => {
    const id = await meet(20)
    await remind()
    await newMessages()
    await updateRow(db, 'session', id, {
      completedAt: later(21).toISOString(),
      archivedAt: later(22).toISOString(),
    })
    await remind(later(23))
    expect(await newMessages()).toEqual([])
  })

  test('that another coach takes over is announced to the new coach and cancelled for the old one', async () => {
    await meet(20)
    await remind()
    await newMessages()
    const client = db.updateTable('client').where('id', '=', made.clientId)
    await client.set({ coachId: made.otherCoachId }).execute()
    await remind()
    expect(await kinds()).toEqual([
      `sessionCancelled ${emails.coach}`,
      `sessionReminder ${emails.otherCoach}`,
    ])
    await client.set({ coachId: made.coachId }).execute()
  })

  test('that is restored is announced again, and can be cancelled again', async () => {
    const id = await meet(20)
    const archive = (archivedAt: string | null) => updateRow(db, 'session', id, { archivedAt })
    await remind()
    await newMessages()
    for (let round = 0; round < 2; round++) {
      await archive(now.toISOString())
      await remind()
      expect(await kinds()).toEqual(both('sessionCancelled'))
      await archive(null)
      await Promise.all(Array.from({ length: 6 }, () => remind()))
      await remind()
      const again = await newMessages()
      expect(again.map(({ kind, recipient }) => `${kind} ${recipient}`)).toEqual(
        both('sessionReminder'),
      )
      // Calendars need a higher sequence than that of the cancellation.
      expect(again.map(({ calendar }) => lineOf(calendar, 'SEQUENCE'))).toEqual(['1', '1'])
    }
  })

  test('is neither announced nor cancelled for users who opted out', async () => {
    const optOuts = JSON.stringify({ sessionReminder: ['email', 'text'] })
    await db.insertInto('notification').values({ userId: made.clientUserId, optOuts }).execute()
    const id = await meet(20)
    await remind()
    expect(await kinds()).toEqual([`sessionReminder ${emails.coach}`])
    await db.deleteFrom('notification').execute()
    await db.deleteFrom('session').where('id', '=', id).execute()
    await remind()
    expect(await kinds()).toEqual([`sessionCancelled ${emails.coach}`])
  })
})

describe('a shared conversation', () => {
  test('is announced by a link without its text, once per version', async () => {
    const coach = await signIn(emails.coach)
    const words = 'Coach: Hello.\nClient: My mother is ill.'
    const id = await meet(-24, { transcribedTextRaw: words, transcribedTextScripted: words })
    const url = `/api/sessions/${id}/shared-conversation`
    const share = (version: number) => call({ method: 'POST', url, payload: { version } }, coach)
    const { version } = await getRow(db, 'session', id)
    expect((await share(version)).statusCode).toBe(200)
    const messages = await newMessages()
    expect(messages).toMatchObject([
      {
        ...{ kind: 'sharedConversation', recipient: emails.client },
        subject: 'anna shared a conversation with you',
      },
    ])
    expect(messages[0]?.body).toContain(`http://localhost:80/app/my-plan/${made.clientId}`)
    expect(JSON.stringify(messages)).not.toContain('mother')
    expect((await call({ method: 'DELETE', url }, coach)).statusCode).toBe(200)
    expect((await share(version)).statusCode).toBe(200)
    expect(await newMessages()).toEqual([])
  })
})
