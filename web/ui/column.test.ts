import { expect, test } from 'vitest'
import { type Column, columnName, fitColumns, nextSort, sortDirection } from './column.ts'

test.each([
  ['name', '-created', 'none', 'name'],
  ['name', 'name', 'ascending', '-name'],
  ['name', '-name', 'descending', 'name'],
  ['-since', 'name', 'none', '-since'],
  ['-since', 'since', 'descending', '-since'],
])(
  'the heading of %s in a list sorted by %s is %s and then sorts by %s',
  (sort, by, direction, next) => {
    expect(sortDirection(sort, by)).toBe(direction)
    expect(nextSort(sort, by)).toBe(next)
  },
)

test('a column that sorts descending first starts with the highest value', () => {
  expect(nextSort('risk', 'name', true)).toBe('-risk')
  expect(nextSort('risk', '-risk', true)).toBe('risk')
})

test.each([
  [{ id: 'last', header: 'LAST', onPhone: { fact: 'Last session' } }, 'Last session'],
  [{ id: 'client', header: 'CLIENT' }, 'Client'],
  [{ id: 'open', header: null }, 'Open'],
])('the column %o is called %s', (column, name) => expect(columnName(column)).toBe(name))

const cell = () => null
const columns: Column<unknown>[] = [
  { id: 'name', header: 'NAME', cell, width: 100, grow: 2, isHeading: true },
  { id: 'email', header: 'EMAIL', cell, width: 100, grow: 1, priority: 1 },
  { id: 'created', header: 'CREATED', cell, width: 80, priority: 2, folded: cell },
  { id: 'actions', header: 'ACTIONS', cell, width: 60, onPhone: 'foot' },
]

test.each([
  [Number.POSITIVE_INFINITY, ['name 100', 'email 100', 'created 80', 'actions 60'], [], false],
  [400, ['name 140', 'email 120', 'created 80', 'actions 60'], [], false],
  [340, ['name 100', 'email 100', 'created 80', 'actions 60'], [], false],
  [320, ['name 140', 'email 120', 'actions 60'], ['created'], false],
  [259, ['name 199', 'actions 60'], ['created'], false],
  [159, ['name 100', 'actions 60'], ['created'], true],
])(
  'in %i pixels columns share the width or are folded by priority',
  (width, shown, folded, isTooWide) => {
    const fitted = fitColumns(columns, width)
    expect(fitted.shown.map((it) => `${it.id} ${it.width}`)).toEqual(shown)
    expect(fitted.folded.map(({ id }) => id)).toEqual(folded)
    expect(fitted.isTooWide).toBe(isTooWide)
  },
)
