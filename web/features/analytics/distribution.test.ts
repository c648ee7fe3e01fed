import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distributionOf } from './distribution.ts'

const month = (highRisk: number | null, mediumRisk: number, lowRisk: number) => ({
  ...{ highRisk, mediumRisk, lowRisk },
  total: (highRisk ?? 0) + mediumRisk + lowRisk,
})

test('a month is told in whole per cent of high, medium and low risk', () => {
  expect(distributionOf(month(60, 90, 150))).toEqual([20, 30, 50])
  expect(distributionOf(month(60, 60, 60))).toEqual([34, 33, 33])
})

test('there are no shares where a band is not told, or few people are counted', () => {
  expect(distributionOf(month(null, 90, 150))).toBeUndefined()
  expect(distributionOf(month(6, 6, 6))).toBeUndefined()
})

test('the shares add up to 100, and are at most six points away from those of the exact counts', () => {
  const people = fc.integer({ min: 6, max: 100_000 })
  const inSteps = (count: number) => count - (count % 6)
  fc.assert(
    fc.property(people, people, people, (high, medium, low) => {
      const shares = distributionOf(month(inSteps(high), inSteps(medium), inSteps(low)))
      fc.pre(shares !== undefined)
      expect(shares?.reduce((sum, it) => sum + it, 0)).toBe(100)
      for (const [index, part] of [high, medium, low].entries()) {
        const exact = (100 * part) / (high + medium + low)
        expect(Math.abs((shares?.[index] ?? 0) - exact)).toBeLessThan(6)
      }
    }),
  )
})
