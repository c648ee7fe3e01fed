import { expect, test } from 'vitest'
import { fieldOf, instantIn } from './local-time.ts'

test('what a field says comes back from its instant, in any time zone', () => {
  for (const field of ['2026-11-21T15:00', '2026-01-01T00:00', '2026-07-31T23:59'])
    expect(fieldOf(instantIn(field))).toBe(field)
})

test('what is no time is none', () => {
  expect(fieldOf('')).toBe('')
  expect(fieldOf('yesterday')).toBe('')
  expect(instantIn('')).toBe('')
  expect(instantIn('soon')).toBe('')
})
