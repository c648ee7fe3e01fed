import { expect, test } from 'vitest'
import { responseTimeRating, successRate } from './execution-format.ts'

test.each([
  [0, 'green'],
  [1500, 'green'],
  [1501, 'amber'],
  [3000, 'amber'],
  [3001, 'red'],
])('%d ms is %s', (ms, tone) => expect(responseTimeRating(ms).tone).toBe(tone))

test('the success rate is a rounded per cent, 0 when there is none', () => {
  expect(successRate({ totalExecutions: 0, successCount: 0 })).toBe(0)
  expect(successRate({ totalExecutions: 3, successCount: 2 })).toBe(67)
})
