import { describe, expect, test } from 'vitest'
import { minimumGroup } from '#contract/analytics.ts'
import type { RiskLevel } from '#contract/clients.ts'
import { mayPublish } from './edition/edition.ts'
import { type Figures, roundDown, publishedFigures } from './published-figures.ts'

type Bands = Record<RiskLevel, number>
type Group = { enrolled: number; active: number; sessions: number; bands: Bands }

const exactly = (eligible: number, { bands, ...group }: Group): Figures => ({
  ...group,
  eligible,
  minutes: 30,
  monthlyPrice: 200,
  pricePerSession: 325,
  currency: 'DKK',
  risk: [{ month: '2026-01', ...bands }],
})

const sumOf = ({ high, medium, low }: Bands) => high + medium + low
const upTo = (most: number) => Array.from({ length: Math.max(0, most) + 1 }, (_, index) => index)

function* bandsUpTo(most: number) {
  for (const high of upTo(most))
    for (const medium of upTo(most - high))
      for (const low of upTo(most - high - medium)) yield { high, medium, low }
}

/** Every number of people that somebody might want to find out. */
const secretsOf = ({ enrolled, active, bands }: Group) => ({
  active,
  'no longer active': enrolled - active,
  high: bands.high,
  medium: bands.medium,
  low: bands.low,
  'not low': bands.high + bands.medium,
  'not high': bands.medium + bands.low,
  'not medium': bands.high + bands.low,
  assessed: sumOf(bands),
  'not assessed': enrolled - sumOf(bands),
})

const isSmall = (count: number) => count >= 1 && count < minimumGroup

/** The secrets between 1 and 5 that can have only one value in groups of which the reader knows the same. */
function foundOut(
  eligible: number,
  groups: Iterable<Group>,
  known: (group: Group) => unknown = () => undefined,
) {
  const lookalikes = Map.groupBy(groups, (it) =>
    JSON.stringify([publishedFigures(exactly(eligible, it)), known(it)]),
  )
  const found = []
  for (const [view, same] of lookalikes) {
    const certain = new Map(Object.entries(secretsOf(same[0] as Group)))
    for (const group of same)
      for (const [name, value] of Object.entries(secretsOf(group)))
        if (certain.get(name) !== value) certain.delete(name)
    for (const [name, value] of certain)
      if (isSmall(value)) found.push(`${name}: ${value} in ${view}`)
  }
  return found
}

describe('no number between 1 and 5 can be found out', () => {
  test.each([0, 6, 12, 13, 14, 17, 18, 25])(
    'about the risk in an organization of %d eligible people, whoever they are',
    (eligible) => {
      function* groups() {
        for (const enrolled of upTo(19).filter((it) => it > 0 && mayPublish(it, eligible)))
          for (const bands of bandsUpTo(enrolled))
            yield { enrolled, active: 0, sessions: 60, bands }
      }
      expect(foundOut(eligible, groups())).toEqual([])
    },
  )

  test.each(upTo(30))(
    'about the risk of %d people by somebody who knows how many were assessed',
    (assessed) => {
      function* groups() {
        for (const bands of bandsUpTo(assessed))
          if (sumOf(bands) === assessed) yield { enrolled: 40, active: 0, sessions: 60, bands }
      }
      const found = foundOut(0, groups(), ({ bands }) => sumOf(bands))
      expect(found.filter((it) => !it.includes('assessed: '))).toEqual([])
    },
  )

  test.each([0, 6, 12, 17, 20, 25])(
    'about the sessions in an organization of %d eligible people',
    (eligible) => {
      function* groups() {
        for (const enrolled of upTo(25).filter((it) => it > 0 && mayPublish(it, eligible)))
          for (const active of upTo(enrolled))
            for (const sessions of [enrolled, enrolled + 7, enrolled + 40])
              yield { enrolled, active, sessions, bands: { high: 0, medium: 0, low: 0 } }
      }
      const found = foundOut(eligible, groups())
      expect(found.filter((it) => it.includes('active'))).toEqual([])
    },
  )

  test('or this search would find it: with bands told exactly it does', () => {
    const known = ({ bands }: Group) => bands
    const group = { enrolled: 20, active: 0, sessions: 60, bands: { high: 9, medium: 3, low: 8 } }
    expect(foundOut(0, [group], known).some((it) => it.startsWith('medium: 3'))).toBe(true)
  })
})

describe('what is shown', () => {
  const eleven = exactly(25, {
    enrolled: 11,
    active: 5,
    sessions: 64,
    bands: { high: 1, medium: 7, low: 2 },
  })

  test('has the figures of the specification for 11 of 25', () => {
    expect(publishedFigures(eleven)).toMatchObject({
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

  test('has counts of people in steps of six, and nothing under six', () => {
    expect(publishedFigures(eleven)).toMatchObject({
      engagement: {
        funnel: { invited: 25, registered: 11, firstSession: 11 },
        completionPercent: 100,
        activeUsers: null,
        totalSessions: 60,
        averageSessionsPerPatient: 5.5,
        sessionDuration: 30,
      },
      risk: [{ highRisk: null, mediumRisk: null, lowRisk: null, total: 6 }],
    })
    const more = { ...eleven, risk: [{ month: '2026-01', high: 2, medium: 8, low: 1 }] }
    expect(publishedFigures({ ...more, enrolled: 12, active: 12 })).toMatchObject({
      engagement: { activeUsers: 12 },
      risk: [{ highRisk: null, mediumRisk: null, lowRisk: null, total: 6 }],
    })
  })

  test('has no band that stands for everybody who is over the step of the whole', () => {
    const of = (high: number, medium: number, low: number) => {
      const [row] = publishedFigures({
        ...eleven,
        risk: [{ month: '2026-01', high, medium, low }],
      }).risk
      return [row?.highRisk, row?.mediumRisk, row?.lowRisk, row?.total]
    }
    expect(of(5, 5, 5)).toEqual([null, null, null, 12])
    expect(of(6, 5, 4)).toEqual([null, null, null, 12])
    expect(of(13, 25, 30)).toEqual([12, 24, 24, 66])
  })

  test('is nothing but prices while one to five of the eligible remain', () => {
    const of = (enrolled: number) => publishedFigures({ ...eleven, enrolled })
    expect([19, 20, 22, 24, 25].map((it) => of(it).coverage.enrolled)).toEqual([
      ...[19, null, null, null, 25],
    ])
    const { coverage, engagement, risk } = of(22)
    expect(coverage).toMatchObject({ coveragePercent: null, totalMonthlyCost: 5000 })
    expect(engagement).toMatchObject({
      funnel: { invited: 25, registered: null, firstSession: null },
      activeUsers: null,
      totalSessions: null,
      sessionDuration: null,
    })
    expect(risk[0]).toMatchObject({ total: null, mediumRisk: null })
  })

  test.each([
    [0, null],
    [5, null],
    [6, 6],
    [11, 6],
    [12, 12],
    [100, 96],
  ])('of %d people tells %s', (count, told) => {
    expect(roundDown(count)).toBe(told)
  })
})
