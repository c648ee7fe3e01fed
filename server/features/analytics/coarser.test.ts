import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Analytics } from '#contract/analytics.ts'
import { groupSizes } from '#contract/installation.ts'
import { coarser } from './coarser.ts'
import { shown } from './group-size.ts'

const people = fc.integer({ min: 0, max: 150 })
const figures = fc.record({
  ...{ enrolled: people, active: people, sessions: people, eligible: people },
  minutes: fc.constantFrom(null, 0, 30, 60),
  bands: fc.record({ high: people, medium: people, low: people }),
})
const viewOf = ({ bands, ...it }: typeof figures extends fc.Arbitrary<infer F> ? F : never) =>
  shown({
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
      expect(coarser(view, { least: 6, madeFor: 6 })).toBe(view)
    }),
  )
})

test('counts are in whole steps of a larger group, never above what the smaller one told', () => {
  fc.assert(
    fc.property(figures, larger, (it, least) => {
      const view = viewOf(it)
      const told = countsOf(coarser(view, { least, madeFor: least }))
      for (const [index, count] of told.entries()) {
        if (count === null || count === undefined) continue
        expect(count % least).toBe(0)
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
    fc.property(figures, larger, (it, least) => {
      const { coverage } = coarser(viewOf(it), { least, madeFor: least })
      if (coverage.enrolled === null) return
      expect(coverage.enrolled).toBeGreaterThanOrEqual(least)
      const others = coverage.eligible - coverage.enrolled
      expect(others <= 0 || others >= least).toBe(true)
    }),
  )
})

test('a size that comes later tells nothing that the smaller of both did not', () => {
  fc.assert(
    fc.property(figures, larger, larger, (it, one, other) => {
      const [small, large] = [Math.min(one, other), Math.max(one, other)]
      const view = viewOf(it)
      const at = (least: number, of: Analytics) => coarser(of, { least, madeFor: 48 })
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
  expect(coarser(view, { least: 12, madeFor: 6 }).engagement.sessionDuration).toBeNull()
  expect(coarser(view, { least: 12, madeFor: 12 }).engagement.sessionDuration).toBe(30)
})
