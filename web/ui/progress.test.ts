import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholePercent } from './progress.tsx'

test('every hundredth is its own number', () => {
  for (let percent = 0; percent <= 100; percent++) expect(wholePercent(percent / 100)).toBe(percent)
})

test('it is 100 only of all, never falls while the share grows, and is never ahead of it', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(share, share, (a, b) => {
      expect(wholePercent(Math.min(a, b))).toBeLessThanOrEqual(wholePercent(Math.max(a, b)))
      expect(wholePercent(a)).toBeLessThanOrEqual(100 * a + 1e-6)
    }),
  )
  expect(wholePercent(0.9999)).toBe(99)
  expect([wholePercent(-1), wholePercent(2)]).toEqual([0, 100])
})
