import { sql, type Updateable } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { AllAnalytics, Analytics, OrganizationAnalytics } from '#contract/analytics.ts'
import type { User } from '../../platform/db/schema.ts'
import { newId } from '../../platform/ids.ts'
import { daysFromNow, makeRecordingRow, makeSession, makeUser } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { organizationFigures } from './analytics.service.ts'
import { sixMonths } from './months.ts'

const { db, deps, call, signIn, emails, ...made } = await testApp()
const admin = await signIn(emails.admin)
const org = await signIn(emails.org)

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
async function invite(organizationId: string, count: number) {
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

const longAgo = '2020-01-06T10:00:00Z'

/** People who register and have had their first session. */
async function register(organizationId: string, count: number) {
  const clients = await invite(organizationId, count)
  const { sessionDefinitionId } = made
  await db
    .insertInto('session')
    .values(
      clients.map((clientId) => ({
        ...{ id: newId(), clientId, sessionDefinitionId, sessionDate: longAgo },
      })),
    )
    .execute()
  return clients
}

/** As though the figures that are told had been made the day before. */
const sleep = (...organizationIds: string[]) =>
  db
    .updateTable('edition')
    .set({ madeAt: sql`made_at - interval '1 day'` })
    .where('organizationId', 'in', organizationIds)
    .execute()

const changeUserOf = (clientIds: string[], values: Updateable<User>) =>
  db
    .updateTable('user')
    .set(values)
    .where('id', 'in', db.selectFrom('client').select('userId').where('id', 'in', clientIds))
    .execute()

const assess = (
  clientId: string,
  riskScore: number,
  createdAt: string,
  weekNumber = 1,
  source = 'person',
) =>
  db
    .insertInto('burnoutAssessment')
    .values({ id: newId(), clientId, weekNumber, riskScore, createdAt, source })
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
    expect(own).toEqual({ ...(await figuresOf(made.organizationId)), registered: null })
    expect(own.organizationName).toBe('Nordlys Design')
  })

  test('and administrators also how many are registered, whom they could count anyway', async () => {
    await meet(made.clientId, daysFromNow(-2))
    expect(await figuresOf(made.organizationId)).toMatchObject({
      ...{ isSample: true, registered: 1, minRegistered: 6 },
    })
    expect((await figuresOf(await makeOrganization(10))).minRegistered).toBe(10)
    expect((await figuresOf(await makeOrganization(12))).minRegistered).toBe(6)
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
  test('are the sample of the specification until six are registered', async () => {
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
    expect(await figuresOf(id)).toMatchObject({ ...sample, registered: 0 })
    await register(id, 5)
    expect(await figuresOf(id)).toMatchObject({ ...sample, registered: 5 })
    for (const { highRisk, mediumRisk, lowRisk, total } of (await figuresOf(id)).risk)
      expect([(highRisk ?? 0) + (mediumRisk ?? 0) + (lowRisk ?? 0), total]).toEqual([11, 11])
    await register(id, 1)
    expect(await figuresOf(id)).toMatchObject({
      ...{ isSample: false, registered: 6 },
      coverage: { eligible: 400, enrolled: 6, coveragePercent: 2 },
    })
  })

  test('are not made of registrations that nobody stands behind', async () => {
    const id = await makeOrganization(60)
    await invite(id, 30)
    expect((await figuresOf(id)).isSample).toBe(true)
    const [only = ''] = await invite(id, 1)
    await meet(only, daysFromNow(-1))
    await meet((await invite(id, 1))[0] ?? '', daysFromNow(1))
    expect(await figuresOf(id)).toMatchObject({ isSample: true, registered: 1 })
  })

  test('who come later are counted six at a time: no two readings differ by fewer', async () => {
    const id = await makeOrganization(60)
    const readings = []
    for (const newcomers of [11, 1, 1, 1, 2, 1, 5, 1]) {
      await register(id, newcomers)
      readings.push((await figuresOf(id)).coverage.enrolled)
      await sleep(id)
    }
    expect(readings).toEqual([11, 11, 11, 11, 11, 17, 17, 23])
  })

  test('are the same all day, so that nobody sees which moment made the difference', async () => {
    const id = await makeOrganization(60)
    await register(id, 7)
    expect((await figuresOf(id)).coverage.enrolled).toBe(7)
    await register(id, 9)
    expect((await figuresOf(id)).coverage.enrolled).toBe(7)
    await sleep(id)
    expect((await figuresOf(id)).coverage.enrolled).toBe(16)
  })

  test('are counted once and together, also when many ask at the same moment', async () => {
    const id = await makeOrganization(60)
    await register(id, 5)
    const [, ...answers] = await Promise.all([
      register(id, 3),
      ...Array.from({ length: 6 }, () => figuresOf(id)),
    ])
    const told = answers.map(({ isSample, coverage }) => (isSample ? 'sample' : coverage.enrolled))
    for (const it of told) expect(['sample', 8]).toContain(it)
    expect((await figuresOf(id)).coverage.enrolled).toBe(8)
  })

  test('who move on are newcomers where they come to, and leave with five others', async () => {
    const [from, to] = [await makeOrganization(60), await makeOrganization(60)]
    const moving = (await register(from, 14)).slice(0, 6)
    await register(to, 8)
    const enrolled = async () => {
      const [left, joined] = await Promise.all([figuresOf(from), figuresOf(to)])
      await sleep(from, to)
      return [left.coverage.enrolled, joined.coverage.enrolled]
    }
    expect(await enrolled()).toEqual([14, 8])
    const move = (ids: string[]) =>
      db.updateTable('client').set({ organizationId: to }).where('id', 'in', ids).execute()
    await move(moving.slice(0, 5))
    expect(await enrolled()).toEqual([14, 8])
    await move(moving.slice(5))
    expect(await enrolled()).toEqual([8, 14])
  })

  test.each([
    ['lose the client role', { roles: ['coach_user'] }],
    ['are deactivated', { deactivatedAt: daysFromNow(0) }],
  ])(
    'who %s are counted until five others leave, and nothing of them changes',
    async (_, change) => {
      const id = await makeOrganization(60)
      const clients = await register(id, 18)
      for (const clientId of clients.slice(0, 12)) await assess(clientId, 90, daysFromNow(-1))
      const before = await figuresOf(id)
      expect(before.risk.at(-1)).toMatchObject({ highRisk: 12, total: 12 })
      const inList = async () => {
        const list = await call({ url: '/api/admin/organizations' }, admin)
        return list.json<{ id: string; employeeCount: number }[]>().find((it) => it.id === id)
      }
      for (const count of [1, 2, 3, 4, 5]) {
        await changeUserOf(clients.slice(count - 1, count), change)
        await sleep(id)
        expect(await figuresOf(id, admin)).toEqual({ ...before, registered: 18 - count })
        expect((await inList())?.employeeCount).toBe(18 - count)
      }
      await changeUserOf(clients.slice(5, 6), change)
      await sleep(id)
      const after = await figuresOf(id)
      expect(after.coverage.enrolled).toBe(12)
      expect(after.risk.at(-1)).toMatchObject({ highRisk: 6, total: 6 })
    },
  )

  test('who are deleted are counted until five others leave', async () => {
    const id = await makeOrganization(60)
    const clients = await register(id, 12)
    await figuresOf(id)
    const remove = (ids: string[]) => db.deleteFrom('client').where('id', 'in', ids).execute()
    await remove(clients.slice(0, 5))
    await sleep(id)
    expect((await figuresOf(id)).coverage.enrolled).toBe(12)
    await remove(clients.slice(5, 6))
    await sleep(id)
    expect((await figuresOf(id)).coverage.enrolled).toBe(6)
    await remove(clients.slice(6))
    await sleep(id)
    expect((await figuresOf(id)).isSample).toBe(true)
  })

  test('are told as far as those who are missing are a group', async () => {
    const id = await makeOrganization(13)
    await register(id, 10)
    expect((await figuresOf(id)).coverage.enrolled).toBe(7)
    await register(id, 3)
    await sleep(id)
    expect((await figuresOf(id)).coverage.enrolled).toBe(13)
    await db
      .updateTable('organization')
      .set({ eligibleHeadcount: 15 })
      .where('id', '=', id)
      .execute()
    const { coverage, engagement } = await figuresOf(id)
    expect(coverage).toMatchObject({ enrolled: null, coveragePercent: null })
    expect(engagement.funnel).toEqual({ invited: 15, registered: null, firstSession: null })
  })

  test('are no family members', async () => {
    const id = await makeOrganization()
    const [guardianId = ''] = await register(id, 6)
    const child = newId()
    await db
      .insertInto('client')
      .values({ id: child, guardianId, firstName: 'Viggo', organizationId: id })
      .execute()
    await meet(child, daysFromNow(-1))
    expect((await figuresOf(id)).coverage.enrolled).toBe(6)
  })
})

describe('engagement', async () => {
  const record = (sessionId: string, minutes: number) =>
    makeRecordingRow(db, sessionId, { duration: minutes * 60 })
  const id = await makeOrganization(40)
  const clients = await register(id, 14)
  for (const [index, clientId] of clients.slice(0, 13).entries()) {
    const last = await meet(clientId, daysFromNow(index < 7 ? -3 : -45))
    if (index < 6) await record(last, 30 + index)
    // A length that is not known is no length.
    if (index < 6) await record(await meet(clientId, daysFromNow(-4)), 0)
  }
  // Neither of these is a session that was had.
  await meet(clients[13] ?? '', daysFromNow(5))
  await meet(clients[13] ?? '', daysFromNow(-5), { archivedAt: daysFromNow(-4) })

  test('counts people and sessions of the past in steps of six', async () => {
    expect((await figuresOf(id)).engagement).toEqual({
      funnel: { invited: 40, registered: 14, firstSession: 14 },
      registrationPercent: 35,
      completionPercent: 100,
      activeUsers: 6,
      totalSessions: 30,
      averageSessionsPerPatient: 2.1,
      sessionDuration: 30,
    })
  })

  test('is not moved by one person who has a long session, and very many', async () => {
    const before = (await figuresOf(id)).engagement
    const [busy = ''] = clients.slice(6)
    for (let days = 1; days < 40; days++) await record(await meet(busy, daysFromNow(-days)), 240)
    await sleep(id)
    expect((await figuresOf(id)).engagement).toEqual(before)
    for (const clientId of clients.slice(0, 5)) await meet(clientId, daysFromNow(-1))
    await sleep(id)
    // Six have something new now: five a session, and of the sixth no more than those five have.
    expect((await figuresOf(id)).engagement).toMatchObject({
      totalSessions: 36,
      sessionDuration: 30,
    })
  })
})

describe('risk by month', async () => {
  const now = new Date('2026-03-10T12:00:00Z')
  const id = await makeOrganization(40)
  const clients = await register(id, 14)
  const asOf = (date = now, organization = id) =>
    organizationFigures(
      deps,
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

  test('takes of a week what counts in the plan: a questionnaire before a person before a model', async () => {
    const asked = await makeOrganization(40)
    for (const clientId of await register(asked, 6)) {
      await assess(clientId, 20, '2026-01-10T08:00:00Z', 5)
      await assess(clientId, 90, '2026-01-11T08:00:00Z', 5, 'model')
      await assess(clientId, 50, '2026-02-10T08:00:00Z', 5, 'questionnaire')
      await assess(clientId, 80, '2026-02-11T08:00:00Z', 5)
    }
    const { risk } = await asOf(now, asked)
    const none = { highRisk: null, mediumRisk: null, lowRisk: null }
    expect(risk.slice(3)).toMatchObject([
      { month: '2026-01', ...none, lowRisk: 6 },
      { month: '2026-02', ...none, mediumRisk: 6 },
      { month: '2026-03', ...none, mediumRisk: 6 },
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

describe('a larger minimum group', async () => {
  const system = await signIn(emails.system)
  const setSize = async (value: number) => {
    const answer = await call(
      { method: 'PUT', url: '/api/admin/settings/minimumGroup', payload: { value } },
      system,
    )
    expect(answer.statusCode).toBe(200)
  }
  const now = new Date('2026-03-10T12:00:00Z')
  const nextDay = new Date('2026-03-11T12:00:00Z')
  const asOf = (id: string, date: Date) =>
    organizationFigures(deps, { userId: made.adminUserId, roles: ['maylab_admin'] }, id, date)

  test('hides at once what is told of smaller groups, and shows it again when it is made smaller', async () => {
    const id = await makeOrganization(40)
    await register(id, 8)
    expect(await asOf(id, now)).toMatchObject({ isSample: false, coverage: { enrolled: 8 } })
    await setSize(12)
    expect(await asOf(id, now)).toMatchObject({
      ...{ isSample: false, minimumGroup: 12, minRegistered: 12 },
      coverage: { enrolled: null, eligible: 40, coveragePercent: null },
      engagement: { funnel: { registered: null }, totalSessions: null, sessionDuration: null },
    })
    await setSize(6)
    expect(await asOf(id, now)).toMatchObject({ minimumGroup: 6, coverage: { enrolled: 8 } })
  })

  test('is asked of whoever is counted next, and what it promised holds until then', async () => {
    await setSize(12)
    const id = await makeOrganization(60)
    await register(id, 11)
    expect((await asOf(id, now)).isSample).toBe(true)
    await register(id, 3)
    expect(await asOf(id, now)).toMatchObject({ isSample: false, coverage: { enrolled: 14 } })
    await setSize(6)
    // Six more would be enough for groups of six, but not for those who were counted by twelve.
    await register(id, 6)
    expect(await asOf(id, now)).toMatchObject({ engagement: { totalSessions: 12 } })
    expect(await asOf(id, nextDay)).toMatchObject({ coverage: { enrolled: 14 } })
    expect(await asOf(id, new Date('2026-03-12T12:00:00Z'))).toMatchObject({
      coverage: { enrolled: 20 },
      engagement: { totalSessions: 18 },
    })
  })
})
