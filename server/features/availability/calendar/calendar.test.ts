import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Availability } from '#contract/availability/availability.ts'
import { auditEntries, daysFromNow, getRow, updateRow } from '../../../test/make.ts'
import { localService } from '../../../test/local-service.ts'
import { runQueuedJobs } from '../../../test/run-queued-jobs.ts'
import { testApp } from '../../../test/test-app.ts'

const stamp = (at: string) => at.replaceAll(/[-:]|\.\d+/g, '')
const day = daysFromNow(3).slice(0, 10)
const event = (...lines: string[]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1@test', 'SUMMARY:Dentist'],
    ...[`DTSTART:${stamp(`${day}T09:00:00Z`)}`, 'DURATION:PT1H', ...lines],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')

const service = await localService((_call, response) => void response.writeHead(200).end(event()))
const app = await testApp((it) => ({
  config: { ...it.config, allowedLocalHosts: [new URL(service.origin).host] },
}))
const { db, call, signIn, emails, coachId } = app
const coach = await signIn(emails.coach)
const otherCoach = await signIn(emails.otherCoach)
const url = `/api/coaches/${coachId}/calendar`
const address = `${service.origin}/secret-path/basic.ics`
const choices = { countsAllDay: true, countsFree: false }

const connect = (payload: object = { address, ...choices }, cookie = coach) =>
  call({ method: 'PUT', url, payload }, cookie)
const read = async () => {
  await runQueuedJobs(app, 'read-calendar', { onError: () => undefined })
  const answer = await call({ url: `/api/coaches/${coachId}/availability` }, coach)
  return answer.json<Availability>().calendar
}
const busyTimes = async () =>
  (await db.selectFrom('busyTime').select(['startsAt', 'endsAt']).execute()).map((it) =>
    [it.startsAt, it.endsAt].map((at) => at.slice(11, 16)).join('-'),
  )

test('a calendar is read once at connecting; only busy times are stored, and its address is secret', async () => {
  const answer = await connect()
  const { host } = new URL(service.origin)
  expect(answer.json().calendar).toEqual({
    ...choices,
    ...{ host, lastReadAt: null, failingSince: null, error: null },
  })
  expect(await read()).toMatchObject({ lastReadAt: expect.any(String), failingSince: null })
  expect(await busyTimes()).toEqual(['09:00-10:00'])
  expect(answer.body).not.toContain('secret-path')
  expect(JSON.stringify(await getRow(db, 'coachCalendar', coachId))).not.toContain('secret-path')
  expect(JSON.stringify(await auditEntries(db, { rowId: coachId }))).not.toContain('secret-path')
  const egress = await db.selectFrom('egress').selectAll().execute()
  expect(JSON.stringify(egress)).not.toMatch(/secret-path|Dentist/)
  expect(egress.at(-1)).toMatchObject({ host, purpose: 'calendar', isSuccess: true })
})

test('every calendar is read again every 15 minutes', async () => {
  service.next((_call, response) => void response.writeHead(200).end(event('TRANSP:TRANSPARENT')))
  await app.deps.queue.add(db, 'read-calendars', {})
  await runQueuedJobs(app, 'read-calendars')
  await read()
  expect(await busyTimes()).toEqual([])
  // The choices change without the address.
  expect((await connect({ ...choices, countsFree: true })).statusCode).toBe(200)
  service.next((_call, response) => void response.writeHead(200).end(event('TRANSP:TRANSPARENT')))
  await read()
  expect(await busyTimes()).toEqual(['09:00-10:00'])
})

test('what was read stays while it fails, with since when and why', async () => {
  await connect()
  await read()
  const lastReadAt = daysFromNow(-1.1)
  await updateRow(db, 'coachCalendar', coachId, { lastReadAt })
  for (const [answer, error] of [
    [{ status: 500, body: '' }, 'The calendar is not available (status 500).'],
    [{ status: 404, body: '' }, 'The calendar rejected the request (status 404).'],
    [{ status: 200, body: '<html>' }, 'The address does not lead to a calendar.'],
    [{ status: 200, body: gzipSync('x'.repeat(1e6)) }, 'The address does not lead to a calendar.'],
    [{ status: 200, body: 'x'.repeat(6 * 1024 * 1024) }, 'The calendar is larger than 5 MB.'],
  ] as const) {
    await app.deps.queue.add(db, 'read-calendar', { id: coachId })
    service.next((_call, response) => void response.writeHead(answer.status).end(answer.body))
    const calendar = await read()
    expect(calendar).toMatchObject({ error, failingSince: expect.any(String), lastReadAt })
    expect(await busyTimes()).toEqual(['09:00-10:00'])
    await app.deps.queue.cancel(db, 'read-calendar', { id: coachId })
  }
  // Once, after a day.
  const told = db.selectFrom('message').select('userId').where('kind', '=', 'calendarUnreadable')
  expect(await told.execute()).toEqual([{ userId: app.coachUserId }])
})

test('a small calendar that takes all memory ends only its own reading', async () => {
  await connect()
  const rule =
    'RRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23'
  const each = Array.from({ length: 60 }, (_, it) => it).join(',')
  const dense = event(`${rule};BYMINUTE=${each};BYSECOND=${each}`)
  expect(dense.length).toBeLessThan(1024)
  service.next((_call, response) => void response.writeHead(200).end(dense))
  expect(await read()).toMatchObject({ error: 'The calendar has too many entries.' })
  expect((await call({ url: '/healthz' })).statusCode).toBe(200)
})

test('redirects are followed three times, and never to this machine', async () => {
  const to = (location: string) => (_call: unknown, response: { writeHead: Function }) =>
    void response.writeHead(302, { location }).end()
  await connect()
  service.next(to('/one'), to(`${service.origin}/two`), to('/three'))
  expect(await read()).toMatchObject({ failingSince: null, lastReadAt: expect.any(String) })
  for (const [location, error] of [
    ['/one', 'The calendar leads from address to address.'],
    ['https://169.254.169.254/latest', 'The calendar was not called: its address leads'],
    ['https://[::ffff:127.0.0.1]/', 'The calendar was not called: its address leads'],
    ['http://example.com/', 'The calendar leads to an address that is not https.'],
    ['https://example.com:8443/', 'The calendar leads to an address that is not https.'],
  ] as const) {
    await app.deps.queue.add(db, 'read-calendar', { id: coachId })
    service.next(to(location), to(location), to(location), to(location))
    expect((await read())?.error).toContain(error)
    service.forget()
  }
})

test.each([
  ...['https://127.1/a', 'https://2130706433/a', 'https://[::ffff:127.0.0.1]/a'],
  ...['https://169.254.169.254/a', 'http://example.com/a', 'https://example.com:8443/a'],
  ...['webcal://localhost/a', 'file:///etc/passwd', 'calendar', 'https://x:y@example.com/a'],
])('%s is refused as an address', async (wrong) => {
  const answer = await connect({ address: wrong, ...choices })
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['address']])
})

test('a calendar is connected and removed by the coach and administrators alone', async () => {
  expect((await connect(undefined, otherCoach)).statusCode).toBe(404)
  expect((await call({ method: 'DELETE', url }, otherCoach)).statusCode).toBe(404)
  const removed = await call({ method: 'DELETE', url }, await signIn(emails.admin))
  expect(removed.json()).toMatchObject({ calendar: null })
  expect(await busyTimes()).toEqual([])
  expect((await connect(choices)).json().fields).toEqual({ address: 'Address is required' })
})
