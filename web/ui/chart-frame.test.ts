import { expect, test } from 'vitest'
import { axisTicks } from './chart-frame.tsx'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [25, [0, 10, 20, 30]],
  [100, [0, 50, 100]],
  [1234, [0, 500, 1000, 1500]],
])('the axis of a chart up to %i has round ticks', (max, ticks) => {
  expect(axisTicks(max)).toEqual(ticks)
})
