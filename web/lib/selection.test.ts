import { expect, test } from 'vitest'
import { everybody, isSelected, nobody, onlyAmong, selectedCount, toggled } from './selection.ts'

test('rows are picked and put back one by one', () => {
  const two = toggled(toggled(nobody, 'a', true), 'b', true)
  expect(selectedCount(two, 50)).toBe(2)
  expect(isSelected(two, 'a')).toBe(true)
  const one = toggled(two, 'a', false)
  expect(isSelected(one, 'a')).toBe(false)
  expect(selectedCount(one, 50)).toBe(1)
})

test('all that match are selected but for those taken out again, also those that are not loaded', () => {
  const most = toggled(everybody, 'a', false)
  expect(isSelected(most, 'a')).toBe(false)
  expect(isSelected(most, 'never seen')).toBe(true)
  expect(selectedCount(most, 50)).toBe(49)
  expect(selectedCount(toggled(most, 'a', true), 50)).toBe(50)
})

test('selecting what is selected changes nothing', () => {
  const one = toggled(nobody, 'a', true)
  expect(toggled(one, 'a', true)).toBe(one)
  expect(toggled(everybody, 'a', true)).toBe(everybody)
})

test('a single row that has left the list is not selected any more', () => {
  const two = toggled(toggled(nobody, 'a', true), 'b', true)
  expect(selectedCount(onlyAmong(two, [{ id: 'b' }, { id: 'c' }]), 50)).toBe(1)
  expect(isSelected(onlyAmong(two, [{ id: 'b' }]), 'a')).toBe(false)
  expect(onlyAmong(two, [{ id: 'b' }, { id: 'a' }])).toBe(two)
  const most = toggled(everybody, 'a', false)
  expect(onlyAmong(most, [{ id: 'b' }])).toBe(most)
})
