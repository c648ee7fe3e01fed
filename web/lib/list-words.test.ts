import { expect, test } from 'vitest'
import { matching, showing } from './list-words.ts'

const exact = { isMatchAbout: false, isTotalAbout: false }

test('a list says how many of how many it shows', () => {
  expect(showing({ match: 12, total: 1204, ...exact }, 'users')).toBe('Showing 12 of 1,204 users')
})

test('what was not counted out is said to be about so many', () => {
  const size = { match: 120_000, isMatchAbout: true, total: 1_000_000, isTotalAbout: false }
  expect(showing(size, 'users')).toBe('Showing about 120,000 of 1,000,000 users')
  expect(matching(size, 'user')).toBe('About 120,000 users match your filters')
})

test.each([
  [0, '0 users match your filters'],
  [1, '1 user matches your filters'],
  [1204, '1,204 users match your filters'],
])('of %i the line reads: %s', (match, line) =>
  expect(matching({ match, isMatchAbout: false }, 'user')).toBe(line),
)
