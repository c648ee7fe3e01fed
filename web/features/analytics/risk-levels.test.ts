import { expect, test } from 'vitest'
import { stackOf } from './risk-levels.ts'

test('who stands in a band that is not shown is still part of the whole', () => {
  expect(stackOf({ highRisk: null, mediumRisk: 6, lowRisk: 12, total: 24 })).toEqual({
    ...{ highRisk: 0, mediumRisk: 6, lowRisk: 12, undivided: 6 },
  })
  expect(stackOf({ highRisk: null, mediumRisk: null, lowRisk: null, total: 6 }).undivided).toBe(6)
})

test('exact bands leave nobody over, and a month that is not shown has nobody', () => {
  expect(stackOf({ highRisk: 2, mediumRisk: 3, lowRisk: 6, total: 11 }).undivided).toBe(0)
  expect(stackOf({ highRisk: null, mediumRisk: null, lowRisk: null, total: null })).toEqual({
    ...{ highRisk: 0, mediumRisk: 0, lowRisk: 0, undivided: 0 },
  })
})
