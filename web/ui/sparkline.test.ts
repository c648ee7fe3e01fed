import { expect, test } from 'vitest'
import { sparklinePoints } from './sparkline.tsx'

test.each([
  ['the highest value is at the top', [0, 10, 5], [['3,23', '53,3', '103,13']], [103, 13]],
  ['equal values are in the middle', [4, 4], [['3,13', '103,13']], [103, 13]],
  ['a gap breaks the line', [null, 1, null, 2, 3, null], [['23,23'], ['63,13', '83,3']], [83, 3]],
  ['without values nothing is drawn', [null], [], undefined],
])('in a sparkline %s', (_, values, runs, last) =>
  expect(sparklinePoints(values, 106, 26)).toEqual({ runs, last }),
)
