import { describe, expect, test } from 'vitest'
import type { Assignment } from '#contract/plans/assignments.ts'
import { addDays, calendarDay } from '#contract/rules/calendar.ts'
import { newId } from '../../../platform/ids.ts'
import {
  auditEntries,
  daysFromNow,
  makeAssignmentType,
  makeClient,
  makeSession,
  makeUser,
  getRow,
} from '../../../test/make.ts'
import { listStatusCodes, testApp } from '../../../test/test-app.ts'

const { db, deps, call, signIn, emails, sessionDefinitionId, coachId, ...made } = await testApp()
const coach = await signIn(emails.coach)
const otherCoach = await signIn(emails.otherCoach)
const admin = await signIn(emails.admin)
const client = await signIn(emails.client)

const walk = await makeAssignmentType(db, 'Evening walk', 2)
const diary = await makeAssignmentType(db)
const strangerUserId = await makeUser(db, {
  email: 'st.ranger@example.com',
  roles: ['client_user'],
})
await makeClient(db, { userId: strangerUserId })
const stranger = await signIn('st.ranger@example.com')

const today = calendarDay(new Date(), deps.installation.timeZone)
const day = (days: number) => addDays(today, days)
const newPlan = () => makeClient(db, { coachId, createdAt: daysFromNow(-30) })

const add = (clientId: string, payload: object = {}, cookie = coach) =>
  call(
    {
      method: 'POST',
      url: `/api/clients/${clientId}/assignments`,
      payload: { assignmentDefinitionId: diary, dueDate: day(2), note: '', ...payload },
    },
    cookie,
  )
const change = (id: string, payload: object, cookie = coach) =>
  call({ method: 'PUT', url: `/api/assignments/${id}`, payload }, cookie)
const remove = (id: string, query = '', cookie = coach) =>
  call({ method: 'DELETE', url: `/api/assignments/${id}${query}` }, cookie)
const complete = (id: string, payload: object = { isCompleted: true }, cookie = client) =>
  call({ method: 'POST', url: `/api/assignments/${id}/completion`, payload }, cookie)

type Answer = Awaited<ReturnType<typeof call>>
function assignmentsIn(answer: Answer) {
  expect(answer.statusCode).toBe(200)
  return answer.json<Assignment[]>()
}
async function given(clientId: string, payload: object = {}) {
  await db.deleteFrom('assignment').where('clientId', '=', clientId).execute()
  const [first] = assignmentsIn(await add(clientId, payload))
  return first?.id ?? ''
}
const entriesOn = (rowId: string) => auditEntries(db, { rowId }, ['action', 'details', 'userId'])

describe('adding an assignment', () => {
  test('puts it in the week of its due date, and is audited without the note', async () => {
    const clientId = await newPlan()
    const answer = await add(clientId, { dueDate: day(2), note: ' Before bed. ' })
    expect(assignmentsIn(answer)).toEqual([
      expect.objectContaining({
        assignmentTypeId: diary,
        assignmentTypeName: 'Sleep diary',
        dueDate: day(2),
        weekNumber: 5,
        note: 'Before bed.',
        seriesId: null,
        sessionId: null,
        completedAt: null,
        completedBy: null,
        version: 1,
      }),
    ])
    const [{ id } = { id: '' }] = answer.json<Assignment[]>()
    const entries = await entriesOn(id)
    expect(entries).toMatchObject([
      { action: 'assignment-created', details: { count: 1 }, userId: made.coachUserId },
    ])
    expect(JSON.stringify(entries)).not.toContain('Before')
  })

  test('weekly creates one per week on the same weekday, in one series', async () => {
    const all = assignmentsIn(await add(await newPlan(), { dueDate: day(1), repeatWeeks: 26 }))
    expect(all.map(({ dueDate }) => dueDate)).toEqual(
      Array.from({ length: 26 }, (_, week) => day(1 + 7 * week)),
    )
    expect(all.map(({ weekNumber }) => weekNumber)).toEqual(
      all.map((_, index) => (all[0]?.weekNumber ?? 0) + index),
    )
    expect(new Set(all.map(({ seriesId }) => seriesId)).size).toBe(1)
    expect(all[0]?.seriesId).not.toBeNull()
  })

  test('without a due date uses the current week or that of its session', async () => {
    const clientId = await newPlan()
    const sessionId = await makeSession(db, {
      clientId,
      sessionDefinitionId,
      sessionDate: daysFromNow(-15),
    })
    expect(assignmentsIn(await add(clientId, { dueDate: null }))).toMatchObject([
      { dueDate: null, weekNumber: 5 },
    ])
    expect(assignmentsIn(await add(clientId, { dueDate: null, sessionId }))).toContainEqual(
      expect.objectContaining({ sessionId, weekNumber: 3 }),
    )
  })

  test.each([
    [{ assignmentDefinitionId: '' }, 400, 'assignmentDefinitionId', 'Assignment type is required'],
    [
      { assignmentDefinitionId: newId() },
      422,
      'assignmentDefinitionId',
      'Assignment type is required',
    ],
    [{ dueDate: '2026-02-31' }, 400, 'dueDate', 'This is not a valid date.'],
    [{ dueDate: 'soon' }, 400, 'dueDate', 'This is not a valid date.'],
    [
      { dueDate: day(-31) },
      400,
      'dueDate',
      expect.stringMatching(/^The plan began on .*: nothing can be due before that day\.$/),
    ],
    [{ dueDate: day(5 * 366 + 2) }, 400, 'dueDate', 'The date must be within 5 years from now.'],
    [
      { dueDate: day(5 * 365 - 10), repeatWeeks: 26 },
      400,
      'dueDate',
      'The date must be within 5 years from now.',
    ],
    [{ dueDate: null, repeatWeeks: 2 }, 400, 'dueDate', 'A weekly series needs a due date.'],
    [{ repeatWeeks: 27 }, 400, 'repeatWeeks', expect.any(String)],
    [{ repeatWeeks: 0 }, 400, 'repeatWeeks', expect.any(String)],
    [{ sessionId: newId() }, 422, 'sessionId', 'This session is not part of this plan.'],
    [{ note: 'x'.repeat(2001) }, 400, 'note', expect.any(String)],
  ])('%j is rejected with an error at the field', async (wrong, status, field, sentence) => {
    const clientId = await newPlan()
    const answer = await add(clientId, wrong)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().fields).toEqual({ [field]: sentence })
    expect(
      await db.selectFrom('assignment').select('id').where('clientId', '=', clientId).execute(),
    ).toEqual([])
  })

  test('beyond the maximum per plan is rejected', async () => {
    const clientId = await newPlan()
    await db
      .insertInto('assignment')
      .values(
        Array.from({ length: 999 }, () => ({
          id: newId(),
          clientId,
          assignmentDefinitionId: walk,
          weekNumber: 1,
        })),
      )
      .execute()
    expect((await add(clientId, { repeatWeeks: 2 })).json()).toMatchObject({
      code: 'conflict',
      error: 'A plan can have at most 1000 home assignments.',
    })
    const answers = await Promise.all([add(clientId), add(clientId), add(clientId)])
    expect(listStatusCodes(answers)).toEqual([200, 409, 409])
  })
})

describe('changing an assignment', () => {
  test('moves it to the week of its new due date', async () => {
    const id = await given(await newPlan())
    const answer = await change(id, { dueDate: day(9), note: 'Later.', version: 1 })
    expect(assignmentsIn(answer)).toMatchObject([
      { id, dueDate: day(9), weekNumber: 6, note: 'Later.', version: 2 },
    ])
    expect((await change(id, { assignmentDefinitionId: walk })).json()).toMatchObject([
      { id, assignmentTypeName: 'Evening walk', dueDate: day(9) },
    ])
    expect((await entriesOn(id)).map(({ action }) => action)).toEqual([
      'assignment-created',
      'assignment-changed',
      'assignment-changed',
    ])
  })

  test('is rejected after a concurrent change, but not after a completion', async () => {
    const id = await given(made.clientId)
    await complete(id)
    expect((await change(id, { note: 'One.', version: 1 })).statusCode).toBe(200)
    const answer = await change(id, { note: 'Two.', version: 1 }, admin)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'stale'])
    // The response to the first request may have been lost.
    expect((await change(id, { note: 'One.', version: 1 })).statusCode).toBe(200)
  })
})

describe('deleting an assignment', () => {
  async function series(clientId = made.clientId) {
    await db.deleteFrom('assignment').where('clientId', '=', clientId).execute()
    const all = assignmentsIn(await add(clientId, { repeatWeeks: 4 }))
    return all.map(({ id }) => id)
  }
  const left = (answer: Answer) => assignmentsIn(answer).map(({ id }) => id)

  test('of a series keeps the others', async () => {
    const [first, second = '', ...rest] = await series()
    expect(left(await remove(second))).toEqual([first, ...rest])
    expect(await entriesOn(second)).toMatchObject([
      { action: 'assignment-deleted', details: { count: 1, completed: 0 } },
    ])
  })

  test('and the rest of its series keeps earlier ones and other series', async () => {
    const [first, second = ''] = await series()
    const other = left(await add(made.clientId, { assignmentDefinitionId: walk, repeatWeeks: 2 }))
    expect(left(await remove(second, '?scope=rest'))).toEqual([
      first,
      ...other.filter((id) => ![first, second].includes(id)).slice(-2),
    ])
    expect((await entriesOn(second)).at(-1)).toMatchObject({ details: { count: 3, completed: 0 } })
  })

  test('that is completed requires confirmation', async () => {
    const [first = '', second = '', third = ''] = await series()
    await complete(second)
    await complete(third)
    expect((await remove(second)).json()).toMatchObject({
      code: 'conflict',
      error: 'One of these is completed. Nothing was deleted; please confirm again.',
    })
    expect((await remove(first, '?scope=rest&completed=1')).json()).toMatchObject({
      error: '2 of these are completed. Nothing was deleted; please confirm again.',
    })
    expect(left(await remove(first, '?scope=rest&completed=2'))).toEqual([])
  })
})

test('other coaches, clients and organizations cannot change assignments, and a client can only complete them', async () => {
  const id = await given(made.clientId)
  const all = (cookie: string, of = id) =>
    Promise.all([
      add(made.clientId, {}, cookie),
      change(of, { note: 'Mine.' }, cookie),
      remove(of, '', cookie),
      complete(of, { isCompleted: true }, cookie),
    ])
  const codes = (answers: Answer[]) => answers.map((it) => it.statusCode)
  expect(codes(await all(otherCoach))).toEqual([404, 404, 404, 404])
  expect(codes(await all(stranger))).toEqual([403, 403, 403, 404])
  expect(codes(await all(await signIn(emails.org)))).toEqual([403, 403, 403, 403])
  expect(codes(await all(admin, newId())).slice(1)).toEqual([404, 404, 404])
  expect((await add(newId(), {}, admin)).statusCode).toBe(404)
  expect(codes(await all(client)).slice(0, 3)).toEqual([403, 403, 403])
  const kept = await getRow(db, 'assignment', id)
  expect(kept).toMatchObject({ note: null, completedBy: made.clientUserId })
})
