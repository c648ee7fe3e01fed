import { expect, test } from 'vitest'
import { orMore, whyGuarded } from './guarded.ts'

test('a count in steps says that it may be more', () => {
  expect(orMore(12)).toBe('12+')
  expect(orMore(1206)).toBe('1,206+')
})

test('the reason names the step and the least group', () =>
  expect(whyGuarded).toMatch(/steps of 6 \(12\+ means 12 or more\).*fewer than 6 people/))
