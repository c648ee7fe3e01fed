import { expect, test } from 'vitest'
import { wholePercent } from './progress.tsx'

test('every hundredth is exactly one percent', () => {
  for (let percent = 0; percent <= 100; percent++) expect(wholePercent(percent / 100)).toBe(percent)
})

test.each([
  [0.9999, 99],
  [-1, 0],
  [2, 100],
])('%d is shown as %i percent: rounded down, between 0 and 100', (share, percent) =>
  expect(wholePercent(share)).toBe(percent),
)
