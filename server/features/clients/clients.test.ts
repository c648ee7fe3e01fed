import { describe, expect, test } from 'vitest'
import type { Client } from '#contract/clients/clients.ts'
import { newId } from '../../platform/ids.ts'
import {
  daysFromNow,
  makeClient,
  makeRow,
  makeSession,
  makeUser,
  updateRow,
} from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const { db, call, signIn, emails, ...made } = await testApp()
const admin = await signIn(emails.admin)
const coach = await signIn(emails.coach)

const list = (url: string, cookie = admin) => call({ url }, cookie)
const clientsOf = async (url: string, cookie = admin) => (await list(url, cookie)).json<Client[]>()
const getRow = async (id: string) => {
  const found = (await clientsOf('/api/admin/clients')).find((it) => it.id === id)
  if (!found) throw new Error('the client is not in the list')
  return found
}
const assess = (clientId: string, weekNumber: number, riskScore: number, createdAt?: string) =>
  makeRow(db, 'burnoutAssessment', {
    clientId,
    weekNumber,
    riskScore,
    ...(createdAt && { createdAt }),
  })
describe('derived fields of a client', () => {
  test('a client without sessions or assessments has no dates, no risk and no trend', async () => {
    expect(await getRow(made.clientId)).toMatchObject({
      userFirstName: 'clara',
      userLastName: 'client',
      userEmail: emails.client,
      organizationName: 'Nordlys Design',
      coachId: made.coachId,
      coachUserId: made.coachUserId,
      riskLevel: null,
      lastSessionDate: null,
      nextSessionDate: null,
      openSessions: 0,
      burnoutPercentage: null,
      trendDirection: null,
      trendValue: null,
    })
  })

  test('open sessions are past and neither completed nor archived; last and next are around now', async () => {
    const clientId = await makeClient(db)
    const { sessionDefinitionId } = made
    const add = (days: number, values = {}) =>
      makeSession(db, { clientId, sessionDefinitionId, sessionDate: daysFromNow(days), ...values })
    await add(-20)
    await add(-10)
    await add(-5, { completedAt: daysFromNow(-5) })
    await add(-3, { archivedAt: daysFromNow(-1) })
    await add(2, { archivedAt: daysFromNow(-1) })
    await add(3, { completedAt: daysFromNow(-1) })
    await add(4)
    await add(11)
    const row = await getRow(clientId)
    expect(row.openSessions).toBe(2)
    expect(Date.parse(row.lastSessionDate ?? '') - Date.now()).toBeCloseTo(-3 * 864e5, -5)
    expect(Date.parse(row.nextSessionDate ?? '') - Date.now()).toBeCloseTo(4 * 864e5, -5)
  })

  test.each([
    [30, 'low'],
    [30.5, 'medium'],
    [60, 'medium'],
    [60.1, 'high'],
  ])('a burnout score of %d is a %s risk', async (score, riskLevel) => {
    const clientId = await makeClient(db)
    await assess(clientId, 1, score)
    expect(await getRow(clientId)).toMatchObject({ riskLevel, burnoutPercentage: score })
  })

  test('a manual risk level overrides the score', async () => {
    const clientId = await makeClient(db, { manualRiskLevel: 'high' })
    await assess(clientId, 1, 10)
    expect(await getRow(clientId)).toMatchObject({ riskLevel: 'high', burnoutPercentage: 10 })
  })

  test.each([
    [[40], null, null],
    [[40, 41], 'up', 1],
    [[40, 39], 'down', -1],
    [[50, 50.9], 'flat', 0.9],
    [[90, 20, 35.5], 'up', 15.5],
  ])('assessments of %j give the trend %s by %s', async (scores, trendDirection, trendValue) => {
    const clientId = await makeClient(db)
    for (const [index, score] of scores.entries()) await assess(clientId, index + 1, score)
    expect(await getRow(clientId)).toMatchObject({ trendDirection, trendValue })
  })

  test('the latest assessment of a week is the effective one', async () => {
    const clientId = await makeClient(db)
    await assess(clientId, 3, 70, daysFromNow(-1))
    await assess(clientId, 3, 20, daysFromNow(-2))
    await assess(clientId, 2, 90, daysFromNow(0))
    expect(await getRow(clientId)).toMatchObject({ burnoutPercentage: 70, trendValue: -20 })
  })

  test('a family member has their own name and no email', async () => {
    const id = await makeRow(db, 'client', {
      guardianId: made.clientId,
      firstName: 'Viggo',
      coachId: made.coachId,
    })
    expect(await getRow(id)).toMatchObject({
      userFirstName: 'Viggo',
      userLastName: '',
      userEmail: null,
    })
  })
})

test('two clients with one name at one employer are told apart by email, a child by that of the guardian', async () => {
  const named = async (email: string, organizationId: string) => {
    const userId = await makeUser(db, { email, roles: ['client_user'], organizationId })
    return makeClient(db, { userId, organizationId })
  }
  const other = await makeRow(db, 'organization', { name: 'Else', inviteToken: newId() })
  const elsewhere = await named('astrid.lund@else.example', other)
  const one = await named('astrid.lund@firm.example', made.organizationId)
  const emailsOf = (ids: string[]) =>
    Promise.all(ids.map(async (id) => (await getRow(id)).namesakeEmail))
  expect(await emailsOf([elsewhere, one])).toEqual([null, null])
  const child = await makeRow(db, 'client', {
    ...{ guardianId: one, firstName: 'astrid', lastName: 'lund' },
    organizationId: made.organizationId,
  })
  expect(await emailsOf([elsewhere, one, child])).toEqual([
    null,
    ...['astrid.lund@firm.example', 'astrid.lund@firm.example'],
  ])
})

describe('whose clients are listed', () => {
  test('coaches see only their own clients', async () => {
    const mine = await clientsOf('/api/my-coach-clients', coach)
    expect(mine.map(({ userFirstName }) => userFirstName).toSorted()).toEqual(['Viggo', 'clara'])
    const other = await signIn(emails.otherCoach)
    expect(await clientsOf('/api/my-coach-clients', other)).toEqual([])
  })

  test('a coach who is also an admin sees only their own clients in their list', async () => {
    await updateRow(db, 'user', made.otherCoachUserId, { roles: ['coach_user', 'maylab_admin'] })
    const both = await signIn(emails.otherCoach)
    expect(await clientsOf('/api/my-coach-clients', both)).toEqual([])
    expect((await clientsOf('/api/admin/clients', both)).length).toBeGreaterThan(2)
  })
})
