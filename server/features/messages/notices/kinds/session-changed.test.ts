import { afterEach, describe, expect, test } from 'vitest'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { daysFromNow, makeRow, makeSession, updateRow } from '../../../../test/make.ts'
import { secondsUntil } from '../../../../test/run-queued-jobs.ts'
import { messageCalls } from '../../../../test/messages.ts'
import { newId } from '../../../../platform/ids.ts'

const { app: made, delivered, deliverAll, rows } = await messageCalls()
const { db, call, signIn, emails, clientId, sessionDefinitionId } = made
const [coach, admin] = [await signIn(emails.coach), await signIn(emails.admin)]

const plan = async (days: number, cookie = coach) => {
  const url = `/api/clients/${clientId}/scheduled-sessions`
  const payload = { sessionDefinitionId, sessionDate: daysFromNow(days) }
  const answer = await call({ method: 'POST', url, payload }, cookie)
  const { sessions } = answer.json<SessionsAndMetrics>()
  return sessions.find((it) => it.sessionDate === payload.sessionDate)?.id ?? ''
}
const change = async (id: string, payload: object, cookie = coach) =>
  expect(
    (await call({ method: 'PUT', url: `/api/sessions/${id}`, payload }, cookie)).statusCode,
  ).toBe(200)
const move = (id: string, days: number, cookie = coach) =>
  change(id, { sessionDate: daysFromNow(days) }, cookie)
const act = async (method: 'POST' | 'DELETE', url: string, cookie = coach) =>
  expect((await call({ method, url: `/api/sessions/${url}` }, cookie)).statusCode).toBe(200)
const cancel = (id: string, cookie = coach) => act('POST', `${id}/cancellation`, cookie)
/** "recipient: subject" of what is delivered since the last call. */
async function toldNow() {
  delivered.length = 0
  await deliverAll()
  return delivered.map(({ recipient, subject }) => `${recipient}: ${subject}`).toSorted()
}
const lineOf = (file: string | undefined, name: string) =>
  new RegExp(`^${name}:(.*)\r$`, 'm').exec(file ?? '')?.[1]
const day = (days: number) =>
  new Intl.DateTimeFormat('en-US', {
    ...{ weekday: 'long', month: 'short', day: 'numeric' },
    timeZone: made.deps.installation.timeZone,
  }).format(new Date(daysFromNow(days)))

afterEach(async () => {
  for (const table of ['session', 'knownSession', 'message'] as const)
    await db.deleteFrom(table).execute()
})

describe('a session', () => {
  test('that is planned, moved twice and cancelled is one entry in a calendar, each time newer', async () => {
    const id = await plan(3)
    const steps = [() => move(id, 4), () => move(id, 5), () => cancel(id)]
    const files = []
    for (const step of [() => undefined, ...steps]) {
      await step()
      expect(await toldNow()).toHaveLength(1)
      files.push(...(delivered[0]?.calendars ?? []))
    }
    expect(files.map(({ file }) => lineOf(file, 'SEQUENCE'))).toEqual(['0', '1', '2', '3'])
    expect(files.map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST', 'REQUEST', 'CANCEL'])
    for (const { method, file } of files) {
      expect([lineOf(file, 'UID'), lineOf(file, 'METHOD')]).toEqual([`${id}@maylab`, method])
      expect(lineOf(file, 'SUMMARY')).toBe('Appointment')
      expect(file).not.toMatch(new RegExp(`${emails.coach}|anna|clara coach`))
    }
  })

  test('says where to meet, or how to join', async () => {
    const id = await plan(3)
    await updateRow(db, 'session', id, { sessionType: 'physical', place: 'Bristol, room 3' })
    await toldNow()
    expect(delivered[0]?.body).toContain('Where: Bristol, room 3')
    expect(lineOf(delivered[0]?.calendars[0]?.file, 'LOCATION')).toBe('Bristol\\, room 3')
    const joinAddress = 'https://whereby.com/anna'
    await updateRow(db, 'session', id, { sessionType: 'digital', joinAddress })
    await move(id, 4)
    await toldNow()
    expect(delivered[0]?.body).toMatch(new RegExp(`Join from 15 minutes before: .*/j/${id}`))
    expect(delivered[0]?.body).not.toMatch(/Bristol|whereby/)
  })

  test('is told to whoever did not change it, and says who cancelled', async () => {
    const id = await plan(3)
    expect(await toldNow()).toEqual([`${emails.client}: Your session on ${day(3)}`])
    expect(delivered[0]?.body).toContain('You have a session with anna on')
    expect(delivered[0]?.body).toContain('Declining it in your calendar cancels nothing.')
    await move(id, 4, admin)
    const moved = `Your session has moved to ${day(4)}`
    expect(await toldNow()).toEqual(
      [emails.client, emails.coach].toSorted().map((it) => `${it}: ${moved}`),
    )
    await cancel(id)
    expect(await toldNow()).toEqual([`${emails.client}: Your session on ${day(4)} is cancelled`])
    expect(delivered[0]?.body).toContain('anna cancelled your session on')
  })

  test('that is moved back, or cancelled before anybody was told, is not told', async () => {
    const id = await plan(3)
    await cancel(id)
    expect(await toldNow()).toEqual([])
    await change(id, { isArchived: false })
    expect(await toldNow()).toHaveLength(1)
    const { sessionDate } = await db
      .selectFrom('session')
      .select('sessionDate')
      .executeTakeFirstOrThrow()
    await move(id, 6)
    await change(id, { sessionDate })
    expect(await toldNow()).toEqual([])
    await cancel(id)
    await change(id, { isArchived: false })
    expect(await toldNow()).toEqual([])
    expect(await rows()).toMatchObject([{ kind: 'sessionChanged', status: 'sent' }])
  })

  test('that is restored is told again, newer than its cancellation', async () => {
    const id = await plan(3)
    await toldNow()
    await cancel(id)
    await toldNow()
    await change(id, { isArchived: false })
    expect(await toldNow()).toEqual([`${emails.client}: Your session on ${day(3)}`])
    expect(lineOf(delivered[0]?.calendars[0]?.file, 'SEQUENCE')).toBe('2')
  })

  test.each([
    ['is deleted', (id: string) => act('DELETE', id, admin)],
    ['is moved into the past', (id: string) => move(id, -2, admin)],
  ])('that %s is cancelled for client and coach', async (_what, end) => {
    const id = await plan(3)
    await toldNow()
    await end(id)
    const cancelled = `Your session on ${day(3)} is cancelled`
    expect(await toldNow()).toEqual(
      [emails.client, emails.coach].toSorted().map((it) => `${it}: ${cancelled}`),
    )
    for (const { calendars } of delivered)
      expect([calendars[0]?.method, lineOf(calendars[0]?.file, 'SEQUENCE')]).toEqual([
        'CANCEL',
        '1',
      ])
  })

  test('that was held is not cancelled when it is archived', async () => {
    const id = await plan(3)
    await toldNow()
    await updateRow(db, 'session', id, { completedAt: daysFromNow(0) })
    await change(id, { status: 'archived' })
    expect(await toldNow()).toEqual([])
  })

  test('that another coach takes over is planned for them, and cancelled for the former one', async () => {
    await plan(3)
    await toldNow()
    const url = `/api/admin/clients/${clientId}/coach`
    const assign = (coachId: string) => call({ method: 'PUT', url, payload: { coachId } }, admin)
    await assign(made.otherCoachId)
    expect((await toldNow()).filter((it) => it.includes('session'))).toEqual(
      [
        `${emails.coach}: Your session on ${day(3)} is cancelled`,
        `${emails.otherCoach}: Your session on ${day(3)}`,
      ].toSorted(),
    )
    await assign(made.coachId)
    await toldNow()
  })

  test('of a family member is told to the guardian', async () => {
    const id = newId()
    const kin = { id, guardianId: clientId, firstName: 'Ida', lastName: 'K', userId: null }
    await makeRow(db, 'client', { ...kin, coachId: made.coachId })
    const sessionId = await makeSession(db, {
      ...{ clientId: id, sessionDefinitionId, sessionDate: daysFromNow(3) },
    })
    await move(sessionId, 4, admin)
    expect(await toldNow()).toHaveLength(2)
    const toGuardian = delivered.find(({ recipient }) => recipient === emails.client)
    expect(toGuardian?.body).toContain(`/app/my-plan/${id}`)
    expect(delivered.find((it) => it !== toGuardian)?.body).toContain('session with Ida on')
  })

  test('is not told to a former coach, but its cancellation is', async () => {
    await plan(3, admin)
    const roles = (it: 'coach_user' | 'org_user') =>
      updateRow(db, 'user', made.coachUserId, { roles: [it] })
    await roles('org_user')
    expect(await toldNow()).toEqual([`${emails.client}: Your session on ${day(3)}`])
    await roles('coach_user')
  })
})

test('three sessions that are planned in a minute are one message, with a calendar file each', async () => {
  for (const days of [3, 4, 5]) await plan(days)
  expect(await toldNow()).toEqual([`${emails.client}: 3 sessions were planned`])
  expect(delivered[0]?.calendars.map(({ file }) => file.match(/BEGIN:VEVENT/g))).toHaveLength(3)
  for (const days of [3, 4, 5]) expect(delivered[0]?.body).toContain(`on ${day(days)} at`)
  expect(await toldNow()).toEqual([])
})

test('120 sessions that another coach takes over are three messages with at most 50 calendar files', async () => {
  await db
    .insertInto('session')
    .values(
      Array.from({ length: 120 }, (_, index) => ({
        ...{ id: newId(), clientId, sessionDefinitionId },
        sessionDate: daysFromNow(3 + index / 24),
      })),
    )
    .execute()
  const assign = (coachId: string) =>
    call(
      { method: 'PUT', url: `/api/admin/clients/${clientId}/coach`, payload: { coachId } },
      admin,
    )
  await assign(made.otherCoachId)
  const told: (typeof delivered)[number][] = []
  for (let round = 0; round < 4; round++) {
    await toldNow()
    const sessions = delivered.filter(({ kind }) => kind === 'sessionChanged')
    told.push(...sessions.filter(({ recipient }) => recipient === emails.otherCoach))
  }
  expect(told.map(({ subject }) => subject)).toEqual([
    ...['50 sessions were planned', '50 sessions were planned', '20 sessions were planned'],
  ])
  const files = told.flatMap(({ calendars }) => calendars.map(({ file }) => lineOf(file, 'UID')))
  expect(new Set(files).size).toBe(120)
  for (const { short } of (await rows()).filter(({ kind }) => kind === 'sessionChanged'))
    expect(short.length).toBeLessThan(400)
  await assign(made.coachId)
})

test('a session that begins within the hour is told at once', async () => {
  const id = await plan(3)
  await toldNow()
  await move(id, 1 / 48)
  const [waiting] = (await rows()).filter(({ status }) => status === 'waiting')
  expect(await secondsUntil(made, 'deliver', { id: waiting?.id })).toBeLessThan(1)
})
