import { describe, expect, test } from 'vitest'
import { type Column, sortDirection, fitColumns, columnName, nextSort } from './column.ts'

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
    expect(sortDirection(sort, by)).toBe(direction)
    expect(nextSort(sort, by)).toBe(next)
  },
)

test('a heading under which one looks for the highest falls first', () => {
  expect(nextSort('risk', 'name', true)).toBe('-risk')
  expect(nextSort('risk', '-risk', true)).toBe('risk')
  expect(nextSort('risk', 'risk', true)).toBe('-risk')
})

test('a column is called on a card as it is there, or as its heading in words', () => {
  expect(columnName({ id: 'last', header: 'LAST', onPhone: { fact: 'Last session' } })).toBe(
    'Last session',
  )
  expect(columnName({ id: 'client', header: 'CLIENT', onPhone: 'head' })).toBe('Client')
  expect(columnName({ id: 'open', header: null })).toBe('Open')
})

describe('Columns in a table of so many pixels', () => {
  const cell = () => null
  const columns: Column<unknown>[] = [
    { id: 'name', header: 'NAME', cell, width: 100, grow: 2, isHeading: true },
    { id: 'email', header: 'EMAIL', cell, width: 100, grow: 1, priority: 1 },
    { id: 'created', header: 'CREATED', cell, width: 80, priority: 2, folded: cell },
    { id: 'actions', header: 'ACTIONS', cell, width: 60, onPhone: 'foot' },
  ]
  const at = (room: number) => {
    const { shown, folded, isTooWide } = fitColumns(columns, room)
    const widths = shown.map(({ id, width }) => `${id} ${width}`)
    return { widths, folded: folded.map(({ id }) => id), isTooWide }
  }

  test('share what is left over', () => {
    expect(at(400)).toEqual({
      widths: ['name 140', 'email 120', 'created 80', 'actions 60'],
      folded: [],
      isTooWide: false,
    })
  })

  test.each([
    [340, ['name 100', 'email 100', 'created 80', 'actions 60'], [], false],
    [
      339,
      ['name 152.66666666666666', 'email 126.33333333333333', 'actions 60'],
      ['created'],
      false,
    ],
    [259, ['name 199', 'actions 60'], ['created'], false],
    [159, ['name 100', 'actions 60'], ['created'], true],
  ])('fold away where %s have no room for all of them', (room, widths, folded, isTooWide) => {
    expect(at(room)).toEqual({ widths, folded, isTooWide })
  })

  test('are all there, as narrow as they may be, before the table is measured', () => {
    expect(at(Number.POSITIVE_INFINITY).widths).toEqual(at(340).widths)
  })
})
