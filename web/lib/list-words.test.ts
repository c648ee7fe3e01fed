import { expect, test } from 'vitest'
import { matching, showing } from './list-words.ts'

test('a list says how many of how many it shows', () => {
  expect(showing(12, 1204, 'users')).toBe('Showing 12 of 1,204 users')
})

test.each([
  [0, '0 users match your filters'],
  [1, '1 user matches your filters'],
  [1204, '1,204 users match your filters'],
])('of %i the line reads: %s', (match, line) => expect(matching(match, 'user')).toBe(line))
