import { expect, test } from 'vitest'
import { nextMatch } from './select-option.ts'

const options = ['Denmark', 'Djibouti', 'Dominica', 'Estonia', 'Dominican Republic'].map(
  (label) => ({ value: label, label, isDisabled: label === 'Djibouti' }),
)
const labelOf = (typed: string, from: number) =>
  options[nextMatch(options, typed, from) ?? -1]?.label

test('Typing finds the next option that begins so, large or small letters', () => {
  expect(labelOf('e', -1)).toBe('Estonia')
  expect(labelOf('DOM', 0)).toBe('Dominica')
  expect(labelOf('dominican', 2)).toBe('Dominican Republic')
  expect(labelOf('x', 0)).toBeUndefined()
})

test('A word that goes on stays with an option that still fits', () => {
  expect(labelOf('do', 2)).toBe('Dominica')
})

test('The same letter again walks through its options, round and round, past those that are disabled', () => {
  expect(labelOf('d', 0)).toBe('Dominica')
  expect(labelOf('dd', 2)).toBe('Dominican Republic')
  expect(labelOf('ddd', 4)).toBe('Denmark')
})
