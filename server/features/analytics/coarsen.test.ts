import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Analytics } from '#contract/analytics.ts'
import { groupSizes } from '#contract/installation.ts'
import { coarsen } from './coarsen.ts'
import { publishedFigures } from './published-figures.ts'

const people = fc.integer({ min: 0, max: 150 })
const figures = fc.record({
  ...{ enrolled: people, active: people, sessions: people, eligible: people },
  minutes: fc.constantFrom(null, 0, 30, 60),
  bands: fc.record({ high: people, medium: people, low: people }),
})
const viewOf = ({ bands, ...it }: typeof figures extends fc.Arbitrary<infer F> ? F : never) =>
  publishedFigures({
    ...it,
    ...{ monthlyPrice: 200, pricePerSession: 325, currency: 'DKK' },
    risk: [{ month: '2026-01', ...bands }],
  })
const larger = fc.constantFrom(...groupSizes.slice(1))

/** Everything in a view that counts people or what they did. */
const countsOf = ({ engagement, risk: [row] }: Analytics) => [
  ...[engagement.activeUsers, engagement.totalSessions],
  ...[row?.highRisk, row?.mediumRisk, row?.lowRisk, row?.total],
]

test('groups of six are told as they are', () => {
  fc.assert(
    fc.property(figures, (it) => {
      const view = viewOf(it)
      expect(coarsen(view, { groupSize: 6, editionGroupSize: 6 })).toBe(view)
    }),
  )
})

test('counts are in whole steps of a larger group, never above what the smaller one told', () => {
  fc.assert(
    fc.property(figures, larger, (it, groupSize) => {
      const view = viewOf(it)
      const told = countsOf(coarsen(view, { groupSize, editionGroupSize: groupSize }))
      for (const [index, count] of told.entries()) {
        if (count === null || count === undefined) continue
        expect(count % groupSize).toBe(0)
        expect(count).toBeGreaterThan(0)
        expect(count).toBeLessThanOrEqual(countsOf(view)[index] ?? -1)
      }
      const [, , high, medium, low, total] = told
      expect((high ?? 0) + (medium ?? 0) + (low ?? 0)).toBeLessThanOrEqual(total ?? 0)
    }),
  )
})

test('nobody is told where fewer than the group are enrolled, or remain', () => {
  fc.assert(
    fc.property(figures, larger, (it, groupSize) => {
      const { coverage } = coarsen(viewOf(it), { groupSize, editionGroupSize: groupSize })
      if (coverage.enrolled === null) return
      expect(coverage.enrolled).toBeGreaterThanOrEqual(groupSize)
      const others = coverage.eligible - coverage.enrolled
      expect(others <= 0 || others >= groupSize).toBe(true)
    }),
  )
})

test('a size that comes later tells nothing that the smaller of both did not', () => {
  fc.assert(
    fc.property(figures, larger, larger, (it, one, other) => {
      const [small, large] = [Math.min(one, other), Math.max(one, other)]
      const view = viewOf(it)
      const at = (groupSize: number, of: Analytics) =>
        coarsen(of, { groupSize, editionGroupSize: 48 })
      // Made of the smaller view alone it is the same: so it holds nothing else.
      expect(at(large, at(small, view))).toEqual(at(large, view))
    }),
  )
})

test('how long sessions last is not told where it was found by smaller groups', () => {
  const view = viewOf({
    ...{ enrolled: 30, active: 30, sessions: 60, eligible: 60, minutes: 30 },
    bands: { high: 12, medium: 12, low: 0 },
  })
  expect(
    coarsen(view, { groupSize: 12, editionGroupSize: 6 }).engagement.sessionDuration,
  ).toBeNull()
  expect(coarsen(view, { groupSize: 12, editionGroupSize: 12 }).engagement.sessionDuration).toBe(30)
})
