import { expect, test } from 'vitest'
import { formatSyncResult, formatLinkedCount, syncProgress } from './crm-format.ts'

test('the number of records in the CRM is shown in a sentence', () => {
  expect(formatLinkedCount({ linked: 0, failed: 0 })).toMatch(/^None sent yet/)
  expect(formatLinkedCount({ linked: 1, failed: 0 })).toMatch(/^1 in the CRM/)
  expect(formatLinkedCount({ linked: 1200, failed: 3 })).toMatch(/^1,200 in the CRM/)
})

test('the result of a sync is shown as sent and rejected records', () => {
  expect(formatSyncResult({ sent: 0, failed: 0 })).toBe('no changes')
  expect(formatSyncResult({ sent: 3, failed: 0 })).toBe('3 sent')
  expect(formatSyncResult({ sent: 3, failed: 1 })).toBe('3 sent, 1 rejected')
})

test('the progress of a sync is at most 1, even if records were deleted meanwhile', () => {
  expect(
    [
      { done: 0, total: 0 },
      { done: 1, total: 4 },
      { done: 5, total: 4 },
    ].map(syncProgress),
  ).toEqual([0, 0.25, 1])
})
