import { describe, expect, test } from 'vitest'
import type { RiskLevel } from '#contract/clients/clients.ts'
import { minimumGroup } from '#contract/analytics/analytics.ts'
import { groupSizes } from '#contract/settings/setting-entries.ts'
import { mayPublish } from './edition/edition.ts'
import { type Figures, publishedFigures, publishedShare } from './published-figures.ts'

type Bands = Record<RiskLevel, number>
type Group = {
  enrolled: number
  active: number
  sessions: number
  bands: Bands
  answered?: number
  helpful?: number
}

/** Feedback and questionnaires are published in the same way, so both are given at once. */
const exactly = (
  eligible: number,
  { bands, answered = 0, helpful = 0, ...group }: Group,
): Figures => ({
  ...{ ...group, answered, helpful, measured: answered, improved: helpful },
  ...{ sessionsUntil: helpful >= minimumGroup ? 4 : null, waitDays: 9 },
  ...{ months: ['2026-01'], participation: {} },
  eligible,
  registered: null,
  minutes: 30,
  monthlyPrice: 200,
  pricePerSession: 325,
  currency: 'DKK',
  risk: [{ month: '2026-01', ...bands }],
})

const sumOf = ({ high, medium, low }: Bands) => high + medium + low
const upTo = (max: number) => Array.from({ length: Math.max(0, max) + 1 }, (_, index) => index)

function* bandsUpTo(max: number) {
  for (const high of upTo(max))
    for (const medium of upTo(max - high))
      for (const low of upTo(max - high - medium)) yield { high, medium, low }
}

/** Every number of people that a reader might want to infer. */
const getSecrets = ({ enrolled, active, bands, answered = 0, helpful = 0 }: Group) => ({
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
  answered,
  'not answered': enrolled - answered,
  helpful,
  'not helpful': answered - helpful,
})

const isSmall = (count: number) => count >= 1 && count < minimumGroup

/** The numbers from 1 to 5 that the published figures reveal. */
function inferred(
  eligible: number,
  groups: Iterable<Group>,
  known: (group: Group) => unknown = () => undefined,
) {
  const lookalikes = Map.groupBy(groups, (it) =>
    JSON.stringify([publishedFigures(exactly(eligible, it)), known(it)]),
  )
  const found = []
  for (const [view, same] of lookalikes) {
    const certain = new Map(Object.entries(getSecrets(same[0] as Group)))
    for (const group of same)
      for (const [name, value] of Object.entries(getSecrets(group)))
        if (certain.get(name) !== value) certain.delete(name)
    for (const [name, value] of certain)
      if (isSmall(value)) found.push(`${name}: ${value} in ${view}`)
  }
  return found
}

describe('no number between 1 and 5 can be inferred', () => {
  const enrolledOf = (eligible: number, max: number) =>
    upTo(max).filter((it) => it > 0 && mayPublish(it, eligible))

  test.each([0, 6, 12, 13, 14, 17, 18, 25])(
    'about the risk in an organization of %d eligible people',
    (eligible) => {
      function* groups() {
        for (const enrolled of enrolledOf(eligible, 19))
          for (const bands of bandsUpTo(enrolled))
            yield { enrolled, active: 0, sessions: 60, bands }
      }
      expect(inferred(eligible, groups())).toEqual([])
    },
  )

  test.each(upTo(30))(
    'about the risk of %d people by a reader who knows how many were assessed',
    (assessed) => {
      function* groups() {
        for (const bands of bandsUpTo(assessed))
          if (sumOf(bands) === assessed) yield { enrolled: 40, active: 0, sessions: 60, bands }
      }
      const found = inferred(0, groups(), ({ bands }) => sumOf(bands))
      expect(found.filter((it) => !it.includes('assessed: '))).toEqual([])
    },
  )

  test.each([0, 6, 12, 17, 20, 25])(
    'about the sessions in an organization of %d eligible people',
    (eligible) => {
      function* groups() {
        for (const enrolled of enrolledOf(eligible, 25))
          for (const active of upTo(enrolled))
            for (const sessions of [enrolled, enrolled + 7, enrolled + 40])
              yield { enrolled, active, sessions, bands: { high: 0, medium: 0, low: 0 } }
      }
      const found = inferred(eligible, groups())
      expect(found.filter((it) => it.includes('active'))).toEqual([])
    },
  )

  function* feedbackOf(enrolled: number): Generator<Group & { answered: number }> {
    const others = { active: 0, sessions: 60, bands: { high: 0, medium: 0, low: 0 } }
    for (const answered of upTo(enrolled))
      for (const helpful of upTo(answered)) yield { enrolled, answered, helpful, ...others }
  }

  test.each([0, 6, 12, 13, 17, 18, 25])(
    'about the feedback in an organization of %d eligible people, even by a reader who knows how many gave it',
    (eligible) => {
      const groups = enrolledOf(eligible, 25).flatMap((it) => [...feedbackOf(it)])
      expect(inferred(eligible, groups)).toEqual([])
      const found = inferred(eligible, groups, ({ answered }) => answered)
      expect(found.filter((it) => /^(not )?helpful:/.test(it))).toEqual([])
    },
  )
})

test.each(groupSizes.slice(1))(
  'a minimum group of %d reveals only what follows from the figures for groups of six',
  (groupSize) => {
    function* groups() {
      for (const enrolled of [11, 12, 24, 60])
        for (const bands of bandsUpTo(Math.min(enrolled, 30)))
          yield {
            ...{ enrolled, active: bands.high, sessions: 60 + bands.low, bands },
            ...{ answered: bands.high + bands.low, helpful: bands.low },
          }
    }
    const views = new Map<string, string>()
    for (const group of groups()) {
      const figures = exactly(60, group)
      const view = publishedFigures(figures, groupSize)
      const bySix = JSON.stringify(publishedFigures(figures))
      expect(views.get(bySix) ?? JSON.stringify(view)).toBe(JSON.stringify(view))
      views.set(bySix, JSON.stringify(view))
      const { activeUsers, totalSessions, answered, helpful } = view.engagement
      const { highRisk, mediumRisk, lowRisk, total } = view.risk[0] ?? {}
      const risks = [highRisk, mediumRisk, lowRisk, total]
      const counts = [activeUsers, totalSessions, answered, helpful, ...risks]
      expect(counts.every((it) => it === null || (it && it % groupSize === 0))).toBe(true)
      const { enrolled } = view.coverage
      expect(enrolled === null || mayPublish(enrolled, 60, groupSize)).toBe(true)
    }
  },
)

test('the published share of 4 and 5 is never above the exact one', () => {
  for (const groupSize of groupSizes)
    for (const answered of upTo(3 * groupSize))
      for (const helpful of upTo(answered)) {
        const shown = publishedShare({ whole: answered, part: helpful }, groupSize)
        expect(shown.percent ?? 0).toBeLessThanOrEqual((100 * helpful) / answered || 0)
        for (const count of [shown.whole, shown.part])
          expect(count === null || (count && count % groupSize === 0)).toBe(true)
      }
})

test.each([
  [20, 17, 6, { whole: 18, part: 12, percent: 66 }],
  [12, 12, 6, { whole: 12, part: 12, percent: 100 }],
  [11, 5, 6, { whole: 6, part: null, percent: null }],
  [5, 5, 6, { whole: null, part: null, percent: null }],
  [20, 17, 12, { whole: 12, part: null, percent: null }],
])(
  'of %d people who answered, %d positively, groups of %d show %j',
  (answered, helpful, size, expected) => {
    expect(publishedShare({ whole: answered, part: helpful }, size)).toEqual(expected)
  },
)

describe('the published figures of 11 of 25 people', () => {
  const eleven = exactly(25, {
    enrolled: 11,
    active: 5,
    sessions: 64,
    bands: { high: 1, medium: 7, low: 2 },
  })

  test('are the sample figures, with counts in steps of six', () => {
    expect(publishedFigures({ ...eleven, registered: 13 })).toMatchObject({
      currency: 'DKK',
      coverage: {
        eligible: 25,
        enrolled: 11,
        coveragePercent: 44,
        totalMonthlyCost: 5000,
        costPerPatient: 200,
        costPerSession: 325,
      },
      engagement: {
        funnel: { invited: 25, registered: 13, firstSession: 11 },
        registrationPercent: 52,
        completionPercent: 85,
        activeUsers: null,
        totalSessions: 60,
        averageSessionsPerPatient: 5.5,
        sessionDuration: 30,
      },
      risk: [{ highRisk: null, mediumRisk: null, lowRisk: null, total: 6 }],
    })
  })

  test.each([
    [
      [5, 5, 5],
      [null, null, null, 12],
    ],
    [
      [6, 5, 4],
      [null, null, null, 12],
    ],
    [
      [13, 25, 30],
      [12, 24, 24, 66],
    ],
  ])('have bands %j as %j', ([high = 0, medium = 0, low = 0], expected) => {
    const figures = { ...eleven, risk: [{ month: '2026-01', high, medium, low }] }
    const [row] = publishedFigures(figures).risk
    expect([row?.highRisk, row?.mediumRisk, row?.lowRisk, row?.total]).toEqual(expected)
  })

  test('are only the prices while one to five eligible people are missing', () => {
    const figuresOf = (enrolled: number) => publishedFigures({ ...eleven, enrolled })
    expect([19, 20, 22, 24, 25].map((it) => figuresOf(it).coverage.enrolled)).toEqual([
      ...[19, null, null, null, 25],
    ])
    expect(figuresOf(22)).toMatchObject({
      coverage: { coveragePercent: null, totalMonthlyCost: 5000 },
      engagement: {
        funnel: { invited: 25, registered: null, firstSession: null },
        activeUsers: null,
        totalSessions: null,
        sessionDuration: null,
      },
      risk: [{ total: null, mediumRisk: null }],
    })
  })
})
