import { expect, test } from 'vitest'
import { toStack } from './risk-levels.ts'

test('people in a hidden band are still part of the total', () => {
  expect(toStack({ highRisk: null, mediumRisk: 6, lowRisk: 12, total: 24 })).toEqual({
    ...{ highRisk: 0, mediumRisk: 6, lowRisk: 12, unknownBand: 6 },
  })
  expect(toStack({ highRisk: null, mediumRisk: null, lowRisk: null, total: 6 }).unknownBand).toBe(6)
})

test('exact bands leave no unknown band, and a hidden month is empty', () => {
  expect(toStack({ highRisk: 2, mediumRisk: 3, lowRisk: 6, total: 11 }).unknownBand).toBe(0)
  expect(toStack({ highRisk: null, mediumRisk: null, lowRisk: null, total: null })).toEqual({
    ...{ highRisk: 0, mediumRisk: 0, lowRisk: 0, unknownBand: 0 },
  })
})
