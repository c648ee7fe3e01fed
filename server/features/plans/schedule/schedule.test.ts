import { describe, expect, test } from 'vitest'
import type { Conflicts } from '#contract/plans/schedule.ts'
import { addDays, calendarDay, minutesOfDay, toInstant } from '#contract/rules/calendar.ts'
import { minutesIn } from '#contract/rules/working-hours.ts'
import { newId } from '../../../platform/ids.ts'
import {
  daysFromNow,
  getRow,
  makeClient,
  makeRow,
  makeSession,
  makeUser,
  updateRow,
} from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, deps, call, signIn, emails, sessionDefinitionId, coachId, ...made } = await testApp()
const coach = await signIn(emails.coach)
const otherCoach = await signIn(emails.otherCoach)
const admin = await signIn(emails.admin)
const client = await signIn(emails.client)
const { timeZone } = deps.installation

const newPlan = (values = {}) => makeClient(db, { coachId, createdAt: daysFromNow(-60), ...values })
const make = (clientId: string, sessionDate: string, values = {}) =>
  makeSession(db, { clientId, sessionDefinitionId, sessionDate, ...values })
/** So many days from now, at 14:15. */
const at = (days: number, minutes = 855) =>
  toInstant(calendarDay(new Date(daysFromNow(days)), timeZone), minutes, timeZone).toISOString()

type Suggestion = { sessionDate: string | null; isUsual: boolean }
const suggest = async (id: string, cookie = coach) => {
  const answer = await call({ url: `/api/clients/${id}/suggested-time` }, cookie)
  return answer.statusCode === 200 ? answer.json<Suggestion>() : answer.statusCode
}
const slotOf = async (id: string) => {
  const { sessionDate, isUsual } = (await suggest(id, admin)) as Suggestion
  return isUsual ? sessionDate : null
}
const newCoach = async () =>
  makeRow(db, 'coach', {
    userId: await makeUser(db, { email: `${newId()}@example.com`, roles: ['coach_user'] }),
  })
const around = async (
  id: string,
  when: string,
  { except = '', minutes = 50, cookie = coach } = {},
) => {
  const query = `at=${encodeURIComponent(when)}&minutes=${minutes}${except && `&except=${except}`}`
  const answer = await call({ url: `/api/clients/${id}/conflicts?${query}` }, cookie)
  return answer.statusCode === 200
    ? answer.json<Conflicts>().sessions.map((it) => it.id)
    : answer.statusCode
}

describe('the proposal', () => {
  test('is the usual weekday and time in the next week without a session', async () => {
    const id = await newPlan()
    for (const days of [-7, -14, -21]) await make(id, at(days))
    await make(id, at(-10, 600))
    const first = String(await slotOf(id))
    expect(minutesOfDay(new Date(first), timeZone)).toBe(855)
    expect(new Date(first).getTime()).toBeGreaterThan(Date.now())
    expect(new Date(calendarDay(new Date(first), timeZone)).getUTCDay()).toBe(
      new Date(calendarDay(new Date(at(-7)), timeZone)).getUTCDay(),
    )
    await make(id, first)
    const second = String(await slotOf(id))
    expect(Date.parse(second) - Date.parse(first)).toBeGreaterThan(6 * 24 * 3_600_000)
  })

  test('leaves out a week in which the coach is off, busy or has another session', async () => {
    const id = await newPlan({ coachId: await newCoach() })
    for (const days of [-7, -14]) await make(id, at(days))
    const { coachId: ownCoach } = await getRow(db, 'client', id)
    const other = await newPlan({ coachId: ownCoach })
    const first = Date.parse(String(await slotOf(id)))
    const weeksLater = (weeks: number) =>
      toInstant(
        addDays(calendarDay(new Date(first), timeZone), 7 * weeks),
        855,
        timeZone,
      ).toISOString()
    await make(other, weeksLater(0))
    const day = weeksLater(1).slice(0, 10)
    await makeRow(db, 'timeOff', { coachId: String(ownCoach), firstDay: day, lastDay: day })
    await db
      .insertInto('busyTime')
      .values({ coachId: String(ownCoach), startsAt: weeksLater(2), endsAt: weeksLater(3) })
      .execute()
    expect(await slotOf(id)).toBe(weeksLater(3))
  })

  test("is the coach's first free time for a client without past sessions", async () => {
    const id = await newPlan({ coachId: await newCoach() })
    await make(id, at(-7), { archivedAt: daysFromNow(0) })
    const { workingHours } = deps.installation
    const { sessionDate, isUsual } = (await suggest(id, admin)) as Suggestion
    const first = new Date(String(sessionDate))
    expect(isUsual).toBe(false)
    expect(workingHours.days).toContain(new Date(calendarDay(first, timeZone)).getUTCDay())
    expect(minutesOfDay(first, timeZone)).toBeGreaterThanOrEqual(minutesIn(workingHours.from))
    const { coachId: ownCoach } = await getRow(db, 'client', id)
    await updateRow(db, 'coach', String(ownCoach), { status: 'on_leave' })
    expect(await suggest(id, admin)).toEqual({ sessionDate: null, isUsual: false })
  })

  test('is available to the coach and administrators only', async () => {
    const id = await newPlan()
    expect(await suggest(id, otherCoach)).toBe(404)
    expect(await suggest(id, client)).toBe(403)
    expect(await suggest(newId(), admin)).toBe(404)
    expect(await suggest(id, admin)).toMatchObject({ isUsual: false })
  })
})

describe('sessions around a time', () => {
  test('are those of the coach that overlap, with their duration or that of their type', async () => {
    const [id, other] = [await newPlan(), await newPlan()]
    const long = await make(other, at(3, 855 - 80), { durationMinutes: 90 })
    const own = await make(id, at(3))
    const near = await make(other, at(3, 855 + 49))
    await make(other, at(3, 855 + 50))
    await make(other, at(3, 855 - 50))
    await make(other, at(3, 855 + 20), { archivedAt: daysFromNow(0) })
    await make(await makeClient(db, { coachId: made.otherCoachId }), at(3))
    await make(await makeClient(db), at(3))
    expect(await around(id, at(3))).toEqual([long, own, near])
    expect(await around(id, at(3), { minutes: 30, except: own })).toEqual([long])
    expect(await around(other, at(3), { cookie: admin })).toEqual([long, own, near])
  })

  test('come with what else speaks against it: hours, time off, calendar and leave', async () => {
    const ownCoach = await newCoach()
    const id = await newPlan({ coachId: ownCoach })
    const hours = [
      { weekday: 1, from: '09:00', to: '12:00' },
      { weekday: 1, from: '13:00', to: '15:00' },
    ]
    await db
      .insertInto('coachHours')
      .values({ coachId: ownCoach, timeZone: 'Europe/Copenhagen', ranges: JSON.stringify(hours) })
      .execute()
    const conflictsAt = async (when: string) => {
      const url = `/api/clients/${id}/conflicts?at=${when}&minutes=50`
      return (await call({ url }, admin)).json<Conflicts>()
    }
    const none = {
      ...{ sessions: [], outsideHours: null, timeOff: null },
      ...{ isCoachAway: false, isBusy: false, isRequested: false },
    }
    // A Monday in summer: 9:00 there.
    expect(await conflictsAt('2027-05-31T07:00:00Z')).toEqual(none)
    const outsideHours = { weekday: 1, hours, timeZone: 'Europe/Copenhagen' }
    expect(await conflictsAt('2027-05-31T10:00:00Z')).toEqual({ ...none, outsideHours })
    const timeOff = { firstDay: '2027-05-31', lastDay: '2027-06-04' }
    await makeRow(db, 'timeOff', { coachId: ownCoach, ...timeOff })
    await db
      .insertInto('busyTime')
      .values({
        coachId: ownCoach,
        ...{ startsAt: '2027-05-31T07:49:00Z', endsAt: '2027-05-31T08:00:00Z' },
      })
      .execute()
    await updateRow(db, 'coach', ownCoach, { status: 'on_leave' })
    expect(await conflictsAt('2027-05-31T07:00:00Z')).toEqual({
      ...none,
      ...{ timeOff, isBusy: true, isCoachAway: true },
    })
  })

  test('of a client without a coach are those of the client', async () => {
    const [id, other] = [await newPlan({ coachId: null }), await newPlan({ coachId: null })]
    await make(other, at(5))
    const own = await make(id, at(5))
    expect(await around(id, at(5), { cookie: admin })).toEqual([own])
  })

  test('are available to the coach and administrators only, for an instant', async () => {
    const id = await newPlan()
    expect(await around(id, at(3), { cookie: otherCoach })).toBe(404)
    expect(await around(id, at(3), { cookie: client })).toBe(403)
    expect(await around(id, 'soon')).toBe(400)
    expect(await around(id, at(3), { except: 'x' })).toBe(400)
  })
})
