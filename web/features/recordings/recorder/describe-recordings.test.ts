import { expect, test } from 'vitest'
import { describeKept, formatLength } from './describe-recordings.ts'

const minute = 60_000

test.each([
  [0, '0 seconds'],
  [1999, '1 second'],
  [59_999, '59 seconds'],
  [minute, '1 minute'],
  [32.9 * minute, '32 minutes'],
  [60 * minute, '1 hour'],
  [121 * minute, '2 hours 1 minute'],
])('%d milliseconds are %s', (ms, words) => expect(formatLength(ms)).toBe(words))

test('a kept recording says its length and end, with the date on another day', () => {
  const kept = { durationMs: 32 * minute, endedAt: new Date(2026, 10, 29, 10, 42) }
  expect(describeKept(kept, new Date(2026, 10, 29, 12))).toBe(
    'A recording of 32 minutes, until 10:42 AM',
  )
  expect(describeKept(kept, new Date(2026, 10, 30, 0, 1))).toBe(
    'A recording of 32 minutes, until Nov 29, 2026, 10:42 AM',
  )
})
