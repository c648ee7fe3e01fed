import { expect, test } from 'vitest'
import { plausibleSeconds } from './probe.ts'

const megabyte = 1_000_000

test.each([
  ['one hour of an ordinary call', 3600, 300 * megabyte, 3600],
  ['one hour of a muted call with a still picture', 3600, megabyte / 2, 3600],
  ['five years in two megabytes', 151_833_804, 2 * megabyte, 0],
  ['five years in 500 megabytes', 151_833_804, 500 * megabyte, 0],
  ['more than a day', 90_000, 500 * megabyte, 0],
  ['a negative duration', -3, megabyte, 0],
  ['NaN', Number.NaN, megabyte, 0],
  ['an infinite duration', Number.POSITIVE_INFINITY, megabyte, 0],
])('accepts or ignores %s', (_, declared, bytes, expected) => {
  expect(plausibleSeconds(declared, bytes)).toBe(expected)
})
