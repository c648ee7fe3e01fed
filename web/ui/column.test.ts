import { expect, test } from 'vitest'
import { directionOf, nameOf, nextSort } from './column.ts'

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

test('a heading under which one looks for the highest falls first', () => {
  expect(nextSort('risk', 'name', true)).toBe('-risk')
  expect(nextSort('risk', '-risk', true)).toBe('risk')
  expect(nextSort('risk', 'risk', true)).toBe('-risk')
})

test('a column is called on a card as it is there, or as its heading in words', () => {
  expect(nameOf({ id: 'last', header: 'LAST', onPhone: { fact: 'Last session' } })).toBe(
    'Last session',
  )
  expect(nameOf({ id: 'client', header: 'CLIENT', onPhone: 'head' })).toBe('Client')
  expect(nameOf({ id: 'open', header: null })).toBe('Open')
})
