import { describe, expect, test } from 'vitest'
import type { Assignment } from '#contract/plans/assignments.ts'
import { addDays, calendarDay } from '#contract/rules/calendar.ts'
import {
  auditEntries,
  makeAssignmentType,
  makeClient,
  makeRow,
  makeUser,
} from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, deps, call, signIn, emails, coachId, ...made } = await testApp()
const coach = await signIn(emails.coach)
const admin = await signIn(emails.admin)
const client = await signIn(emails.client)
const diary = await makeAssignmentType(db)
const strangerUserId = await makeUser(db, {
  email: 'st.ranger@example.com',
  roles: ['client_user'],
})
await makeClient(db, { userId: strangerUserId })
const stranger = await signIn('st.ranger@example.com')

const today = calendarDay(new Date(), deps.installation.timeZone)
const day = (days: number) => addDays(today, days)

const add = (clientId: string, payload: object = {}, cookie = coach) =>
  call(
    {
      method: 'POST',
      url: `/api/clients/${clientId}/assignments`,
      payload: { assignmentDefinitionId: diary, dueDate: day(2), note: '', ...payload },
    },
    cookie,
  )
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

describe('completing an assignment', () => {
  test('by the client shows the note; undoing it keeps the note for the next time', async () => {
    const id = await given(made.clientId)
    const note = 'It was hard on Tuesday.'
    const after = assignmentsIn(await complete(id, { isCompleted: true, note }))
    expect(after.find((it) => it.id === id)).toMatchObject({
      completedAt: expect.any(String),
      completionNote: note,
      completedBy: { name: 'clara client', isStaff: false },
      version: 1,
    })
    const back = assignmentsIn(await complete(id, { isCompleted: false }))
    expect(back.find((it) => it.id === id)).toMatchObject({
      completedAt: null,
      completionNote: null,
      completedBy: null,
    })
    const again = assignmentsIn(await complete(id))
    expect(again.find((it) => it.id === id)).toMatchObject({ completionNote: note })
    const entries = await entriesOn(id)
    expect(entries.map(({ action }) => action).slice(1)).toEqual([
      'assignment-completed',
      'assignment-reopened',
      'assignment-completed',
    ])
    expect(JSON.stringify(entries)).not.toContain('Tuesday')
  })

  const completionOf = (id: string) =>
    db
      .selectFrom('assignment')
      .select(['completedAt', 'completedBy', 'completionNote'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  test('again keeps time and user, and the note unless there is a new one', async () => {
    const id = await given(made.clientId)
    await complete(id, { isCompleted: true, note: 'Done.' })
    const first = await completionOf(id)
    await complete(id)
    await complete(id, { isCompleted: true }, coach)
    expect(await completionOf(id)).toEqual({ ...first, completionNote: 'Done.' })
    await complete(id, { isCompleted: true, note: 'Done twice.' })
    expect(await completionOf(id)).toEqual({ ...first, completionNote: 'Done twice.' })
    await complete(id, { isCompleted: true, note: '' })
    expect(await completionOf(id)).toEqual({ ...first, completionNote: null })
    const entries = await entriesOn(id)
    expect(entries.map(({ action }) => action)).toEqual([
      'assignment-created',
      'assignment-completed',
      'assignment-noted',
      'assignment-noted',
    ])
    expect(JSON.stringify(entries)).not.toContain('twice')
  })

  test('with a note is rejected for staff', async () => {
    const id = await given(made.clientId)
    const refused = {
      code: 'not-allowed',
      error: 'Only the client can write the note to the coach.',
    }
    expect((await complete(id, { isCompleted: true, note: 'Mine.' }, coach)).json()).toMatchObject(
      refused,
    )
    expect((await completionOf(id)).completedAt).toBeNull()
    await complete(id, { isCompleted: true, note: 'Done.' })
    for (const note of ['', 'Mine.'])
      expect((await complete(id, { isCompleted: true, note }, admin)).json()).toMatchObject(refused)
    expect((await completionOf(id)).completionNote).toBe('Done.')
  })

  test('by staff shows who did it', async () => {
    const id = await given(made.clientId)
    const after = assignmentsIn(await complete(id, { isCompleted: true }, coach))
    expect(after.find((it) => it.id === id)?.completedBy).toEqual({
      name: 'anna coach',
      isStaff: true,
    })
  })

  test('of a family member is possible for the guardian only', async () => {
    const child = await makeRow(db, 'client', {
      guardianId: made.clientId,
      coachId,
      firstName: 'Viggo',
      lastName: 'C',
    })
    const id = await given(child)
    expect((await complete(id, { isCompleted: true }, stranger)).statusCode).toBe(404)
    expect(assignmentsIn(await complete(id))).toMatchObject([
      { id, completedBy: { name: 'clara client', isStaff: false } },
    ])
  })
})
