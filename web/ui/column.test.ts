import { expect, test } from 'vitest'
import { directionOf, nextSort } from './column.ts'

test.each([
  ['name', '-created', 'none', 'name'],
  ['name', 'name', 'ascending', '-name'],
  ['name', '-name', 'descending', 'name'],
  ['-since', 'name', 'none', '-since'],
  ['-since', '-since', 'ascending', 'since'],
  ['-since', 'since', 'descending', '-since'],
])(
  'the heading that stands for %s, in a list by %s, is %s and leads to %s',
  (sort, by, direction, next) => {
    expect(directionOf(sort, by)).toBe(direction)
    expect(nextSort(sort, by)).toBe(next)
  },
)
