import { expect, test } from 'vitest'
import { matching, showing } from './list-words.ts'

const exact = { isMatchCapped: false, isTotalCapped: false }

test('a list says how many of how many it shows', () => {
  expect(showing({ match: 12, total: 1204, ...exact }, 'users')).toBe('Showing 12 of 1,204 users')
})

test('more than the server counts has a plus', () => {
  const size = { match: 10_000, isMatchCapped: true, total: 10_000, isTotalCapped: true }
  expect(showing(size, 'users')).toBe('Showing 10,000+ of 10,000+ users')
  expect(matching(size, 'user')).toBe('10,000+ users match your filters')
})

test.each([
  [0, '0 users match your filters'],
  [1, '1 user matches your filters'],
  [1204, '1,204 users match your filters'],
])('of %i the line reads: %s', (match, line) =>
  expect(matching({ match, isMatchCapped: false }, 'user')).toBe(line),
)
