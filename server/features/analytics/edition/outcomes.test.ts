import { describe, expect, test } from 'vitest'
import { makeEmployees } from '../../../test/organizations.ts'
import { testApp } from '../../../test/test-app.ts'
import { organizationFigures } from '../analytics.service.ts'
import { type Answered, findOutcome, noOutcome } from './current-outcomes.queries.ts'

const app = await testApp()
const { db, deps, adminUserId } = app
const { makeOrganization, meet, register, enroll, score } = makeEmployees(app)
const outcomesAt = async (id: string, date: string) => {
  const admin = { userId: adminUserId, roles: ['maylab_admin' as const] }
  return (await organizationFigures(deps, admin, id, new Date(date))).outcomes
}

describe('an outcome', () => {
  const phq = { key: 'phq-9', reliableChange: 6, isMoreBetter: false }
  const gad = { key: 'gad-7', reliableChange: 4, isMoreBetter: false }
  const at = (month: number) => new Date(Date.UTC(2026, month)).toISOString()
  const list = (...of: [Answered['instrument'], number, number][]): Answered[] =>
    of.map(([instrument, month, points], index) => ({
      ...{ id: `${index}`, instrument, score: points, endedAt: at(month), sessions: 2 * month },
    }))

  test.each<[string, Answered[], ReturnType<typeof findOutcome>]>([
    ['needs two questionnaires', list([phq, 3, 18], [gad, 4, 9]), noOutcome],
    [
      'is better from the reliable change on, which the sessions until then belong to',
      list([phq, 1, 18], [phq, 2, 15], [phq, 3, 12], [phq, 4, 11]),
      { measured: at(4), isBetter: true, sessionsUntil: 6 },
    ],
    [
      'is not better after a smaller change',
      list([phq, 1, 18], [phq, 2, 13]),
      { measured: at(2), isBetter: false, sessionsUntil: null },
    ],
    [
      'is not better where the change did not last',
      list([phq, 1, 18], [phq, 2, 8], [phq, 3, 17]),
      { measured: at(3), isBetter: false, sessionsUntil: null },
    ],
    [
      'is better by one instrument unless another is worse',
      list([phq, 1, 18], [phq, 2, 8], [gad, 1, 9], [gad, 3, 11]),
      { measured: at(3), isBetter: true, sessionsUntil: 4 },
    ],
    [
      'is not better where another instrument is reliably worse',
      list([phq, 1, 18], [phq, 2, 8], [gad, 1, 9], [gad, 3, 13]),
      { measured: at(3), isBetter: false, sessionsUntil: null },
    ],
    ['is of the last year', list([phq, -14, 18], [phq, -12, 2]), noOutcome],
  ])('%s', (_, answered, expected) => {
    expect(findOutcome(answered, at(-1))).toEqual(expected)
  })
})

test('outcomes are the share of people who improved, with the median of sessions until then', async () => {
  const id = await makeOrganization(40)
  const clients = await enroll(id, 14)
  for (const [index, clientId] of clients.entries()) {
    for (const day of ['02', '09', '16']) await meet(clientId, `2026-02-${day}T10:00:00Z`)
    await score(clientId, 'gad-7', 15, '2026-02-01T10:00:00Z')
    // Two did not improve, and one answered only once.
    if (index > 0) await score(clientId, 'gad-7', index < 3 ? 14 : 5, '2026-02-10T10:00:00Z')
    // No instrument without a reliable change counts.
    await score(clientId, 'cbi-work', 90, '2026-02-01T10:00:00Z')
    await score(clientId, 'cbi-work', 20, '2026-02-20T10:00:00Z')
  }
  expect(await outcomesAt(id, '2026-03-10T12:00:00Z')).toMatchObject({
    // Of 13, one is left out by rounding, from those who improved.
    ...{ measured: 12, improved: 6, improvedPercent: 50 },
    // One session in 2020, and two in February.
    sessionsUntilImproved: 3,
    // Their first session is too long ago.
    daysToFirstSession: null,
  })
  expect(await outcomesAt(id, '2027-03-10T12:00:00Z')).toMatchObject({ measured: null })
})

test('the days to the first session are those since registration', async () => {
  const id = await makeOrganization(40)
  const clients = await register(id, 7)
  await db
    .updateTable('client')
    .set({ createdAt: '2026-01-01T12:00:00Z' })
    .where('id', 'in', clients)
    .execute()
  for (const [index, clientId] of clients.entries()) {
    await meet(clientId, `2026-01-${String(5 + index).padStart(2, '0')}T10:00:00Z`)
    await meet(clientId, '2026-02-20T10:00:00Z')
  }
  expect(await outcomesAt(id, '2026-03-10T12:00:00Z')).toMatchObject({ daysToFirstSession: 6 })
})

describe('participation', () => {
  const peopleOf = async (id: string, date: string) => {
    const { by, periods } = (await outcomesAt(id, date)).participation
    return {
      by,
      people: periods.flatMap(({ period, people }) => (people ? [[period, people]] : [])),
    }
  }

  test('is by month over a year, and stays as it was at the end of a month', async () => {
    const id = await makeOrganization()
    const clients = await enroll(id, 14)
    for (const clientId of clients) await meet(clientId, '2026-02-27T10:00:00Z')
    for (const clientId of clients.slice(0, 7)) await meet(clientId, '2026-03-02T10:00:00Z')
    const march = {
      by: 'month',
      people: [
        ['2026-02', 12],
        ['2026-03', 6],
      ],
    }
    expect(await peopleOf(id, '2026-03-10T12:00:00Z')).toEqual(march)
    await db.deleteFrom('session').where('sessionDate', '>', '2026-01-01T00:00:00Z').execute()
    expect(await peopleOf(id, '2026-04-10T12:00:00Z')).toEqual(march)
  })

  test.each([
    [3, 'quarter', [['2026-Q1', 6]]],
    [11, 'year', [['2025', 6]]],
  ])('of few people over %d months is by %s', async (months, by, people) => {
    const id = await makeOrganization()
    for (const [index, clientId] of (await enroll(id, 11)).entries()) {
      const date = new Date(Date.UTC(by === 'year' ? 2025 : 2026, index % months, 5))
      await meet(clientId, date.toISOString())
    }
    expect(await peopleOf(id, '2026-03-10T12:00:00Z')).toEqual({ by, people })
  })
})
