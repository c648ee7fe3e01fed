import { expect, test } from 'vitest'
import { endedInWords, inAll, shareOf } from './crm-words.ts'

test('what a CRM knows is said in a sentence', () => {
  expect(inAll({ linked: 0, failed: 0 })).toMatch(/^None sent yet/)
  expect(inAll({ linked: 1, failed: 0 })).toMatch(/^1 in the CRM/)
  expect(inAll({ linked: 1200, failed: 3 })).toMatch(/^1,200 in the CRM/)
})

test('and how a sync ended', () => {
  expect(endedInWords({ sent: 0, failed: 0 })).toBe('no changes')
  expect(endedInWords({ sent: 3, failed: 0 })).toBe('3 sent')
  expect(endedInWords({ sent: 3, failed: 1 })).toBe('3 sent, 1 rejected')
})

test('what became fewer meanwhile is no more than all of it', () => {
  expect(
    [
      { done: 0, total: 0 },
      { done: 1, total: 4 },
      { done: 5, total: 4 },
    ].map(shareOf),
  ).toEqual([0, 0.25, 1])
})
