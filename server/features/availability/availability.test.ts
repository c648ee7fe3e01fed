import { expect, test } from 'vitest'
import type { Availability } from '#contract/availability/availability.ts'
import { addDays } from '#contract/rules/calendar.ts'
import { auditEntries, daysFromNow, getRow, makeClient, makeSession } from '../../test/make.ts'
import { listStatusCodes, testApp } from '../../test/test-app.ts'

const { db, call, signIn, emails, sessionDefinitionId, coachId, otherCoachId } = await testApp()
const coach = await signIn(emails.coach)
const otherCoach = await signIn(emails.otherCoach)
const admin = await signIn(emails.admin)
const client = await signIn(emails.client)

const url = (path: string, id = coachId) => `/api/coaches/${id}/${path}`
const read = async (id = coachId) =>
  (await call({ url: url('availability', id) }, admin)).json<Availability>()
const save = (hours: object | null, version: number | null, cookie = coach) =>
  call({ method: 'PUT', url: url('availability'), payload: { hours, version } }, cookie)
const add = (payload: object, id = coachId, cookie = admin) =>
  call({ method: 'POST', url: url('time-off', id), payload }, cookie)
const ranges = [
  { weekday: 1, from: '09:00', to: '12:00' },
  { weekday: 1, from: '13:00', to: '17:00' },
]
const hours = { timeZone: 'Europe/Copenhagen', ranges }
const today = daysFromNow(0).slice(0, 10)

test('a coach follows the hours of the installation until own ones are saved', async () => {
  expect(await read()).toMatchObject({ hoursVersion: null, hours: { timeZone: 'UTC' } })
  expect((await save(hours, null)).json()).toMatchObject({ hours, hoursVersion: 1 })
  // Repeated, and after somebody else's change.
  expect((await save(hours, null)).statusCode).toBe(200)
  const none = { ...hours, ranges: [] }
  const stale = await save(none, null)
  expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale'])
  expect((await save(none, 1)).json()).toMatchObject({ hours: none, hoursVersion: 2 })
  expect((await save(null, 2)).json()).toMatchObject({ hoursVersion: null })
  expect(await auditEntries(db, { rowId: coachId, action: 'coach-hours-changed' })).toHaveLength(3)
  expect((await save({ ...hours, timeZone: 'CEST' }, null)).json().fields).toEqual({
    'hours.timeZone': 'Unknown time zone. Example: Europe/Copenhagen.',
  })
})

test('hours and time off are for the coach and administrators alone', async () => {
  const days = { firstDay: today, lastDay: today }
  const all = (cookie: string) =>
    Promise.all([
      call({ url: url('availability') }, cookie),
      save(null, null, cookie),
      add(days, coachId, cookie),
      call({ url: url(`sessions-in-days?firstDay=${today}&lastDay=${today}`) }, cookie),
    ])
  expect(listStatusCodes(await all(otherCoach))).toEqual([404, 404, 404, 404])
  expect(listStatusCodes(await all(client))).toEqual([403, 403, 403, 403])
  expect(listStatusCodes(await all(coach))).toEqual([200, 200, 200, 200])
})

test('time off is added once for its days, and can be removed', async () => {
  const first = addDays(today, 10)
  const days = { firstDay: first, lastDay: addDays(first, 2) }
  expect((await add(days, otherCoachId)).json<Availability>().timeOff).toMatchObject([days])
  const again = await add({ firstDay: addDays(first, 2), lastDay: addDays(first, 9) }, otherCoachId)
  expect([again.statusCode, again.json().error]).toEqual([
    409,
    'There is time off on some of these days already.',
  ])
  const backwards = await add({ firstDay: first, lastDay: today }, otherCoachId)
  expect(backwards.json().fields).toEqual({ lastDay: 'The last day is before the first' })
  const id = (await read(otherCoachId)).timeOff[0]?.id
  const remove = (of: string) => call({ method: 'DELETE', url: url(`time-off/${id}`, of) }, admin)
  expect((await remove(coachId)).statusCode).toBe(404)
  expect((await remove(otherCoachId)).json()).toMatchObject({ timeOff: [] })
})

test('sessions on the days are kept, or cancelled if the coach asks for it', async () => {
  const clientId = await makeClient(db, { coachId: otherCoachId })
  const make = (sessionDate: string) =>
    makeSession(db, { clientId, sessionDefinitionId, sessionDate })
  const day = addDays(today, 30)
  const ids = [await make(`${day}T23:30:00Z`), await make(`${day}T08:00:00Z`)]
  const next = await make(`${addDays(day, 1)}T00:30:00Z`)
  const query = `sessions-in-days?firstDay=${day}&lastDay=${day}`
  expect((await call({ url: url(query, otherCoachId) }, otherCoach)).json()).toMatchObject({
    total: 2,
    sessions: [{ id: ids[1], clientId }, { id: ids[0] }],
  })
  const days = { firstDay: day, lastDay: day }
  const kept = (await add(days, otherCoachId)).json<Availability>().timeOff[0]
  const cancelled = async () =>
    (await Promise.all([...ids, next].map((id) => getRow(db, 'session', id)))).map(
      (it) => it.cancelledAt !== null,
    )
  expect(await cancelled()).toEqual([false, false, false])
  await call({ method: 'DELETE', url: url(`time-off/${kept?.id}`, otherCoachId) }, otherCoach)
  await add({ ...days, sessions: 'cancel' }, otherCoachId, otherCoach)
  expect(await cancelled()).toEqual([true, true, false])
})
