import { expect, test } from 'vitest'
import { plausibleSeconds } from './probe.ts'

const megabyte = 1_000_000

test.each([
  ['an hour of an ordinary call', 3600, 300 * megabyte, 3600],
  ['an hour of a muted call with a still picture', 3600, megabyte / 2, 3600],
  ['five years in two megabytes', 151_833_804, 2 * megabyte, 0],
  ['five years in 500 megabytes', 151_833_804, 500 * megabyte, 0],
  ['more than a day', 90_000, 500 * megabyte, 0],
  ['less than nothing', -3, megabyte, 0],
  ['no number', Number.NaN, megabyte, 0],
  ['no end', Number.POSITIVE_INFINITY, megabyte, 0],
])('of %s', (_, stated, bytes, believed) => {
  expect(plausibleSeconds(stated, bytes)).toBe(believed)
})
