import { expect, test } from 'vitest'
import {
  allSelected,
  isSelected,
  emptySelection,
  pruneSelection,
  selectedCount,
  toggleSelection,
} from './selection.ts'

test('rows are picked and put back one by one', () => {
  const two = toggleSelection(toggleSelection(emptySelection, 'a', true), 'b', true)
  expect(selectedCount(two, 50)).toBe(2)
  expect(isSelected(two, 'a')).toBe(true)
  const one = toggleSelection(two, 'a', false)
  expect(isSelected(one, 'a')).toBe(false)
  expect(selectedCount(one, 50)).toBe(1)
})

test('all that match are selected but for those taken out again, also those that are not loaded', () => {
  const most = toggleSelection(allSelected, 'a', false)
  expect(isSelected(most, 'a')).toBe(false)
  expect(isSelected(most, 'never seen')).toBe(true)
  expect(selectedCount(most, 50)).toBe(49)
  expect(selectedCount(toggleSelection(most, 'a', true), 50)).toBe(50)
})

test('selecting what is selected changes nothing', () => {
  const one = toggleSelection(emptySelection, 'a', true)
  expect(toggleSelection(one, 'a', true)).toBe(one)
  expect(toggleSelection(allSelected, 'a', true)).toBe(allSelected)
})

test('a single row that has left the list is not selected any more', () => {
  const two = toggleSelection(toggleSelection(emptySelection, 'a', true), 'b', true)
  expect(selectedCount(pruneSelection(two, [{ id: 'b' }, { id: 'c' }]), 50)).toBe(1)
  expect(isSelected(pruneSelection(two, [{ id: 'b' }]), 'a')).toBe(false)
  expect(pruneSelection(two, [{ id: 'b' }, { id: 'a' }])).toBe(two)
  const most = toggleSelection(allSelected, 'a', false)
  expect(pruneSelection(most, [{ id: 'b' }])).toBe(most)
})
