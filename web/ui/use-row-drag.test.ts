import { expect, test } from 'vitest'
import { dropIndex, moveItem } from './use-row-drag.ts'

test.each([
  ['down', 0, 2, ['b', 'c', 'a']],
  ['up', 2, 0, ['c', 'a', 'b']],
])('an item is moved %s', (_, from, to, after) => {
  const before = ['a', 'b', 'c']
  expect(moveItem(before, from, to)).toEqual(after)
  expect(before).toEqual(['a', 'b', 'c'])
})

test.each([
  ['stays above the middle of the next one', 55, 0, 0],
  ['passes the next one at its middle', 61, 0, 1],
  ['goes to the end', 500, 0, 2],
  ['goes to the top', -20, 2, 0],
])('a dragged item %s', (_, middle, from, index) => {
  expect(dropIndex(middle, [20, 60, 100], from)).toBe(index)
})
