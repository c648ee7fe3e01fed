import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CalendarFeed, FeedTitle } from '#contract/calendar-feeds/calendar-feeds.ts'
import { buildApp } from '../../app.ts'
import { auditEntries, daysFromNow, makeClient, makeSession, updateRow } from '../../test/make.ts'
import { listStatusCodes, testApp } from '../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'
import { proveEmail } from '../accounts/account/prove-email.ts'

const made = await testApp()
const { db, deps, call, signIn, emails, clientId, coachId, clientUserId, coachUserId } = made
const { sessionDefinitionId } = made
const [coach, otherCoach, client, admin] = await Promise.all(
  [emails.coach, emails.otherCoach, emails.client, emails.admin].map((it) => signIn(it)),
)
const make = (days: number, values = {}) =>
  makeSession(db, { clientId, sessionDefinitionId, sessionDate: daysFromNow(days), ...values })
const url = '/api/my-calendar-feed'
const renew = async (cookie = client) =>
  new URL((await call({ method: 'POST', url }, cookie)).json<{ address: string }>().address)
const setTitle = (title: FeedTitle, cookie = client, ownTitle = '') =>
  call({ method: 'PUT', url: `${url}/title`, payload: { title, ownTitle } }, cookie)
const own = async (cookie = client) =>
  (await call({ url }, cookie)).json<{ feed: CalendarFeed | null }>().feed
/** As a calendar app does it: without a cookie. */
const open = ({ pathname }: URL, headers = {}) => call({ url: pathname, headers })
const bodyOf = async (address: URL) => (await open(address)).body
const idsIn = (file: string) => [...file.matchAll(/^UID:(.*)@maylab\r$/gm)].map(([, id]) => id)
const titleIn = (file: string) => /^SUMMARY:(.*)\r$/m.exec(file)?.[1]

beforeEach(async () => {
  for (const table of ['session', 'calendarFeed', 'auditEntry'] as const)
    await db.deleteFrom(table).execute()
})

describe('a feed has', () => {
  test('sessions from three months ago to a year ahead, without archived ones', async () => {
    const [held, next] = [await make(-80, { completedAt: daysFromNow(-80) }), await make(350)]
    for (const days of [-100, 370]) await make(days)
    await make(2, { archivedAt: daysFromNow(0) })
    await make(3, { archivedAt: daysFromNow(0), cancelledAt: daysFromNow(0) })
    expect(idsIn(await bodyOf(await renew()))).toEqual([held, next])
    expect(idsIn(await bodyOf(await renew(coach)))).toEqual([held, next])
    expect(idsIn(await bodyOf(await renew(otherCoach)))).toEqual([])
  })

  test('the sessions of the family, and for a coach those of the own clients', async () => {
    const member = { guardianId: clientId, firstName: 'Nora', lastName: 'Client', coachId }
    const memberId = newId()
    await db
      .insertInto('client')
      .values({ ...member, id: memberId })
      .execute()
    const familys = await make(1, { clientId: memberId })
    const others = await make(2, { clientId: await makeClient(db, { coachId }) })
    await make(3, { clientId: await makeClient(db) })
    expect(idsIn(await bodyOf(await renew()))).toEqual([familys])
    expect(idsIn(await bodyOf(await renew(coach)))).toEqual([familys, others])
    await updateRow(db, 'user', coachUserId, { roles: ['client_user'] })
    expect(idsIn(await bodyOf(await renew()))).toEqual([familys])
    await updateRow(db, 'user', coachUserId, { roles: ['coach_user'] })
  })

  test('times in UTC, the page that leads into a room, and nobody’s address', async () => {
    const room = 'https://whereby.com/anna'
    const sessionDate = `${daysFromNow(1).slice(0, 10)}T13:00:00.000Z`
    const id = await make(1, { sessionDate, joinAddress: room, dateVersion: 3 })
    await make(2, { joinAddress: room, sessionType: 'physical', place: 'Room 4' })
    const file = await bodyOf(await renew())
    const day = sessionDate.slice(0, 10).replaceAll('-', '')
    const lines = file.replaceAll('\r\n ', '').split('\r\n')
    const page = `http://localhost:${deps.config.port}/j/${id}`
    for (const line of [
      ...['METHOD:PUBLISH', 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'],
      ...[`DTSTART:${day}T130000Z`, `DTEND:${day}T135000Z`, 'SEQUENCE:2'],
    ])
      expect(lines).toContain(line)
    expect(lines.filter((it) => /^(?:URL|LOCATION):/.test(it))).toEqual([
      `URL:${page}`,
      `LOCATION:${page}`,
    ])
    expect(file).not.toMatch(/ATTENDEE|ORGANIZER|@example|whereby|Room 4|coaching/i)
  })
})

describe('the title of a session', () => {
  test.each([
    ['appointment', 'Appointment', 'Appointment'],
    ['busy', 'Busy', 'Busy'],
    ['own', 'Piano\\, lesson', 'Piano\\, lesson'],
    ['firstName', 'Session with anna', 'Session with clara'],
    ['initials', 'Session with anna', 'Session with c. c.'],
    ['fullName', 'Session with anna', 'Session with clara client'],
  ] as const)('%s', async (title, ofClient, ofCoach) => {
    await make(1)
    const address = { client: await renew(), coach: await renew(coach) }
    expect((await setTitle(title, client, 'Piano, lesson')).statusCode).toBe(200)
    await setTitle(title, coach, 'Piano, lesson')
    expect(titleIn(await bodyOf(address.client))).toBe(ofClient)
    expect(titleIn(await bodyOf(address.coach))).toBe(ofCoach)
  })

  test('is neutral until somebody chooses another, and stays with a new address', async () => {
    await make(1)
    expect(titleIn(await bodyOf(await renew()))).toBe('Appointment')
    await setTitle('busy')
    expect(titleIn(await bodyOf(await renew()))).toBe('Busy')
  })

  test('of one’s own has words', async () => {
    await renew()
    const answer = await setTitle('own')
    expect(answer.json()).toMatchObject({ fields: { ownTitle: 'Your own title is required' } })
    expect((await setTitle('busy', coach)).statusCode).toBe(404)
  })
})

test('an unchanged feed has the same bytes, and is not sent again', async () => {
  const id = await make(1)
  const address = await renew()
  const first = await open(address, { accept: 'text/html' })
  expect(first.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
  })
  const { etag } = first.headers
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await open(address, { 'if-none-match': known })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  }
  expect(await bodyOf(address)).toBe(first.body)
  await updateRow(db, 'session', id, { sessionDate: daysFromNow(2) })
  const changed = await open(address, { 'if-none-match': etag })
  expect([changed.statusCode, changed.body === first.body]).toEqual([200, false])
})

test('the owner sees when the feed was last fetched, to within a minute', async () => {
  const address = await renew()
  expect(await own()).toMatchObject({ title: 'appointment', lastFetchedAt: null })
  await open(address)
  const first = (await own())?.lastFetchedAt
  expect(Date.parse(first ?? '')).toBeGreaterThan(Date.now() - 60_000)
  await open(address)
  expect((await own())?.lastFetchedAt).toBe(first)
  const old = daysFromNow(-1)
  await db.updateTable('calendarFeed').set({ lastFetchedAt: old }).execute()
  await open(address)
  expect((await own())?.lastFetchedAt).not.toBe(old)
})

describe('the address', () => {
  const ended: [string, (address: URL) => Promise<unknown>][] = [
    ['a new one', () => renew()],
    ['its deletion', () => call({ method: 'DELETE', url }, client)],
    [
      'proof of the email by somebody else',
      () => db.transaction().execute((tx) => proveEmail(tx, clientUserId)),
    ],
  ]
  test.each(ended)('no longer works after %s', async (_name, end) => {
    const address = await renew()
    expect((await open(address)).statusCode).toBe(200)
    await end(address)
    expect((await open(address)).statusCode).toBe(404)
  })

  test('no longer works after deactivation, also when the account is active again', async () => {
    const address = await renew(coach)
    const setActive = (isActive: boolean) =>
      call(
        { method: 'PATCH', url: `/api/admin/users/${coachUserId}`, payload: { isActive } },
        admin,
      )
    expect((await setActive(false)).statusCode).toBe(200)
    expect((await open(address)).statusCode).toBe(404)
    await setActive(true)
    expect((await open(address)).statusCode).toBe(404)
  })

  test('is unknown to the database, the audit log and the server’s log', async () => {
    const lines: string[] = []
    const logged = await buildApp(deps, pino({ level: 'trace' }, { write: (it) => lines.push(it) }))
    const address = await renew(await signIn(emails.otherCoach))
    const secret = address.pathname.split('/').at(-1)?.replace('.ics', '') ?? ''
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    const headers = { host: 'localhost' }
    const codes = [address.pathname, `${address.pathname}x`, `/api/calendar/x${secret}.ics`].map(
      (it) => logged.inject({ url: it, headers }),
    )
    expect(listStatusCodes(await Promise.all(codes))).toEqual([200, 404, 404])
    await logged.close()
    expect(lines.join('')).toContain('refused')
    const rows = await db.selectFrom('calendarFeed').selectAll().execute()
    const entries = await auditEntries(db, {})
    expect(entries.map(({ action }) => action)).toContain('calendar-feed-created')
    expect(JSON.stringify([lines, rows, entries])).not.toContain(secret)
  })
})
