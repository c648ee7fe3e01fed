import { expect, test } from 'vitest'
import { formatMatchCount, formatShownCount } from './format-list-size.ts'

const exact = { isMatchCapped: false, isTotalCapped: false }

test('a list says how many of how many it shows', () => {
  expect(formatShownCount({ match: 12, total: 1204, ...exact }, 'users')).toBe(
    'Showing 12 of 1,204 users',
  )
})

test('more than the server counts has a plus', () => {
  const size = { match: 10_000, isMatchCapped: true, total: 10_000, isTotalCapped: true }
  expect(formatShownCount(size, 'users')).toBe('Showing 10,000+ of 10,000+ users')
  expect(formatMatchCount(size, 'user')).toBe('10,000+ users match your filters')
})

test.each([
  [0, '0 users match your filters'],
  [1, '1 user matches your filters'],
  [1204, '1,204 users match your filters'],
])('of %i the line reads: %s', (match, line) =>
  expect(formatMatchCount({ match, isMatchCapped: false }, 'user')).toBe(line),
)
