import { describe, expect, test } from 'vitest'
import type { DataReader, Plan } from '#contract/my-plan.ts'
import { audit } from '../../audit/audit.ts'
import { newId } from '../../../platform/ids.ts'
import { makeRecording } from '../../../test/make-recording.ts'
import {
  daysFromNow,
  makeAssignmentType,
  makeClient,
  makeRow,
  makeSession,
  makeUser,
  rowOf,
  updateRow,
} from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, deps, call, signIn, emails, clientId, ...made } = await testApp()
const client = await signIn(emails.client)
const coach = await signIn(emails.coach)

const url = '/api/my-client-data'
const plansOf = async (cookie = client) => (await call({ url }, cookie)).json<Plan[]>()
const add = (payload: object, cookie = client) =>
  call({ method: 'POST', url: `${url}/family`, payload }, cookie)
const readersOf = async (cookie = client) =>
  (await call({ url: `${url}/readers` }, cookie)).json<DataReader[]>()
const viggo = { firstName: 'Viggo', lastName: 'Client', familyRelation: 'Son' }

const strangerUserId = await makeUser(db, {
  email: 'st.ranger@example.com',
  roles: ['client_user'],
})
const strangerId = await makeClient(db, { userId: strangerUserId })
const stranger = await signIn('st.ranger@example.com')

describe('my plans', () => {
  test('begin with the own plan, without a relationship, with its sessions', async () => {
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

  test('have the coach, the next session and one step', async () => {
    const [before] = await plansOf()
    expect(before).toMatchObject({
      coachName: 'anna coach',
      nextSessionName: 'Weekly coaching',
      nextStep: null,
    })
    const diary = await makeAssignmentType(db)
    const walk = await makeAssignmentType(db, 'Evening walk', 2)
    const give = (assignmentDefinitionId: string, values: object) =>
      makeRow(db, 'assignment', { clientId, assignmentDefinitionId, weekNumber: 1, ...values })
    const day = (days: number) => daysFromNow(days).slice(0, 10)
    const step = async () => (await plansOf())[0]?.nextStep
    await give(diary, { dueDate: day(-9) })
    await give(walk, { dueDate: day(-2) })
    expect(await step()).toEqual({ name: 'Evening walk', dueDate: day(-2) })
    await give(diary, {})
    expect(await step()).toEqual({ name: 'Sleep diary', dueDate: null })
    await give(walk, { dueDate: day(5) })
    await give(diary, { dueDate: day(0) })
    await give(walk, { dueDate: day(0), completedAt: daysFromNow(0) })
    expect(await step()).toEqual({ name: 'Sleep diary', dueDate: day(0) })
    const deletionId = newId()
    await makeRow(db, 'definitionDeletion', {
      ...{ id: deletionId, kind: 'assignmentDefinition', definitionId: diary, name: 'Diary' },
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
    expect(await readersOf(cookie)).toEqual([])
    expect((await add(viggo, cookie)).statusCode).toBe(409)
  })
})

describe('the next session for a calendar', () => {
  const ask = (id: string, cookie = client) =>
    call({ url: `${url}/${id}/next-session.ics` }, cookie)

  test('is that of the own plan, in UTC, with only the name of the coach', async () => {
    const answer = await ask(clientId)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="session.ics"')
    const [own] = await plansOf()
    const at = (own?.nextSessionDate ?? '').replaceAll(/[-:]|\.\d+/g, '')
    expect(answer.body).toContain(`\r\nDTSTART:${at}\r\n`)
    expect(answer.body).toContain('\r\nSUMMARY:Session with anna coach\r\n')
    expect(answer.body).not.toMatch(/clara/i)
  })

  test('is not an archived or completed one, and has the name and date that are shown', async () => {
    const [before] = await plansOf()
    const { sessionDefinitionId } = made
    const other = newId()
    await makeRow(db, 'sessionDefinition', { id: other, name: 'Called off', displayOrder: 9 })
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
    expect(answer.body).toContain('\r\nSUMMARY:Session\r\n')
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
    const row = await rowOf(db, 'client', added?.id ?? '')
    expect(row).toMatchObject({
      guardianId: clientId,
      coachId: made.coachId,
      userId: null,
      organizationId: null,
    })
    const entry = await db
      .selectFrom('auditEntry')
      .selectAll()
      .where('rowId', '=', row.id)
      .executeTakeFirstOrThrow()
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

  test('is limited to twenty, also for concurrent requests', async () => {
    for (let count = 1; count <= 19; count++) await add(viggo, stranger)
    const answers = await Promise.all([add(viggo, stranger), add(viggo, stranger)])
    expect(answers.map((it) => it.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await plansOf(stranger)).toHaveLength(21)
    expect(answers.find((it) => it.statusCode === 409)?.json()).toMatchObject({
      error: 'You can add at most 20 family members.',
    })
  })
})

describe('who opened my data', () => {
  const open = (id: string, cookie: string) =>
    call({ url: `/api/clients/${id}/sessions-and-metrics?transcripts=omit` }, cookie)

  test('has the coach and the administrator, newest first, but not the client', async () => {
    const [, child] = await plansOf()
    await open(clientId, coach)
    await open(clientId, client)
    await open(child?.id ?? '', await signIn(emails.admin))
    expect(await readersOf()).toMatchObject([
      {
        who: 'may admin',
        role: 'Administrator',
        actingFor: null,
        what: 'opened the plan',
        whose: 'Viggo Client',
      },
      { who: 'anna coach', role: 'Coach', what: 'opened the plan', whose: null },
    ])
  })

  test('has an administrator who impersonates the client', async () => {
    const system = await signIn(emails.system)
    const start = await call(
      { method: 'POST', url: `/api/admin/impersonate/${made.clientUserId}` },
      system,
    )
    const [cookie] = start.cookies
    await open(clientId, `${cookie?.name}=${cookie?.value}`)
    const [opened, begun] = await readersOf()
    expect(opened).toMatchObject({
      who: 'sys admin',
      role: 'Administrator',
      actingFor: 'clara client',
      what: 'opened the plan',
    })
    expect(begun).toMatchObject({
      who: 'sys admin',
      actingFor: null,
      what: 'signed in to the account',
    })
  })

  test('includes links to a recording, and users of the link', async () => {
    const sessionId = await makeSession(db, {
      clientId,
      sessionDefinitionId: made.sessionDefinitionId,
    })
    await makeRecording(deps, sessionId)
    const recording = `/api/sessions/${sessionId}/recording`
    const before = (await readersOf()).length
    await call({ url: `/api/sessions/${sessionId}?transcripts=omit` }, coach)
    const link = await call({ method: 'POST', url: `${recording}/link` }, coach)
    expect((await readersOf()).slice(0, -before || undefined)).toMatchObject([
      { who: 'anna coach', what: 'created a link to a recording' },
    ])
    const { url: address } = link.json<{ url: string }>()
    await call({ url: address })
    await call({ url: recording, headers: { range: 'bytes=5-' } }, coach)
    expect((await readersOf()).slice(0, 2)).toMatchObject([
      { who: 'anna coach', role: 'Coach', what: 'opened a recording' },
      { who: 'Someone', role: 'Not signed in', what: 'opened a recording using a link' },
    ])
  })

  test.each([
    ['diarization', 'processed a transcript'],
    ['metric_extraction', 'analysed a conversation for values'],
    ['burnout_assessment', 'analysed a conversation for signs of strain'],
    ['session_preparation', 'prepared a session from earlier conversations'],
  ])('describes an execution of type %s', async (type, what) => {
    const entry = { action: 'template-executed', clientId, details: { type } } as const
    await audit(db, { userId: made.coachUserId }, entry)
    expect((await readersOf())[0]).toMatchObject({ who: 'anna coach', what })
  })

  test('has no user for automatic runs', async () => {
    const entry = { action: 'template-executed', clientId } as const
    await audit(db, {}, { ...entry, details: { type: 'session_preparation' } })
    expect((await readersOf())[0]).toMatchObject({
      who: 'This application',
      role: 'By itself',
      what: 'prepared a session from earlier conversations',
    })
  })

  test('is not available to other users', async () => {
    expect(await readersOf(stranger)).toEqual([])
    expect((await call({ url: `${url}/readers` }, coach)).statusCode).toBe(403)
  })

  test('is separate for each family member', async () => {
    const [, child] = await plansOf()
    const of = async (id: string | undefined, cookie = client) =>
      (await call({ url: `${url}/readers?clientId=${id}` }, cookie)).json<DataReader[]>()
    expect((await of(child?.id)).map(({ whose, what }) => [whose, what])).toEqual([
      ['Viggo Client', 'opened the plan'],
    ])
    expect(new Set((await of(clientId)).map(({ whose }) => whose))).toEqual(new Set([null]))
    expect(await of(child?.id, stranger)).toEqual([])
    expect(await of(newId())).toEqual([])
  })
})
