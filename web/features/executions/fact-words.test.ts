import { expect, test } from 'vitest'
import { costOf, providerName, textOf, tokensOf } from './fact-words.ts'

test('what is not known is not told', () => {
  expect(tokensOf({ tokensUsed: 1360, tokensIn: 921, tokensOut: 439 })).toBe(
    '1,360: 921 in, 439 out',
  )
  expect(tokensOf({ tokensUsed: 1360, tokensIn: null, tokensOut: null })).toBe('1,360')
  expect(tokensOf({ tokensUsed: null, tokensIn: null, tokensOut: null })).toBeUndefined()
  expect(textOf({ version: 'beta', versionNumber: 3 })).toBe('beta (text 3)')
  expect(textOf({ version: null, versionNumber: null })).toBeUndefined()
  expect(costOf({ cost: 0.001234, currency: 'USD' })).toBe('$0.00123')
  expect(costOf({ cost: null, currency: null })).toBeUndefined()
})

test('a provider goes by the name that people know, one that is no more by its key', () => {
  expect(['built_in', 'of_yesterday', null].map(providerName)).toEqual([
    'Built in',
    'of_yesterday',
    null,
  ])
})
