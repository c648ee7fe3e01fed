import { expect, test } from 'vitest'
import { formatMatchCount, formatShownCount } from './format-list-size.ts'

test.each([
  [0, false, '0 users match your filters'],
  [1, false, '1 user matches your filters'],
  [1204, false, '1,204 users match your filters'],
  [10_000, true, '10,000+ users match your filters'],
])('%i matches read: %s', (match, isMatchCapped, line) =>
  expect(formatMatchCount({ match, isMatchCapped }, 'user')).toBe(line),
)

test('a filtered list shows the number of matches and the total', () =>
  expect(
    formatShownCount(
      { match: 12, isMatchCapped: false, total: 10_000, isTotalCapped: true },
      'users',
    ),
  ).toBe('Showing 12 of 10,000+ users'))
