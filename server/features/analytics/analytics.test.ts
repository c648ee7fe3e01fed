import { describe, expect, test } from 'vitest'
import type {
  AllAnalytics,
  Analytics,
  OrganizationAnalytics,
} from '#contract/analytics/analytics.ts'
import { grantAllConsents } from '../consents/consents.queries.ts'
import { newId } from '../../platform/ids.ts'
import { daysFromNow, makeRecordingRow, makeRow, makeUser } from '../../test/make.ts'
import { makeEmployees } from '../../test/organizations.ts'
import { testApp } from '../../test/test-app.ts'
import { publishDueEditions } from './edition/edition.service.ts'

const made = await testApp()
const { db, call, signIn, emails } = made
const { makeOrganization, register, meet, enroll, assess, nextDay } = makeEmployees(made)
const admin = await signIn(emails.admin)
const org = await signIn(emails.org)

const request = (id: string, cookie = admin) =>
  call({ url: `/api/organizations/${id}/analytics` }, cookie)
const figuresOf = async (id: string, cookie = admin) =>
  (await request(id, cookie)).json<OrganizationAnalytics>()
const allFigures = async () =>
  (await call({ url: '/api/admin/analytics' }, admin)).json<AllAnalytics>()

test('administrators and the org_user see the same figures, but only administrators how many count', async () => {
  await meet(made.clientId, daysFromNow(-2))
  const answer = await request(made.organizationId)
  const figures = answer.json<OrganizationAnalytics>()
  expect(figures).toMatchObject({
    organizationName: 'Nordlys Design',
    isSample: true,
    counted: 1,
    minCounted: 6,
  })
  expect(await figuresOf(made.organizationId, org)).toEqual({ ...figures, counted: null })
  expect(answer.body).not.toMatch(/clara|@example/)
})

test('an org_user can only read their own organization', async () => {
  const own = await call({ url: '/api/my-organization' }, org)
  expect(own.json()).toEqual({ id: made.organizationId, name: 'Nordlys Design' })
  const other = await request(await makeOrganization(), org)
  expect(other.statusCode).toBe(404)
  expect(other.json()).toMatchObject({ error: 'There is no such organization.' })
  await makeUser(db, { email: 'no.where@example.com', roles: ['org_user'] })
  const nowhere = await signIn('no.where@example.com')
  expect((await call({ url: '/api/my-organization' }, nowhere)).statusCode).toBe(404)
  expect((await request(made.organizationId, nowhere)).statusCode).toBe(404)
})

describe('enrolled people', () => {
  test('are replaced by sample figures until six have had a session', async () => {
    const id = await makeOrganization(400)
    const sample = {
      isSample: true,
      currency: 'DKK',
      coverage: {
        eligible: 25,
        enrolled: 11,
        coveragePercent: 44,
        totalMonthlyCost: 5000,
        costPerPatient: 200,
        costPerSession: 325,
      },
    }
    await register(id, 30)
    expect(await figuresOf(id)).toMatchObject({ ...sample, counted: 0 })
    const [guardianId = ''] = await enroll(id, 5)
    const [planned = ''] = await register(id, 1)
    await meet(planned, daysFromNow(1))
    const child = { id: newId(), guardianId, firstName: 'Viggo', organizationId: id }
    await db.insertInto('client').values(child).execute()
    await meet(child.id, daysFromNow(-1))
    expect(await figuresOf(id)).toMatchObject({ ...sample, counted: 5 })
    await enroll(id, 1)
    expect(await figuresOf(id)).toMatchObject({
      isSample: false,
      counted: 6,
      coverage: { eligible: 400, enrolled: 6, coveragePercent: 2 },
    })
  })

  test('are those who have agreed to be counted', async () => {
    const id = await makeOrganization(400)
    const [first = ''] = await enroll(id, 6)
    await db.deleteFrom('consent').where('clientId', '=', first).execute()
    expect(await figuresOf(id)).toMatchObject({ isSample: true, counted: 5 })
    await grantAllConsents(db, [first])
    expect(await figuresOf(id)).toMatchObject({ isSample: false, counted: 6 })
  })

  test('must be everyone if the rest would be smaller than a group', async () => {
    expect((await figuresOf(await makeOrganization(10))).minCounted).toBe(10)
    expect((await figuresOf(await makeOrganization(12))).minCounted).toBe(6)
  })

  test('do not change within a day', async () => {
    const id = await makeOrganization()
    await enroll(id, 7)
    expect((await figuresOf(id)).coverage.enrolled).toBe(7)
    await enroll(id, 9)
    expect((await figuresOf(id)).coverage.enrolled).toBe(7)
    await nextDay(id)
    expect((await figuresOf(id)).coverage.enrolled).toBe(16)
  })

  test('are counted once, even by concurrent requests', async () => {
    const id = await makeOrganization()
    await register(id, 8)
    await enroll(id, 6)
    const [, ...answers] = await Promise.all([
      enroll(id, 2),
      ...Array.from({ length: 6 }, () => figuresOf(id)),
    ])
    const { enrolled } = (await figuresOf(id)).coverage
    expect(enrolled).toBeGreaterThanOrEqual(6)
    for (const { isSample, coverage } of answers)
      expect([isSample, coverage.enrolled]).toEqual([false, enrolled])
  })

  const ofUsers = (clientIds: string[]) =>
    db
      .updateTable('user')
      .where('id', 'in', db.selectFrom('client').select('userId').where('id', 'in', clientIds))
  const otherOrganization = makeOrganization()
  test.each<[string, (ids: string[]) => Promise<unknown>]>([
    [
      'lose the client role',
      (ids) =>
        ofUsers(ids)
          .set({ roles: ['coach_user'] })
          .execute(),
    ],
    [
      'are deactivated',
      (ids) =>
        ofUsers(ids)
          .set({ deactivatedAt: daysFromNow(0) })
          .execute(),
    ],
    ['are deleted', (ids) => db.deleteFrom('client').where('id', 'in', ids).execute()],
    [
      'move to another organization',
      async (ids) =>
        db
          .updateTable('client')
          .set({ organizationId: await otherOrganization })
          .where('id', 'in', ids)
          .execute(),
    ],
  ])('who %s are still counted until six have left', async (_, leave) => {
    const id = await makeOrganization()
    const clients = await enroll(id, 18)
    for (const clientId of clients.slice(0, 12)) await assess(clientId, 90, daysFromNow(-1))
    const before = await figuresOf(id)
    expect(before.risk.at(-1)).toMatchObject({ highRisk: 12, total: 12 })
    await leave(clients.slice(0, 5))
    await nextDay(id)
    const { funnel, ...engagement } = before.engagement
    expect(await figuresOf(id)).toEqual({
      ...{ ...before, counted: 13 },
      engagement: {
        ...engagement,
        // Accounts are counted at once.
        ...{ funnel: { ...funnel, registered: 13 }, registrationPercent: 22 },
      },
    })
    await leave(clients.slice(5, 6))
    await nextDay(id)
    const after = await figuresOf(id)
    expect(after.coverage.enrolled).toBe(12)
    expect(after.risk.at(-1)).toMatchObject({ highRisk: 6, total: 6 })
  })

  test('are replaced by sample figures again when all have left', async () => {
    const id = await makeOrganization()
    const clients = await enroll(id, 6)
    expect((await figuresOf(id)).isSample).toBe(false)
    await db.deleteFrom('client').where('id', 'in', clients).execute()
    await nextDay(id)
    expect((await figuresOf(id)).isSample).toBe(true)
  })
})

test('engagement counts people and past sessions in steps of six', async () => {
  const id = await makeOrganization(40)
  const clients = await enroll(id, 14)
  const [last = '', ...others] = clients
  for (const [index, clientId] of others.entries()) {
    const sessionId = await meet(clientId, daysFromNow(index < 7 ? -3 : -45))
    if (index >= 6) continue
    await makeRecordingRow(db, sessionId, { duration: (30 + index) * 60 })
    // Unknown duration.
    await makeRecordingRow(db, await meet(clientId, daysFromNow(-4)), { duration: 0 })
  }
  await meet(last, daysFromNow(5))
  await meet(last, daysFromNow(-5), { archivedAt: daysFromNow(-4) })
  expect((await figuresOf(id)).engagement).toEqual({
    funnel: { invited: 40, registered: 14, firstSession: 14 },
    registrationPercent: 35,
    completionPercent: 100,
    activeUsers: 6,
    totalSessions: 30,
    averageSessionsPerPatient: 2.1,
    sessionDuration: 30,
    ...{ answered: null, helpful: null, helpfulPercent: null },
  })
})

test('registered are accounts, which only administrators see', async () => {
  const id = await makeOrganization(40)
  await enroll(id, 6)
  await register(id, 4)
  expect((await figuresOf(id)).engagement).toMatchObject({
    funnel: { registered: 10, firstSession: 6 },
    ...{ registrationPercent: 25, completionPercent: 60 },
  })
  const who = db.updateTable('user').where('email', '=', emails.org)
  await who.set({ organizationId: id }).execute()
  expect((await figuresOf(id, org)).engagement).toMatchObject({
    funnel: { registered: null, firstSession: 6 },
    ...{ registrationPercent: null, completionPercent: null },
  })
  await who.set({ organizationId: made.organizationId }).execute()
})

test('the figures of all organizations are the sums of their published figures', async () => {
  await makeRow(db, 'organization', {
    ...{ name: 'Without clients', eligibleHeadcount: 3, inviteToken: newId() },
  })
  await publishDueEditions(db, new Date(), undefined)
  const { organizations: rows, organizationCount, includedCount, all } = await allFigures()
  const views = await Promise.all(rows.map(({ id }) => figuresOf(id)))
  expect(rows).toHaveLength(organizationCount)
  for (const [index, { eligible, enrolled, coveragePercent }] of rows.entries())
    if (!views[index]?.isSample)
      expect(views[index]?.coverage).toMatchObject({ eligible, enrolled, coveragePercent })
  const published = views.filter(({ isSample }) => !isSample)
  expect(includedCount).toBe(published.length)
  expect(includedCount).toBeGreaterThan(4)
  const sum = (of: (view: Analytics) => number | null) =>
    published.reduce((total, view) => total + (of(view) ?? 0), 0)
  expect(all.engagement).toMatchObject({
    funnel: {
      invited: rows.reduce((total, { eligible }) => total + eligible, 0),
      registered: sum((it) =>
        it.coverage.enrolled === null ? null : it.engagement.funnel.registered,
      ),
      firstSession: sum((it) => it.engagement.funnel.firstSession),
    },
    activeUsers: sum((it) => it.engagement.activeUsers),
    totalSessions: sum((it) => it.engagement.totalSessions),
  })
  for (const [index, { month, ...bands }] of all.risk.entries())
    for (const band of ['highRisk', 'mediumRisk', 'lowRisk', 'total'] as const)
      expect(bands[band] ?? 0, `${band} in ${month}`).toBe(
        sum((it) => it.risk[index]?.[band] ?? null),
      )
  expect(all.risk.at(-1)?.total).toBeGreaterThan(0)
})
