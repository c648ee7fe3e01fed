import { beforeEach, expect, test } from 'vitest'
import type { Client } from '#contract/clients/clients.ts'
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
  updateRow,
} from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails, ...made } = await testApp()
const client = await signIn(emails.client)
const coach = await signIn(emails.coach)
const assignmentDefinitionId = await makeAssignmentType(db)

const url = '/api/my-client-data'
const plansOf = async (cookie = client) => (await call({ url }, cookie)).json<Plan[]>()
const change = (id: string, payload: object, cookie = client) =>
  call({ method: 'PATCH', url: `${url}/family/${id}`, payload }, cookie)
const remove = (id: string, cookie = client) =>
  call({ method: 'DELETE', url: `${url}/family/${id}` }, cookie)
const entriesOf = (action: string, rowId: string) => auditEntries(db, { action, rowId })
const names = { firstName: 'Vigo', lastName: 'Client', familyRelation: 'Other' }

let member: Plan
beforeEach(async () => {
  await db.deleteFrom('client').where('guardianId', 'is not', null).execute()
  const added = await call({ method: 'POST', url: `${url}/family`, payload: names }, client)
  member = added.json<Plan[]>().at(-1) as Plan
  expect(member).toMatchObject({ userFirstName: 'Vigo', version: 1, isUnused: true })
})

await makeUser(db, { email: 'st.ranger@example.com', roles: ['client_user'] }).then((userId) =>
  makeClient(db, { userId }),
)
const stranger = await signIn('st.ranger@example.com')

test('name and relationship can be corrected, and the coach finds the new name', async () => {
  const answer = await change(member.id, {
    ...{ firstName: 'Viggo', familyRelation: 'Son', version: member.version },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.json<Plan[]>().at(-1)).toMatchObject({
    ...{ id: member.id, userFirstName: 'Viggo', userLastName: 'Client' },
    ...{ familyRelation: 'Son', version: 2 },
  })
  const found = await call({ url: '/api/my-coach-clients?limit=50&q=viggo' }, coach)
  expect(found.json<Client[]>().map(({ id }) => id)).toEqual([member.id])
  const [entry, ...others] = await entriesOf('family-member-changed', member.id)
  expect(entry).toMatchObject({
    ...{ userId: made.clientUserId, clientId: member.id },
    details: { changed: 'firstName familyRelation' },
  })
  expect(others).toEqual([])
  expect(JSON.stringify(entry)).not.toContain('Viggo')
})

test('a concurrent correction is rejected unless it is the same', async () => {
  const { version } = member
  expect((await change(member.id, { firstName: 'Viggo', version })).statusCode).toBe(200)
  const other = await change(member.id, { firstName: 'Vincent', version })
  expect(other.statusCode).toBe(409)
  expect(other.json()).toMatchObject({ code: 'stale' })
  expect((await change(member.id, { firstName: 'Viggo', version })).statusCode).toBe(200)
  expect((await plansOf()).at(-1)).toMatchObject({ userFirstName: 'Viggo', version: 2 })
  expect(await entriesOf('family-member-changed', member.id)).toHaveLength(1)
})

test.each([
  [{ firstName: ' ' }, 'firstName', 'First name is required'],
  [{ familyRelation: 'Boss' }, 'familyRelation', 'Relationship is required'],
])('a correction with %j is rejected', async (wrong, field, message) => {
  const answer = await change(member.id, wrong)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toEqual({ [field]: message })
})

test('users can correct and remove only their own family members, and not themselves', async () => {
  for (const [id, cookie] of [
    [member.id, stranger],
    [made.clientId, client],
    [newId(), client],
  ] as const) {
    expect((await change(id, { firstName: 'Else' }, cookie)).statusCode).toBe(404)
    expect((await remove(id, cookie)).statusCode).toBe(404)
  }
  expect((await plansOf()).map(({ userFirstName }) => userFirstName)).toEqual(['clara', 'Vigo'])
})

test('an unused family member can be removed, including from the list of the coach', async () => {
  const counts = async () =>
    (await call({ url: '/api/my-coach-clients?limit=50' }, coach)).headers['x-total-count']
  const before = Number(await counts())
  const answer = await remove(member.id)
  expect(answer.statusCode).toBe(200)
  expect(answer.json<Plan[]>().map(({ id }) => id)).toEqual([made.clientId])
  expect(Number(await counts())).toBe(before - 1)
  expect(await entriesOf('family-member-removed', member.id)).toMatchObject([
    { userId: made.clientUserId, clientId: member.id },
  ])
  expect((await remove(member.id)).statusCode).toBe(404)
})

const session = () =>
  makeSession(db, {
    ...{ clientId: member.id, sessionDefinitionId: made.sessionDefinitionId },
    sessionDate: daysFromNow(3),
  })
const inWeek1 = () => ({ clientId: member.id, weekNumber: 1 })
const past = { riskScore: 40, source: 'person', createdAt: daysFromNow(0) }
const risk = { manualRiskLevel: 'high', riskLevelReason: 'Worn out.', riskLevelAt: daysFromNow(0) }
test.each<[string, () => Promise<unknown>]>([
  ['a session', session],
  ['a home assignment', () => makeRow(db, 'assignment', { ...inWeek1(), assignmentDefinitionId })],
  [
    'an undone assessment',
    () => makeRow(db, 'burnoutAssessmentHistory', { ...inWeek1(), ...past }),
  ],
  ['a risk level', () => updateRow(db, 'client', member.id, risk)],
])('a family member whose plan has %s cannot be removed', async (_, fill) => {
  await fill()
  expect((await plansOf()).at(-1)).toMatchObject({ id: member.id, isUnused: false })
  const answer = await remove(member.id)
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({
    error: 'This plan is already in use and cannot be removed.',
  })
  expect(await plansOf()).toHaveLength(2)
})

test('removing a family member waits for a concurrent change of the plan, and is then rejected', async () => {
  const { promise: written, resolve: write } = Promise.withResolvers<void>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const coming = db.transaction().execute(async (tx) => {
    await makeSession(tx, {
      ...{ clientId: member.id, sessionDefinitionId: made.sessionDefinitionId },
      sessionDate: daysFromNow(3),
    })
    write()
    await ended
  })
  await written
  const removing = remove(member.id)
  setTimeout(end, 300)
  expect((await removing).statusCode).toBe(409)
  await coming
  expect(await plansOf()).toHaveLength(2)
})
