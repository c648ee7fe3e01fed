import { describe, expect, test } from 'vitest'
import type { Plan } from '#contract/plans/my-plan.ts'
import { newId } from '../../../platform/ids.ts'
import {
  auditEntries,
  daysFromNow,
  makeAssignmentType,
  makeClient,
  makeRow,
  makeSession,
  makeUser,
  getRow,
  updateRow,
} from '../../../test/make.ts'
import { listStatusCodes, testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails, clientId, ...made } = await testApp()
const client = await signIn(emails.client)
const coach = await signIn(emails.coach)

const url = '/api/my-client-data'
const plansOf = async (cookie = client) => (await call({ url }, cookie)).json<Plan[]>()
const add = (payload: object, cookie = client) =>
  call({ method: 'POST', url: `${url}/family`, payload }, cookie)
const viggo = { firstName: 'Viggo', lastName: 'Client', familyRelation: 'Son' }

const strangerUserId = await makeUser(db, {
  email: 'st.ranger@example.com',
  roles: ['client_user'],
})
const strangerId = await makeClient(db, { userId: strangerUserId })
const stranger = await signIn('st.ranger@example.com')

describe('my plans', () => {
  test("begin with the client's own plan, without a relationship, with its sessions", async () => {
    await makeSession(db, {
      clientId,
      sessionDefinitionId: made.sessionDefinitionId,
      sessionDate: daysFromNow(-3),
    })
    await makeSession(db, {
      clientId,
      sessionDefinitionId: made.sessionDefinitionId,
      sessionDate: daysFromNow(4),
    })
    const [own, ...family] = await plansOf()
    expect(family).toEqual([])
    expect(own).toMatchObject({
      id: clientId,
      userFirstName: 'clara',
      familyRelation: null,
      openSessions: 1,
    })
    expect(Date.parse(own?.lastSessionDate ?? '')).toBeLessThan(Date.now())
    expect(Date.parse(own?.nextSessionDate ?? '')).toBeGreaterThan(Date.now())
    expect(own).not.toHaveProperty('coachId')
  })

  test('have the coach, the next session and one next step', async () => {
    const [before] = await plansOf()
    expect(before).toMatchObject({
      coachName: 'anna coach',
      nextSessionName: 'Weekly coaching',
      nextStep: null,
    })
    const diary = await makeAssignmentType(db)
    const walk = await makeAssignmentType(db, 'Evening walk', 2)
    const assign = (assignmentDefinitionId: string, values: object) =>
      makeRow(db, 'assignment', { clientId, assignmentDefinitionId, weekNumber: 1, ...values })
    const day = (days: number) => daysFromNow(days).slice(0, 10)
    const step = async () => (await plansOf())[0]?.nextStep
    await assign(diary, { dueDate: day(-9) })
    await assign(walk, { dueDate: day(-2) })
    expect(await step()).toEqual({ name: 'Evening walk', dueDate: day(-2) })
    await assign(diary, {})
    expect(await step()).toEqual({ name: 'Sleep diary', dueDate: null })
    await assign(walk, { dueDate: day(5) })
    await assign(diary, { dueDate: day(0) })
    await assign(walk, { dueDate: day(0), completedAt: daysFromNow(0) })
    expect(await step()).toEqual({ name: 'Sleep diary', dueDate: day(0) })
    const deletionId = await makeRow(db, 'definitionDeletion', {
      ...{ kind: 'assignmentDefinition', definitionId: diary, name: 'Diary' },
      ...{ total: 3, beginsAt: daysFromNow(0) },
    })
    await updateRow(db, 'assignmentDefinition', diary, { deletionId })
    expect(await step()).toEqual({ name: 'Evening walk', dueDate: day(5) })
    expect((await plansOf(stranger))[0]).toMatchObject({
      coachName: null,
      nextSessionName: null,
      nextStep: null,
    })
  })

  test('include no other plans', async () => {
    expect((await plansOf(stranger)).map(({ id }) => id)).toEqual([strangerId])
    expect((await call({ url }, coach)).statusCode).toBe(403)
  })

  test('are empty for a client without a plan', async () => {
    await makeUser(db, { email: 'no.plan@example.com', roles: ['client_user'] })
    const cookie = await signIn('no.plan@example.com')
    expect(await plansOf(cookie)).toEqual([])
    const readers = await call({ url: `${url}/readers` }, cookie)
    expect(readers.json()).toEqual([])
    expect((await add(viggo, cookie)).statusCode).toBe(409)
  })
})

describe('the next session for a calendar', () => {
  const ask = (id: string, cookie = client) =>
    call({ url: `${url}/${id}/next-session.ics` }, cookie)

  test("is that of the client's own plan, in UTC, without any name", async () => {
    const answer = await ask(clientId)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="session.ics"')
    const [own] = await plansOf()
    const at = (own?.nextSessionDate ?? '').replaceAll(/[-:]|\.\d+/g, '')
    expect(answer.body).toContain(`\r\nDTSTART:${at}\r\n`)
    expect(answer.body).toContain('\r\nSUMMARY:Appointment\r\n')
    expect(answer.body).not.toMatch(/clara|anna/i)
  })

  test('is not an archived or completed one, and has the name and date that are shown', async () => {
    const [before] = await plansOf()
    const { sessionDefinitionId } = made
    const other = await makeRow(db, 'sessionDefinition', { name: 'Called off', displayOrder: 9 })
    for (const settled of ['archivedAt', 'completedAt'] as const)
      await makeSession(db, {
        ...{ clientId, sessionDefinitionId: other, sessionDate: daysFromNow(1) },
        [settled]: daysFromNow(0),
      })
    const [after] = await plansOf()
    expect(after).toMatchObject({
      nextSessionDate: before?.nextSessionDate,
      nextSessionName: 'Weekly coaching',
    })
    const at = (after?.nextSessionDate ?? '').replaceAll(/[-:]|\.\d+/g, '')
    expect((await ask(clientId)).body).toContain(`\r\nDTSTART:${at}\r\n`)
    const sooner = daysFromNow(2)
    const id = await makeSession(db, { clientId, sessionDefinitionId, sessionDate: sooner })
    expect((await ask(clientId)).body).toContain(`UID:${id}@`)
    await db
      .deleteFrom('session')
      .where((eb) => eb.or([eb('id', '=', id), eb('sessionDefinitionId', '=', other)]))
      .execute()
  })

  test('is not found without one, or for other users', async () => {
    expect((await ask(strangerId, stranger)).statusCode).toBe(404)
    expect((await ask(clientId, stranger)).statusCode).toBe(404)
    expect((await ask(newId())).statusCode).toBe(404)
    expect((await ask(clientId, coach)).statusCode).toBe(403)
    expect((await call({ url: `${url}/${clientId}/next-session.ics` })).statusCode).toBe(401)
  })

  test('of a child is available to the guardian', async () => {
    const childId = await makeClient(db, {
      guardianId: clientId,
      firstName: 'Viggo',
      lastName: 'Client',
      familyRelation: 'Son',
    })
    await makeSession(db, {
      clientId: childId,
      sessionDefinitionId: made.sessionDefinitionId,
      sessionDate: daysFromNow(2),
    })
    const answer = await ask(childId)
    expect(answer.body).toContain('\r\nSUMMARY:Appointment\r\n')
    expect((await ask(childId, stranger)).statusCode).toBe(404)
    await db.deleteFrom('client').where('id', '=', childId).execute()
  })
})

describe('adding a family member', () => {
  test('creates a plan with the same coach and without an organization', async () => {
    const answer = await add(viggo)
    expect(answer.statusCode).toBe(200)
    const [own, added] = answer.json<Plan[]>()
    expect(own?.id).toBe(clientId)
    expect(added).toMatchObject({
      userFirstName: 'Viggo',
      userLastName: 'Client',
      familyRelation: 'Son',
    })
    const row = await getRow(db, 'client', added?.id ?? '')
    expect(row).toMatchObject({
      guardianId: clientId,
      coachId: made.coachId,
      userId: null,
      organizationId: null,
    })
    const [entry] = await auditEntries(db, { rowId: row.id })
    expect(entry).toMatchObject({ action: 'family-member-added', userId: made.clientUserId })
    expect(JSON.stringify(entry)).not.toContain('Viggo')
  })

  test.each([
    [{ firstName: ' ' }, 'firstName', 'First name is required'],
    [{ lastName: '' }, 'lastName', 'Last name is required'],
    [{ familyRelation: '' }, 'familyRelation', 'Relationship is required'],
    [{ familyRelation: 'Boss' }, 'familyRelation', 'Relationship is required'],
  ])('is rejected with %j', async (wrong, field, message) => {
    const answer = await add({ ...viggo, ...wrong })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ [field]: message })
  })

  test('is limited to twenty, even for concurrent requests', async () => {
    for (let count = 1; count <= 19; count++) await add(viggo, stranger)
    const answers = await Promise.all([add(viggo, stranger), add(viggo, stranger)])
    expect(listStatusCodes(answers)).toEqual([200, 409])
    expect(await plansOf(stranger)).toHaveLength(21)
    expect(answers.find((it) => it.statusCode === 409)?.json()).toMatchObject({
      error: 'You can add at most 20 family members.',
    })
  })
})
