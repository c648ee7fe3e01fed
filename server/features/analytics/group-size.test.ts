import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minimumGroup } from '#contract/analytics.ts'
import type { RiskLevel } from '#contract/clients.ts'
import { type Figures, inSteps, shown } from './group-size.ts'

type Bands = Record<RiskLevel, number>
type Group = {
  registered?: number
  counted: number
  firstSession: number
  active: number
  sessions: number
  risk: Bands[]
}

const exactly = (eligible: number, { risk, ...group }: Group): Figures => ({
  ...group,
  eligible,
  registered: group.registered ?? group.counted,
  recorded: group.firstSession,
  minutes: 38,
  monthlyPrice: 200,
  pricePerSession: 325,
  currency: 'DKK',
  risk: risk.map((bands, index) => ({ month: `2026-0${index + 1}`, ...bands })),
})

/** Every number of people, and every difference of two, that somebody might want to find out. */
const secretsOf = (
  eligible: number,
  { counted, registered = counted, firstSession, active, risk }: Group,
) => {
  const totals = risk.map(({ high, medium, low }) => high + medium + low)
  return {
    enrolled: registered,
    'not enrolled': eligible - registered,
    'with a first session': firstSession,
    'without one': counted - firstSession,
    active,
    'no longer active': firstSession - active,
    ...Object.fromEntries(
      risk.flatMap(({ high, medium, low }, index) => [
        [`high ${index}`, high],
        [`medium ${index}`, medium],
        [`low ${index}`, low],
        [`not low ${index}`, high + medium],
        [`not high ${index}`, medium + low],
        [`not medium ${index}`, high + low],
        [`assessed ${index}`, totals[index] ?? 0],
        [`not assessed ${index}`, counted - (totals[index] ?? 0)],
      ]),
    ),
    ...(risk[0] &&
      risk[1] && {
        'newly assessed': (totals[1] ?? 0) - (totals[0] ?? 0),
        'more at high risk': risk[1].high - risk[0].high,
        'more at medium risk': risk[1].medium - risk[0].medium,
        'more at low risk': risk[1].low - risk[0].low,
      }),
  }
}

const isSmall = (count: number) => count >= 1 && count < minimumGroup

/** All groups that look the same, by what is shown of them. */
function byView(eligible: number, groups: Iterable<Group>) {
  const views = new Map<string, Group[]>()
  for (const group of groups) {
    const view = JSON.stringify(shown(exactly(eligible, group)))
    const same = views.get(view)
    if (same) same.push(group)
    else views.set(view, [group])
  }
  return views
}

/** The secrets between 1 and 5 that can have only one value, given what is shown. */
function foundOut(eligible: number, lookalikes: readonly Group[]) {
  const values = new Map<string, Set<number>>()
  for (const group of lookalikes)
    for (const [name, value] of Object.entries(secretsOf(eligible, group))) {
      const known = values.get(name)
      if (known) known.add(value)
      else values.set(name, new Set([value]))
    }
  return [...values].flatMap(([name, possible]) => {
    const [only] = possible
    return possible.size === 1 && only !== undefined && isSmall(only) ? [`${name}: ${only}`] : []
  })
}

const sumOf = ({ high, medium, low }: Bands) => high + medium + low
const upTo = (most: number) => Array.from({ length: Math.max(0, most) + 1 }, (_, index) => index)

function* bandsUpTo(most: number) {
  for (const high of upTo(most))
    for (const medium of upTo(most - high))
      for (const low of upTo(most - high - medium)) yield { high, medium, low }
}

/** Sizes that an organization can have by its batches: nobody, or six and more. */
const sizes = (most: number) => [0, ...upTo(most).filter((it) => it >= minimumGroup)]

/** One to five who have registered and are not counted yet. */
const beginnings = [1, 2, 3, 4, 5].map((registered) => ({
  registered,
  counted: 0,
  firstSession: 0,
  active: 0,
  sessions: 0,
  risk: [{ high: 0, medium: 0, low: 0 }],
}))

describe('no number between 1 and 5 can be found out', () => {
  test.each([6, 7, 9, 10, 11, 12, 13, 14, 16, 17, 18, 25])(
    'about the risk in an organization of %d eligible people, whoever they are',
    (eligible) => {
      function* groups() {
        yield* beginnings
        for (const counted of sizes(Math.min(eligible + 1, 18)))
          for (const bands of bandsUpTo(counted))
            yield { counted, firstSession: counted, active: 0, sessions: 60, risk: [bands] }
      }
      const views = byView(eligible, groups())
      expect(views.size).toBeGreaterThan(1)
      for (const [view, lookalikes] of views)
        // Fixed here to keep the number of groups small: the next test lets them vary.
        expect(
          foundOut(
            eligible,
            lookalikes.map((it) => ({ ...it, firstSession: 0 })),
          ),
          view,
        ).toEqual([])
    },
  )

  test.each([6, 8, 11, 12, 13, 17, 20, 25])(
    'about the sessions in an organization of %d eligible people',
    (eligible) => {
      function* groups() {
        yield* beginnings.map((it) => ({ ...it, risk: [] }))
        for (const counted of sizes(eligible + 1))
          for (const firstSession of upTo(counted))
            for (const active of upTo(firstSession))
              for (const sessions of upTo(20)
                .map((it) => 3 * it)
                .filter((it) => it >= firstSession))
                yield { counted, firstSession, active, sessions, risk: [] }
      }
      for (const [view, lookalikes] of byView(eligible, groups()))
        expect(foundOut(eligible, lookalikes), view).toEqual([])
    },
  )

  test('about anything, month to month, in organizations of any size', () => {
    const organization = fc
      .record({ counted: fc.integer({ min: 6, max: 90 }), rest: fc.integer({ min: -2, max: 40 }) })
      .chain(({ counted, rest }) => {
        const bands = fc.tuple(fc.nat(counted), fc.nat(counted), fc.nat(counted)).map((cuts) => {
          const [a = 0, b = 0, c = 0] = cuts.toSorted((x, y) => x - y)
          return { high: a, medium: b - a, low: c - b }
        })
        return fc.record({
          eligible: fc.constant(counted + rest),
          counted: fc.constant(counted),
          firstSession: fc.constant(counted),
          active: fc.constant(0),
          sessions: fc.nat(900),
          risk: fc.tuple(bands, bands).filter(([then, now]) => sumOf(then) <= sumOf(now)),
        })
      })
    fc.assert(
      fc.property(organization, ({ eligible, ...group }) => {
        const view = JSON.stringify(shown(exactly(eligible, group)))
        const [first, second] = group.risk
        const sizesThen =
          shown(exactly(eligible, group)).coverage.enrolled === null
            ? upTo(minimumGroup - 2).map((it) => eligible - 1 - it)
            : [group.counted]
        const told = shown(exactly(eligible, group)).risk
        // From the step that is shown, which the ceiling may have lowered, to the end of the true one.
        const near = (count: number, step: number | null) => {
          const own = count - (count % minimumGroup)
          const from = Math.min(own, step ?? 0)
          return upTo(own + minimumGroup - 1 - from).map((more) => from + more)
        }
        const around = (bands: Bands, month: 0 | 1) =>
          near(bands.high, told[month]?.highRisk ?? null).flatMap((high) =>
            near(bands.medium, told[month]?.mediumRisk ?? null).flatMap((medium) =>
              near(bands.low, told[month]?.lowRisk ?? null).map((low) => ({ high, medium, low })),
            ),
          )
        const looksTheSame = (it: Group) => JSON.stringify(shown(exactly(eligible, it))) === view
        const lookalikes = sizesThen.flatMap((counted) => {
          const like = (bands: Bands, month: 0 | 1, inMonth: (it: Bands) => Bands[]) =>
            around(bands, month)
              .filter((it) => sumOf(it) <= counted)
              .filter((it) =>
                looksTheSame({ ...group, counted, firstSession: counted, risk: inMonth(it) }),
              )
              .toSorted((a, b) => sumOf(a) - sumOf(b))
          const thens = like(first, 0, (it) => [it, second])
          const nows = like(second, 1, (it) => [first, it])
          // Whoever was assessed once stays assessed: the fewest then go with everybody now, and the other way round.
          const pairs = [
            ...nows.map((now) => [thens[0], now] as const),
            ...thens.map((then) => [then, nows.at(-1)] as const),
          ]
          return pairs.flatMap(([then, now]) =>
            then && now && sumOf(then) <= sumOf(now)
              ? [{ ...group, counted, firstSession: 0, risk: [then, now] }]
              : [],
          )
        })
        expect(lookalikes.length).toBeGreaterThan(0)
        expect(foundOut(eligible, lookalikes)).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

describe('what is shown', () => {
  const eleven = exactly(25, {
    counted: 11,
    firstSession: 9,
    active: 5,
    sessions: 64,
    risk: [{ high: 1, medium: 7, low: 2 }],
  })

  test('has the figures of the specification for 11 of 25', () => {
    expect(shown(eleven)).toMatchObject({
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
    expect(shown(eleven)).toMatchObject({
      engagement: {
        funnel: { invited: 25, registered: 11, firstSession: 6 },
        completionPercent: 55,
        activeUsers: null,
        totalSessions: 60,
        averageSessionsPerPatient: 5.5,
        sessionDuration: 40,
      },
      risk: [{ highRisk: null, mediumRisk: 6, lowRisk: null, total: 6 }],
    })
  })

  test('hides how many are enrolled when one to five remain', () => {
    const of = (counted: number) => shown({ ...eleven, registered: counted, counted }).coverage
    expect([19, 20, 22, 24, 25].map((it) => of(it).enrolled)).toEqual([19, null, null, null, 25])
    expect(of(22).coveragePercent).toBeNull()
    expect(shown({ ...eleven, registered: 22, counted: 22 }).engagement.funnel.registered).toBe(18)
  })

  test('is nothing but prices where one to five are registered', () => {
    const view = shown({ ...eleven, registered: 3, counted: 0 })
    expect(view.coverage).toMatchObject({
      enrolled: null,
      coveragePercent: null,
      totalMonthlyCost: 5000,
    })
    expect(Object.values(view.engagement.funnel)).toEqual([25, null, null])
    expect(view.engagement).toMatchObject({
      activeUsers: null,
      totalSessions: null,
      sessionDuration: null,
    })
    expect(view.risk[0]).toMatchObject({ total: null, mediumRisk: null })
  })

  test.each([
    [0, null],
    [5, null],
    [6, 6],
    [11, 6],
    [12, 12],
    [100, 96],
  ])('of %d people tells %s', (count, told) => {
    expect(inSteps(count)).toBe(told)
  })
})
