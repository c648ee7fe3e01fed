import { expect, test } from 'vitest'
import { formatSyncResult, formatLinkedCount, syncProgress } from './crm-format.ts'

test('what a CRM knows is said in a sentence', () => {
  expect(formatLinkedCount({ linked: 0, failed: 0 })).toMatch(/^None sent yet/)
  expect(formatLinkedCount({ linked: 1, failed: 0 })).toMatch(/^1 in the CRM/)
  expect(formatLinkedCount({ linked: 1200, failed: 3 })).toMatch(/^1,200 in the CRM/)
})

test('and how a sync ended', () => {
  expect(formatSyncResult({ sent: 0, failed: 0 })).toBe('no changes')
  expect(formatSyncResult({ sent: 3, failed: 0 })).toBe('3 sent')
  expect(formatSyncResult({ sent: 3, failed: 1 })).toBe('3 sent, 1 rejected')
})

test('what became fewer meanwhile is no more than all of it', () => {
  expect(
    [
      { done: 0, total: 0 },
      { done: 1, total: 4 },
      { done: 5, total: 4 },
    ].map(syncProgress),
  ).toEqual([0, 0.25, 1])
})
