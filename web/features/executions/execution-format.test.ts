import { expect, test } from 'vitest'
import {
  formatCost,
  formatTokens,
  formatVersion,
  providerName,
  responseTimeRating,
  successRate,
} from './execution-format.ts'

test.each([
  [0, 'green'],
  [1500, 'green'],
  [1501, 'amber'],
  [3000, 'amber'],
  [3001, 'red'],
])('%d ms is %s', (ms, tone) => expect(responseTimeRating(ms).tone).toBe(tone))

test('the success rate is a whole percentage, and 0 without executions', () => {
  expect(successRate({ totalExecutions: 0, successCount: 0 })).toBe(0)
  expect(successRate({ totalExecutions: 3, successCount: 2 })).toBe(67)
})

test('unknown tokens, versions and costs are omitted', () => {
  expect(formatTokens({ tokensUsed: 1360, tokensIn: 921, tokensOut: 439 })).toBe(
    '1,360: 921 in, 439 out',
  )
  expect(formatTokens({ tokensUsed: 1360, tokensIn: null, tokensOut: null })).toBe('1,360')
  expect(formatTokens({ tokensUsed: null, tokensIn: null, tokensOut: null })).toBeUndefined()
  expect(formatVersion({ version: 'beta', versionNumber: 3 })).toBe('Version 3 (beta)')
  expect(formatVersion({ version: null, versionNumber: null })).toBeUndefined()
  expect(formatCost({ cost: 0.001234, currency: 'USD' })).toBe('$0.00123')
  expect(formatCost({ cost: null, currency: null })).toBeUndefined()
})

test('a provider is shown by its label, and a removed provider by its key', () => {
  expect(['built_in', 'of_yesterday', null].map(providerName)).toEqual([
    'Built in',
    'of_yesterday',
    null,
  ])
})
