import { describe, expect, test } from 'vitest'
import type { AllAnalytics, Analytics } from '#contract/analytics.ts'
import { newId } from '../../ids.ts'
import { daysFromNow, makeSession, makeUser } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { organizationFigures } from './analytics.service.ts'
import { sixMonths } from './months.ts'

const { db, call, signIn, emails, ...made } = await testApp()
const admin = await signIn(emails.admin)
const org = await signIn(emails.org)

type OrganizationAnalytics = Analytics & { organizationName: string }
const ask = (id: string, cookie = admin) =>
  call({ url: `/api/organizations/${id}/analytics` }, cookie)
const figuresOf = async (id: string, cookie = admin) =>
  (await ask(id, cookie)).json<OrganizationAnalytics>()
const allFigures = async () =>
  (await call({ url: '/api/admin/analytics' }, admin)).json<AllAnalytics>()

let organizations = 0
async function makeOrganization(eligible = 25) {
  const id = newId()
  await db
    .insertInto('organization')
    .values({
      id,
      name: `Organization ${++organizations}`,
      inviteToken: id,
      eligibleHeadcount: eligible,
      monthlyPricePerEmployee: 200,
      pricePerSession: 325,
      currency: 'DKK',
    })
    .execute()
  return id
}

/** People who register: none of them ever signs in here, so that no password has to be hashed. */
async function register(organizationId: string, count: number) {
  const users = Array.from({ length: count }, () => {
    const id = newId()
    return {
      ...{ id, email: `${id}@example.com`, firstName: 'Some', lastName: 'Body' },
      ...{ passwordHash: 'none', roles: ['client_user'], organizationId },
    }
  })
  const clients = users.map(({ id: userId }) => ({ id: newId(), userId, organizationId }))
  await db.insertInto('user').values(users).execute()
  await db.insertInto('client').values(clients).execute()
  return clients.map(({ id }) => id)
}

const assess = (clientId: string, riskScore: number, createdAt: string, weekNumber = 1) =>
  db
    .insertInto('burnoutAssessment')
    .values({ id: newId(), clientId, weekNumber, riskScore, createdAt })
    .execute()
const meet = (clientId: string, sessionDate: string, values = {}) =>
  makeSession(db, {
    clientId,
    sessionDefinitionId: made.sessionDefinitionId,
    sessionDate,
    ...values,
  })

describe('who reads the figures of an organization', () => {
  test('administrators and its own org_user, whom they tell the same', async () => {
    const own = await figuresOf(made.organizationId, org)
    expect(own).toEqual(await figuresOf(made.organizationId))
    expect(own.organizationName).toBe('Nordlys Design')
  })

  test('not the org_user of another: it is as if it were not there', async () => {
    const other = await makeOrganization()
    expect((await ask(other, org)).statusCode).toBe(404)
    expect((await ask(newId(), org)).json()).toMatchObject({
      error: 'There is no such organization.',
    })
    expect((await ask(newId())).statusCode).toBe(404)
  })

  test.each(['coach', 'client'] as const)('not a %s', async (who) => {
    expect((await ask(made.organizationId, await signIn(emails[who]))).statusCode).toBe(403)
  })

  test('an org_user finds out which one is the own, and learns no names', async () => {
    const answer = await call({ url: '/api/my-organization' }, org)
    expect(answer.json()).toEqual({ id: made.organizationId, name: 'Nordlys Design' })
    expect((await ask(made.organizationId, org)).body).not.toMatch(/clara|@example/)
    await makeUser(db, { email: 'no.where@example.com', roles: ['org_user'] })
    const nowhere = await signIn('no.where@example.com')
    expect((await call({ url: '/api/my-organization' }, nowhere)).statusCode).toBe(404)
    expect((await ask(made.organizationId, nowhere)).statusCode).toBe(404)
  })
})

describe('the enrolled', () => {
  test('are the sample of the specification while nobody is registered', async () => {
    expect(await figuresOf(await makeOrganization(400))).toMatchObject({
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
    })
  })

  test('are told from the sixth on', async () => {
    const id = await makeOrganization()
    await register(id, 5)
    const few = await figuresOf(id)
    expect(few).toMatchObject({
      isSample: false,
      coverage: { eligible: 25, enrolled: null, coveragePercent: null, totalMonthlyCost: 5000 },
      engagement: { funnel: { invited: 25, registered: null } },
    })
    await register(id, 1)
    expect((await figuresOf(id)).coverage).toMatchObject({ enrolled: 6, coveragePercent: 24 })
  })

  test('who come later are counted six at a time: no two readings differ by fewer', async () => {
    const id = await makeOrganization(60)
    const readings = []
    for (const newcomers of [11, 1, 1, 1, 2, 1, 5, 1]) {
      await register(id, newcomers)
      readings.push((await figuresOf(id)).coverage.enrolled)
    }
    expect(readings).toEqual([11, 11, 11, 11, 11, 17, 17, 23])
  })

  test('are counted once and together, also when many ask at the same moment', async () => {
    const id = await makeOrganization(60)
    await register(id, 5)
    const [, ...answers] = await Promise.all([
      register(id, 3),
      ...Array.from({ length: 6 }, () => figuresOf(id)),
    ])
    for (const answer of answers) expect([null, 8]).toContain(answer.coverage.enrolled)
    expect((await figuresOf(id)).coverage.enrolled).toBe(8)
  })

  test('who move on are newcomers where they come to', async () => {
    const [from, to] = [await makeOrganization(60), await makeOrganization(60)]
    const [moving = ''] = await register(from, 12)
    await register(to, 8)
    await Promise.all([figuresOf(from), figuresOf(to)])
    await db.updateTable('client').set({ organizationId: to }).where('id', '=', moving).execute()
    expect((await figuresOf(to)).coverage.enrolled).toBe(8)
  })

  test('are not told when the few who are missing could be', async () => {
    const id = await makeOrganization(13)
    await register(id, 10)
    const { coverage, engagement } = await figuresOf(id)
    expect(coverage).toMatchObject({ enrolled: null, coveragePercent: null })
    expect(engagement.funnel.registered).toBe(6)
  })

  test('are no family members', async () => {
    const id = await makeOrganization()
    const [guardianId = ''] = await register(id, 6)
    await db
      .insertInto('client')
      .values({ id: newId(), guardianId, firstName: 'Viggo', organizationId: id })
      .execute()
    expect((await figuresOf(id)).coverage.enrolled).toBe(6)
  })
})

describe('engagement', async () => {
  const id = await makeOrganization(40)
  const clients = await register(id, 14)
  for (const [index, clientId] of clients.slice(0, 13).entries()) {
    const last = await meet(clientId, daysFromNow(index < 7 ? -3 : -45))
    if (index < 6)
      await db
        .insertInto('recording')
        .values({
          ...{ id: newId(), sessionId: last, storageKey: 'k', fileName: 'a.mp4' },
          ...{ contentType: 'video/mp4', sizeBytes: 1, isPlayable: true },
          duration: (30 + index) * 60,
        })
        .execute()
    await meet(clientId, daysFromNow(-60))
  }
  // Neither of these is a session that was had.
  await meet(clients[13] ?? '', daysFromNow(5))
  await meet(clients[13] ?? '', daysFromNow(-5), { archivedAt: daysFromNow(-4) })

  test('counts people and sessions of the past in steps of six', async () => {
    expect((await figuresOf(id)).engagement).toEqual({
      funnel: { invited: 40, registered: 14, firstSession: 12 },
      registrationPercent: 35,
      completionPercent: 86,
      activeUsers: 6,
      totalSessions: 24,
      averageSessionsPerPatient: 1.7,
      sessionDuration: 35,
    })
  })
})

describe('risk by month', async () => {
  const now = new Date('2026-03-10T12:00:00Z')
  const id = await makeOrganization(40)
  const clients = await register(id, 14)
  const asOf = (date = now, organization = id) =>
    organizationFigures(
      db,
      { userId: made.adminUserId, roles: ['maylab_admin'] },
      organization,
      date,
    )
  for (const clientId of clients) {
    await assess(clientId, 60.5, '2025-12-31T23:59:59.999Z')
    await assess(clientId, 60, '2026-01-01T00:00:00.000Z', 2)
  }
  for (const clientId of clients.slice(0, 8)) await assess(clientId, 30, '2026-03-02T08:00:00Z', 9)

  test('covers six calendar months, the last is the current one', async () => {
    expect(sixMonths(now).map(({ month }) => month)).toEqual([
      '2025-10',
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
      '2026-03',
    ])
    const { risk } = await asOf()
    expect(risk.map(({ isCurrent }) => isCurrent)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ])
    expect(sixMonths(new Date('2026-12-31T23:59:59Z')).at(-1)).toEqual({
      month: '2026-12',
      end: '2027-01-01T00:00:00.000Z',
    })
  })

  test('has everybody in the band of the latest assessment up to the end of the month', async () => {
    const none = { highRisk: null, mediumRisk: null, lowRisk: null, total: null }
    expect((await asOf()).risk).toMatchObject([
      { month: '2025-10', ...none },
      { month: '2025-11', ...none },
      { month: '2025-12', highRisk: 12, mediumRisk: null, lowRisk: null, total: 12 },
      { month: '2026-01', highRisk: null, mediumRisk: 12, lowRisk: null, total: 12 },
      { month: '2026-02', highRisk: null, mediumRisk: 12, lowRisk: null, total: 12 },
      { month: '2026-03', highRisk: null, mediumRisk: 6, lowRisk: 6, total: 12 },
    ])
  })

  test('takes the latest by its week, however late an earlier week was written down', async () => {
    const late = await makeOrganization(40)
    for (const clientId of await register(late, 6)) {
      await assess(clientId, 80, '2026-01-10T08:00:00Z', 5)
      await assess(clientId, 20, '2026-02-10T08:00:00Z', 4)
      await assess(clientId, 50, '2026-03-01T08:00:00Z', 5)
    }
    const { risk } = await asOf(now, late)
    const none = { highRisk: null, mediumRisk: null, lowRisk: null }
    expect(risk.slice(2)).toMatchObject([
      { month: '2025-12', ...none },
      { month: '2026-01', ...none, highRisk: 6 },
      { month: '2026-02', ...none, highRisk: 6 },
      { month: '2026-03', ...none, mediumRisk: 6 },
    ])
  })
})

describe('all organizations', () => {
  test('are sums of what the single views tell', async () => {
    const { organizations: rows, organizationCount, includedCount, all } = await allFigures()
    const single = await Promise.all(
      rows.map(async (row) => ({ row, view: await figuresOf(row.id) })),
    )
    expect(rows).toHaveLength(organizationCount)
    const told = single.filter(({ view }) => !view.isSample)
    for (const { row, view } of told) {
      expect(row).toMatchObject({
        eligible: view.coverage.eligible,
        enrolled: view.coverage.enrolled,
        coveragePercent: view.coverage.coveragePercent,
      })
    }
    expect(includedCount).toBeGreaterThan(4)
    expect(includedCount).toBeLessThan(organizationCount)
    const sum = (of: (view: Analytics) => number | null) =>
      told.reduce((so, { view }) => so + (of(view) ?? 0), 0)
    expect(all.engagement).toMatchObject({
      activeUsers: sum((it) => it.engagement.activeUsers),
      totalSessions: sum((it) => it.engagement.totalSessions),
    })
    expect(all.engagement.funnel).toEqual({
      invited: rows.reduce((so, { eligible }) => so + eligible, 0),
      registered: sum((it) => it.engagement.funnel.registered),
      firstSession: sum((it) => it.engagement.funnel.firstSession),
    })
    for (const [index, { month, ...bands }] of all.risk.entries())
      for (const band of ['highRisk', 'mediumRisk', 'lowRisk', 'total'] as const)
        expect(bands[band] ?? 0, `${band} in ${month}`).toBe(
          sum((it) => it.risk[index]?.[band] ?? null),
        )
    expect(all.risk.at(-1)?.total).toBeGreaterThan(0)
  })

  test('change by nothing when a group that is too small does', async () => {
    const id = await makeOrganization()
    await register(id, 2)
    const before = await allFigures()
    const [clientId = ''] = await register(id, 3)
    await meet(clientId, daysFromNow(-1))
    await assess(clientId, 90, daysFromNow(-1))
    expect(await allFigures()).toEqual(before)
  })

  test('are for administrators only', async () => {
    expect((await call({ url: '/api/admin/analytics' }, org)).statusCode).toBe(403)
  })
})
