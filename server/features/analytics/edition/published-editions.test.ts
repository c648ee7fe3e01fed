import { describe, expect, test } from 'vitest'
import { makeRecordingRow } from '../../../test/make.ts'
import { makeEmployees } from '../../../test/organizations.ts'
import { testApp } from '../../../test/test-app.ts'
import { organizationFigures } from '../analytics.service.ts'

const app = await testApp()
const { db, deps, call, signIn, emails, adminUserId } = app
const { makeOrganization, meet, enroll, assess } = makeEmployees(app)
const figuresAt = (id: string, date: string) =>
  organizationFigures(deps, { userId: adminUserId, roles: ['maylab_admin'] }, id, new Date(date))

describe('risk by month', () => {
  const now = '2026-03-10T12:00:00Z'
  const bandsOf = async (id: string) =>
    (await figuresAt(id, now)).risk.map(({ month, highRisk, mediumRisk, lowRisk, total }) => [
      month,
      ...[highRisk, mediumRisk, lowRisk, total],
    ])

  test('counts everyone by their latest assessment at the end of the month', async () => {
    const id = await makeOrganization(40)
    for (const [index, clientId] of (await enroll(id, 14)).entries()) {
      await assess(clientId, 60.5, '2025-12-31T23:59:59.999Z')
      await assess(clientId, 60, '2026-01-01T00:00:00.000Z', { weekNumber: 2 })
      if (index < 8) await assess(clientId, 30, '2026-03-02T08:00:00Z', { weekNumber: 9 })
    }
    expect(await bandsOf(id)).toEqual([
      ['2025-10', null, null, null, null],
      ['2025-11', null, null, null, null],
      ['2025-12', 12, null, null, 12],
      ['2026-01', null, 12, null, 12],
      ['2026-02', null, 12, null, 12],
      ['2026-03', null, 6, 6, 12],
    ])
  })

  test('uses the latest week, and within it a questionnaire before a person before a model', async () => {
    const id = await makeOrganization(40)
    for (const clientId of await enroll(id, 6)) {
      await assess(clientId, 20, '2026-01-10T08:00:00Z', { weekNumber: 5 })
      await assess(clientId, 90, '2026-01-11T08:00:00Z', { weekNumber: 5, source: 'model' })
      await assess(clientId, 90, '2026-01-12T08:00:00Z', { weekNumber: 4 })
      await assess(clientId, 50, '2026-02-10T08:00:00Z', { weekNumber: 5, source: 'questionnaire' })
      await assess(clientId, 80, '2026-02-11T08:00:00Z', { weekNumber: 5 })
    }
    expect((await bandsOf(id)).slice(3)).toEqual([
      ['2026-01', null, null, 6, 6],
      ['2026-02', null, 6, null, 6],
      ['2026-03', null, 6, null, 6],
    ])
  })
})

describe('a larger minimum group', async () => {
  const system = await signIn(emails.system)
  const setMinimumGroup = (value: number) =>
    call({ method: 'PUT', url: '/api/admin/settings/minimumGroup', payload: { value } }, system)
  const [today, tomorrow, dayAfter] = [
    '2026-03-10T12:00:00Z',
    '2026-03-11T12:00:00Z',
    '2026-03-12T12:00:00Z',
  ] as const

  test('takes effect at once, and so does its reversal', async () => {
    const [small, large] = [await makeOrganization(40), await makeOrganization()]
    await enroll(small, 8)
    for (const clientId of await enroll(large, 14))
      await makeRecordingRow(db, await meet(clientId, '2026-03-09T10:00:00Z'), { duration: 1900 })
    const before = [await figuresAt(small, today), await figuresAt(large, today)]
    expect(before).toMatchObject([
      { isSample: false, coverage: { enrolled: 8 } },
      { engagement: { sessionDuration: 30 } },
    ])
    await setMinimumGroup(12)
    expect(await figuresAt(small, today)).toMatchObject({
      ...{ isSample: false, minimumGroup: 12, minCounted: 12 },
      coverage: { enrolled: null, eligible: 40, coveragePercent: null },
      engagement: { funnel: { firstSession: null }, totalSessions: null },
    })
    // The most common duration was computed for smaller groups.
    expect(await figuresAt(large, today)).toMatchObject({
      coverage: { enrolled: 14 },
      engagement: { sessionDuration: null },
    })
    await setMinimumGroup(6)
    expect([await figuresAt(small, today), await figuresAt(large, today)]).toEqual(before)
  })

  test('applies to editions computed with it until the next edition', async () => {
    await setMinimumGroup(12)
    const id = await makeOrganization()
    await enroll(id, 11)
    expect((await figuresAt(id, today)).isSample).toBe(true)
    await enroll(id, 3)
    expect(await figuresAt(id, today)).toMatchObject({ coverage: { enrolled: 14 } })
    await setMinimumGroup(6)
    await enroll(id, 6)
    expect(await figuresAt(id, today)).toMatchObject({ engagement: { totalSessions: 12 } })
    expect(await figuresAt(id, tomorrow)).toMatchObject({ coverage: { enrolled: 14 } })
    expect(await figuresAt(id, dayAfter)).toMatchObject({
      coverage: { enrolled: 20 },
      engagement: { totalSessions: 18 },
    })
  })
})
