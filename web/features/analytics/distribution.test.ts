import { expect, test } from 'vitest'
import fc from 'fast-check'
import { roundedShares, percentShares } from './distribution.ts'

const month = (highRisk: number | null, mediumRisk: number, lowRisk: number) => ({
  ...{ highRisk, mediumRisk, lowRisk },
  total: (highRisk ?? 0) + mediumRisk + lowRisk,
})

test('a month is shown as whole percentages of high, medium and low risk', () => {
  expect(roundedShares(month(60, 90, 150))).toEqual([20, 30, 50])
  expect(roundedShares(month(60, 60, 60))).toEqual([34, 33, 33])
})

test('a sample has exact shares, however few people it has', () =>
  expect(percentShares(month(7, 3, 1))).toEqual([64, 27, 9]))

test('there are no shares where a band is hidden or few people are counted', () => {
  expect(roundedShares(month(null, 90, 150))).toBeUndefined()
  expect(roundedShares(month(6, 6, 6))).toBeUndefined()
})

test('the shares add up to 100 and are within six points of the exact shares', () => {
  const people = fc.integer({ min: 6, max: 100_000 })
  const inSteps = (count: number) => count - (count % 6)
  fc.assert(
    fc.property(people, people, people, (high, medium, low) => {
      // As the server answers: bands add up to no more than the rounded total.
      const rounded = [high, medium, low]
      for (let over = (high + medium + low) % 6; over > 0; over--)
        rounded[rounded.indexOf(Math.max(...rounded))]! -= 1
      const [highRounded = 0, mediumRounded = 0, lowRounded = 0] = rounded.map(inSteps)
      const total = inSteps(high + medium + low)
      const shares = roundedShares({ ...month(highRounded, mediumRounded, lowRounded), total })
      fc.pre(shares !== undefined && Math.min(highRounded, mediumRounded, lowRounded) > 0)
      expect(shares?.reduce((sum, it) => sum + it, 0)).toBe(100)
      for (const [index, part] of [high, medium, low].entries()) {
        const exact = (100 * part) / (high + medium + low)
        expect(Math.abs((shares?.[index] ?? 0) - exact)).toBeLessThan(6)
      }
    }),
  )
})
