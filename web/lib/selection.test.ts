import { expect, test } from 'vitest'
import {
  allSelected,
  emptySelection,
  isSelected,
  pruneSelection,
  selectedCount,
  toggleSelection,
} from './selection.ts'

const two = toggleSelection(toggleSelection(emptySelection, 'a', true), 'b', true)
const allButA = toggleSelection(allSelected, 'a', false)

test.each([
  ['single rows', two, 2, true],
  ['all but one row, also those not loaded', allButA, 49, false],
  ['a row selected twice', toggleSelection(two, 'a', true), 2, true],
  ['a row selected again after all', toggleSelection(allButA, 'a', true), 50, true],
  ['a row deselected again', toggleSelection(two, 'a', false), 1, false],
])('%s', (_, selection, count, isASelected) => {
  expect(selectedCount(selection, 50)).toBe(count)
  expect(isSelected(selection, 'a')).toBe(isASelected)
})

test('a single row that has left the list is no longer selected', () => {
  expect(pruneSelection(two, [{ id: 'b' }, { id: 'c' }]).ids).toEqual(new Set(['b']))
  expect(pruneSelection(two, [{ id: 'b' }, { id: 'a' }])).toBe(two)
  expect(pruneSelection(allButA, [{ id: 'b' }])).toBe(allButA)
})
