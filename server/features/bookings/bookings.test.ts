import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking, FreeTimes } from '#contract/bookings/bookings.ts'
import type { Settings } from '#contract/settings/setting-entries.ts'
import {
  auditEntries,
  daysFromNow,
  getRow,
  makeRow,
  makeSession,
  updateRow,
} from '../../test/make.ts'
import { listStatusCodes, testApp } from '../../test/test-app.ts'

const everyDay = { days: [0, 1, 2, 3, 4, 5, 6], from: '08:00', to: '18:00' }
const settings: Settings = {} as Settings
const { db, call, signIn, emails, clientId, coachId, sessionDefinitionId, ...made } = await testApp(
  (it) => ({
    installation: Object.assign(settings, it.installation, { workingHours: everyDay }),
  }),
)
const client = await signIn(emails.client)

beforeEach(async () => {
  Object.assign(settings, { clientBooking: 'direct', sessionGapMinutes: 10 })
  await db.deleteFrom('session').execute()
  await db.deleteFrom('sessionRequest').execute()
})

/** A time of a day ahead, in UTC. */
const at = (time: string, days = 7) => `${daysFromNow(days).slice(0, 10)}T${time}:00.000Z`
const make = (sessionDate: string, values = {}) =>
  makeSession(db, { clientId, sessionDefinitionId, sessionDate, ...values })
const post = (path: string, payload: object = {}, cookie = client) =>
  call({ method: 'POST', url: `/api/my-bookings/${path}`, payload }, cookie)
const book = (startsAt: string, id = clientId, cookie = client) =>
  post(`${id}/sessions`, { startsAt }, cookie)
const move = (id: string, startsAt: string, cookie = client) =>
  call(
    { method: 'PUT', url: `/api/my-bookings/sessions/${id}/date`, payload: { startsAt } },
    cookie,
  )
const cancel = (id: string, payload = {}, cookie = client) =>
  post(`sessions/${id}/cancellation`, payload, cookie)
const read = async (cookie = client) =>
  (await call({ url: '/api/my-bookings' }, cookie)).json<Booking[]>()
const freeTimes = async (days = 7, query = '') => {
  const [from, until] = [at('00:00', days), at('00:00', days + 1)]
  const url = `/api/my-bookings/${clientId}/free-times?from=${from}&until=${until}${query}`
  return (await call({ url }, client)).json<FreeTimes>()
}
const child = (values = {}) =>
  makeRow(db, 'client', {
    ...{ guardianId: clientId, userId: null, firstName: 'Ida', lastName: 'K', coachId },
    ...values,
  })
const dateOf = async (id: string) => (await getRow(db, 'session', id)).sessionDate

describe('free times', () => {
  test('are those of the coach, without whose they are', async () => {
    await make(at('09:00'), { clientId: await child() })
    const { times, timeZone, next } = await freeTimes()
    expect(times.slice(0, 3)).toEqual([at('08:00'), at('10:00'), at('10:30')])
    expect({ timeZone, next }).toEqual({ timeZone: 'UTC', next: at('08:00', 8) })
  })

  test('begin after the notice and end with the weeks ahead; none is explained', async () => {
    const { times, next, earliest, latest } = await freeTimes(0)
    expect(times).toEqual([])
    expect(next).not.toBeNull()
    expect(Math.round((Date.parse(earliest) - Date.now()) / 3_600_000)).toBe(24)
    expect(await freeTimes(42)).toMatchObject({ next: null, latest: expect.any(String) })
    expect(latest < at('23:59', 42)).toBe(true)
    const days = { firstDay: at('', 6).slice(0, 10), lastDay: at('', 8).slice(0, 10) }
    await makeRow(db, 'timeOff', { coachId, ...days })
    expect(await freeTimes()).toMatchObject({
      ...{ times: [], next: at('08:00', 9), timeOff: days },
      isCoachAway: false,
    })
    await db.deleteFrom('timeOff').execute()
    await updateRow(db, 'coach', coachId, { status: 'on_leave' })
    expect(await freeTimes()).toMatchObject({ times: [], next: null, isCoachAway: true })
    await updateRow(db, 'coach', coachId, { status: 'active' })
  })
})

describe('one time', () => {
  test('is given to one of twenty clients who book it at the same moment', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => child()))
    for (const mode of ['direct', 'ask'] as const) {
      settings.clientBooking = mode
      const time = at('10:00', mode === 'direct' ? 7 : 8)
      const answers = await Promise.all(clients.map((id) => book(time, id)))
      expect(listStatusCodes(answers)).toEqual([200, ...Array<number>(19).fill(409)])
      expect(answers.find(({ statusCode }) => statusCode === 409)?.json().error).toBe(
        'This time was just taken. Please choose another one.',
      )
    }
    expect(await db.selectFrom('session').selectAll().execute()).toHaveLength(1)
    expect(await db.selectFrom('sessionRequest').selectAll().execute()).toHaveLength(1)
    await db.deleteFrom('client').where('id', 'in', clients).execute()
  })

  test('can follow another at once where no gap is kept', async () => {
    const hour = await makeRow(db, 'sessionDefinition', {
      ...{ name: 'Hour', displayOrder: 0, durationMinutes: 60 },
    })
    await make(daysFromNow(-3), { sessionDefinitionId: hour })
    settings.sessionGapMinutes = 0
    expect((await book(at('10:00'))).statusCode).toBe(200)
    expect((await book(at('11:00'))).statusCode).toBe(200)
    settings.sessionGapMinutes = 10
    expect((await book(at('12:00'))).statusCode).toBe(409)
    await db.deleteFrom('session').execute()
    await db.deleteFrom('sessionDefinition').where('id', '=', hour).execute()
  })

  test('outside the rules is refused', async () => {
    const times = [at('07:30'), at('10:15'), daysFromNow(0.9), at('10:00', 60), at('10:00', -1)]
    const answers = await Promise.all(times.map((it) => book(it)))
    expect(listStatusCodes(answers)).toEqual([409, 409, 409, 409, 409])
  })

  test('stays guarded by the database while nobody but clients planned it', async () => {
    await book(at('10:00'))
    const [session] = (await read())[0]?.sessions ?? []
    const blocked = { blockedCoachId: coachId, blockedUntil: at('11:00') }
    const other = make(at('10:30'), {
      ...blocked,
      clientId: await child(),
      blockedUntil: at('11:30'),
    })
    await expect(other).rejects.toThrow('session_coach_free')
    const id = session?.id ?? ''
    await updateRow(db, 'session', id, { durationMinutes: 90 })
    expect(await getRow(db, 'session', id)).toMatchObject({
      ...{ blockedCoachId: null, blockedUntil: null },
    })
  })
})

describe('a client moves a session', () => {
  test('also over itself; what is refused leaves it as it was', async () => {
    const id = await make(at('10:00'))
    expect((await move(id, at('09:30'))).json<Booking[]>()[0]?.sessions).toMatchObject([
      { id, sessionDate: at('09:30'), moveError: null },
    ])
    expect(await getRow(db, 'session', id)).toMatchObject({ movesByClient: 1, dateVersion: 2 })
    await make(at('14:00'), { clientId: await child() })
    expect((await move(id, at('14:00'))).statusCode).toBe(409)
    expect(await getRow(db, 'session', id)).toMatchObject({
      ...{ sessionDate: at('09:30'), movesByClient: 1, dateVersion: 2 },
      scheduleChangedBy: made.clientUserId,
    })
  })

  test('twice; the coach can move it again', async () => {
    const id = await make(at('10:00'))
    const answers = [await move(id, at('11:00')), await move(id, at('12:00'))]
    // Repeated, it is not another move.
    answers.push(await move(id, at('12:00')), await move(id, at('13:00')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 409])
    const payload = { sessionDate: at('13:00') }
    const url = `/api/sessions/${id}`
    const byCoach = await call({ method: 'PUT', url, payload }, await signIn(emails.coach))
    expect(byCoach.statusCode).toBe(200)
    expect(await getRow(db, 'session', id)).toMatchObject({ movesByClient: 2 })
  })

  test('not within the notice, and not one that has begun', async () => {
    const ids = [await make(daysFromNow(0.9)), await make(daysFromNow(-0.01))]
    const answers = await Promise.all(ids.map((id) => move(id, at('10:00'))))
    expect(listStatusCodes(answers)).toEqual([409, 409])
  })
})

describe('a client cancels a session', () => {
  test('in time, and then its time is free again', async () => {
    await book(at('10:00'))
    const id = (await read())[0]?.sessions[0]?.id ?? ''
    expect((await cancel(id)).json<Booking[]>()[0]?.sessions).toEqual([])
    expect((await cancel(id)).statusCode).toBe(200)
    expect(await getRow(db, 'session', id)).toMatchObject({
      ...{ cancelledBy: made.clientUserId, isLateCancellation: false },
    })
    expect((await book(at('10:00'))).statusCode).toBe(200)
    // The coach may restore the first beside it.
    const payload = { isArchived: false }
    const restored = { method: 'PUT', url: `/api/sessions/${id}`, payload } as const
    expect((await call(restored, await signIn(emails.coach))).statusCode).toBe(200)
  })

  test('late only after having been told', async () => {
    const id = await make(daysFromNow(0.5))
    const refused = await cancel(id)
    expect([refused.statusCode, refused.json().error]).toEqual([
      409,
      'Cancelling now counts as late. Please confirm it.',
    ])
    expect((await cancel(id, { acceptsLate: true })).statusCode).toBe(200)
    expect(await getRow(db, 'session', id)).toMatchObject({ isLateCancellation: true })
    expect(await auditEntries(db, { rowId: id }, ['action', 'details'])).toEqual([
      { action: 'session-cancelled', details: { isLate: true } },
    ])
  })
})

test('the coach is asked while the own calendar of the coach cannot be read', async () => {
  await makeRow(db, 'coachCalendar', { id: coachId, address: 'x', host: 'calendar.example' })
  const [booking] = (await book(at('10:00'))).json<Booking[]>()
  expect(booking).toMatchObject({ mode: 'ask', sessions: [], request: { status: 'open' } })
  await db.deleteFrom('coachCalendar').execute()
})

test('a client reads when the coach is back', async () => {
  const today = daysFromNow(0).slice(0, 10)
  await makeRow(db, 'timeOff', { coachId, firstDay: today, lastDay: today })
  const backOn = daysFromNow(1).slice(0, 10)
  expect((await read())[0]?.coach).toMatchObject({ isAway: true, backOn })
  await db.deleteFrom('timeOff').execute()
})

describe('only the client acts', () => {
  test('and the guardian for family members without an account', async () => {
    const id = await child()
    const own = await make(at('10:00'), { clientId: id })
    expect((await book(at('12:00'), id)).statusCode).toBe(200)
    expect((await cancel(own)).statusCode).toBe(200)
    const grownUp = await made.newUser('client_user')
    const kin = await child({ userId: grownUp.id })
    const theirs = await make(at('15:00'), { clientId: kin })
    const answers = [await book(at('16:00'), kin), await move(theirs, at('16:00'))]
    expect(listStatusCodes([...answers, await cancel(theirs)])).toEqual([404, 404, 404])
    expect((await cancel(theirs, {}, grownUp.cookie)).statusCode).toBe(200)
  })

  test('neither other clients, nor staff, nor an administrator who is signed in as the client', async () => {
    const id = await make(at('10:00'))
    const other = await made.newUser('client_user')
    const cookies = [
      other.cookie,
      await signIn(emails.coach),
      await made.impersonate(made.clientUserId),
    ]
    const answers = await Promise.all(
      cookies.flatMap((it) => [
        book(at('12:00'), clientId, it),
        move(id, at('12:00'), it),
        cancel(id, {}, it),
      ]),
    )
    expect(listStatusCodes(answers)).toEqual([403, 403, 403, 403, 403, 403, 404, 404, 404])
    expect(await dateOf(id)).toBe(at('10:00'))
    expect(await read(other.cookie)).toEqual([])
  })

  test('unless the installation leaves it to the coach', async () => {
    const id = await make(at('10:00'))
    settings.clientBooking = 'off'
    const answers = [await book(at('12:00')), await move(id, at('12:00')), await cancel(id)]
    expect(listStatusCodes(answers)).toEqual([409, 409, 409])
    expect((await read())[0]).toMatchObject({ mode: 'off' })
  })
})

test('a session takes the time of the former coach no more after a change of the coach', async () => {
  const id = await child()
  await book(at('10:00'), id)
  settings.clientBooking = 'ask'
  await book(at('12:00'), id)
  await updateRow(db, 'client', id, { coachId: made.otherCoachId })
  expect(await db.selectFrom('session').select('blockedUntil').execute()).toEqual([
    { blockedUntil: null },
  ])
  expect(await db.selectFrom('sessionRequest').select('status').execute()).toEqual([
    { status: 'outdated' },
  ])
})
