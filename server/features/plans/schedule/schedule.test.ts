import { describe, expect, test } from 'vitest'
import { calendarDay, minutesOfDay, toInstant } from '#contract/rules/calendar.ts'
import { newId } from '../../../platform/ids.ts'
import { daysFromNow, makeClient, makeSession } from '../../../test/make.ts'
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

const slotOf = async (id: string, cookie = coach) => {
  const answer = await call({ url: `/api/clients/${id}/usual-slot` }, cookie)
  return answer.statusCode === 200
    ? answer.json<{ sessionDate: string | null }>().sessionDate
    : answer.statusCode
}
const around = async (
  id: string,
  when: string,
  { except = '', minutes = 50, cookie = coach } = {},
) => {
  const query = `at=${encodeURIComponent(when)}&minutes=${minutes}${except && `&except=${except}`}`
  const answer = await call({ url: `/api/clients/${id}/conflicting-sessions?${query}` }, cookie)
  return answer.statusCode === 200
    ? answer.json<{ id: string }[]>().map((it) => it.id)
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

  test('is empty for a client without past sessions, and ignores archived ones', async () => {
    const id = await newPlan()
    await make(id, at(-7), { archivedAt: daysFromNow(0) })
    expect(await slotOf(id)).toBeNull()
  })

  test('is available to the coach and administrators only', async () => {
    const id = await newPlan()
    expect(await slotOf(id, otherCoach)).toBe(404)
    expect(await slotOf(id, client)).toBe(403)
    expect(await slotOf(newId(), admin)).toBe(404)
    expect(await slotOf(id, admin)).toBeNull()
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
