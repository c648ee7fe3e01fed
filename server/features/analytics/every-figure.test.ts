import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { analytics, minimumGroup } from '#contract/analytics/analytics.ts'
import { groupSizes } from '#contract/settings/setting-entries.ts'
import { monthsUntil } from '../../test/editions.ts'
import { mayPublish } from './edition/edition.ts'
import { listPeriods } from './edition/periods.ts'
import { type Figures, publishedFigures } from './published-figures.ts'

type Shown = { value: unknown; groupSize: number; figures: Figures }
const isRounded = ({ value, groupSize }: Shown) =>
  value === null || (typeof value === 'number' && value > 0 && value % groupSize === 0)
const isGuarded = ({ value, groupSize, figures: { enrolled, eligible } }: Shown) =>
  value === null || (enrolled > 0 && mayPublish(enrolled, eligible, groupSize))
const isNotAboutPeople = ({ value }: Shown) => value !== undefined

/** How each figure of page and report protects people; a new one has no rule and fails. */
const rules: Record<string, (shown: Shown) => boolean> = {
  isSample: ({ value }) => value === false,
  currency: isNotAboutPeople,
  'coverage.eligible': isNotAboutPeople,
  'coverage.enrolled': isGuarded,
  'coverage.coveragePercent': isGuarded,
  'coverage.totalMonthlyCost': isNotAboutPeople,
  'coverage.costPerPatient': isNotAboutPeople,
  'coverage.costPerSession': isNotAboutPeople,
  'engagement.funnel.invited': isNotAboutPeople,
  // Only administrators, who see every account.
  'engagement.funnel.registered': ({ value }) => value === null,
  'engagement.funnel.firstSession': isGuarded,
  'engagement.registrationPercent': ({ value }) => value === null,
  'engagement.completionPercent': ({ value }) => value === null,
  'engagement.activeUsers': isRounded,
  'engagement.totalSessions': isRounded,
  'engagement.averageSessionsPerPatient': isGuarded,
  'engagement.sessionDuration': isGuarded,
  'engagement.answered': isRounded,
  'engagement.helpful': isRounded,
  'engagement.helpfulPercent': ({ value, figures: { answered, helpful } }) =>
    value === null || Number(value) <= (100 * helpful) / answered,
  'outcomes.participation.by': isNotAboutPeople,
  'outcomes.participation.periods.period': isNotAboutPeople,
  'outcomes.participation.periods.isCurrent': isNotAboutPeople,
  'outcomes.participation.periods.people': isRounded,
  'outcomes.measured': isRounded,
  'outcomes.improved': isRounded,
  'outcomes.improvedPercent': ({ value, figures: { measured, improved } }) =>
    value === null || Number(value) <= (100 * improved) / measured,
  'outcomes.sessionsUntilImproved': ({ value, figures: { improved }, groupSize }) =>
    value === null || improved >= groupSize,
  'outcomes.daysToFirstSession': isGuarded,
  'risk.month': isNotAboutPeople,
  'risk.isCurrent': isNotAboutPeople,
  'risk.highRisk': isRounded,
  'risk.mediumRisk': isRounded,
  'risk.lowRisk': isRounded,
  'risk.total': isRounded,
}

type Schema = { properties?: Record<string, Schema>; items?: Schema }

function listFigures({ properties, items }: Schema, path: readonly string[] = []): string[] {
  if (items) return listFigures(items, path)
  return properties
    ? Object.entries(properties).flatMap(([name, it]) => listFigures(it, [...path, name]))
    : [path.join('.')]
}

/** The values of a figure, in each row where there are several. */
const valuesOf = (of: unknown, [name, ...rest]: readonly string[]): unknown[] => {
  if (Array.isArray(of)) return of.flatMap((it) => valuesOf(it, name ? [name, ...rest] : []))
  return name === undefined ? [of] : valuesOf((of as Record<string, unknown>)[name], rest)
}

const months = monthsUntil('2026-11')
const people = fc.nat(70)
const partOf = (whole: fc.Arbitrary<number>) => fc.tuple(whole, fc.nat(100))
const exact = fc
  .record({
    ...{ enrolled: people, eligible: fc.nat(120), active: people, sessions: fc.nat(500) },
    ...{ minutes: fc.constantFrom(null, 30), waitDays: fc.constantFrom(null, 9) },
    ...{ feedback: partOf(people), outcome: partOf(people), perPeriod: fc.array(people) },
    bands: fc.array(fc.record({ high: fc.nat(20), medium: fc.nat(20), low: fc.nat(20) })),
  })
  .map(({ feedback, outcome, perPeriod, bands, ...it }): Figures => {
    const share = ([whole, percent]: [number, number]) => Math.floor((whole * percent) / 100)
    const periods = [...months, ...listPeriods(months, 'quarter'), ...listPeriods(months, 'year')]
    return {
      ...it,
      ...{ answered: feedback[0], helpful: share(feedback) },
      ...{ measured: outcome[0], improved: share(outcome) },
      sessionsUntil: share(outcome) >= minimumGroup ? 5 : null,
      ...{ registered: null, monthlyPrice: 200, pricePerSession: 300, currency: 'DKK', months },
      participation: Object.fromEntries(
        periods.map((name, index) => [name, perPeriod[index] ?? 0]),
      ),
      risk: bands
        .slice(0, 6)
        .map((counts, index) => ({ month: months[index + 6] ?? '', ...counts })),
    }
  })

test('every figure of an organization has a rule that protects people, and keeps it', () => {
  const figures = listFigures(z.toJSONSchema(analytics) as Schema)
  expect(figures.toSorted()).toEqual(Object.keys(rules).toSorted())
  const seen = new Map(figures.map((it) => [it, new Set<unknown>()]))
  fc.assert(
    fc.property(exact, fc.constantFrom(...groupSizes), (it, groupSize) => {
      const view = publishedFigures(it, groupSize)
      for (const [figure, isKept] of Object.entries(rules))
        for (const value of valuesOf(view, figure.split('.'))) {
          seen.get(figure)?.add(value)
          expect([figure, value, isKept({ value, groupSize, figures: it })]).toEqual([
            figure,
            value,
            true,
          ])
        }
    }),
    { numRuns: 1000 },
  )
  for (const [figure, rule] of Object.entries(rules))
    if (rule === isRounded || rule === isGuarded)
      expect(seen.get(figure)?.size, figure).toBeGreaterThan(1)
})
