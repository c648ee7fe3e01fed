import { expect, test } from 'vitest'
import { clock } from './clock.ts'

test.each([
  [0, '0:00'],
  [65.9, '1:05'],
  [3665, '1:01:05'],
  [-1, '0:00'],
])('%d seconds are %s on the clock', (seconds, text) => {
  expect(clock(seconds)).toBe(text)
})
