import { expect, test } from 'vitest'
import { explainRounding, explainHiddenMonths } from './small-groups.tsx'

test('hidden months are explained, with the number of people assessed where it is large enough', () => {
  const minimumGroup = 6
  expect(explainHiddenMonths({ assessed: null, shownMonths: 0, minimumGroup })).toMatch(
    /fewer than 6 people have an assessment/,
  )
  expect(explainHiddenMonths({ assessed: 12, shownMonths: 0, minimumGroup })).toMatch(
    /^12\+ people have an assessment. No month has at least 6/,
  )
  expect(explainHiddenMonths({ assessed: 12, shownMonths: 2, minimumGroup })).toMatch(
    /Only 2 of these months have/,
  )
})

test('the explanation names the step and the minimum group', () => {
  expect(explainRounding(6)).toMatch(/steps of 6 \(12\+ means 12 or more\).*fewer than 6 people/)
  expect(explainRounding(12)).toMatch(/steps of 12 \(24\+ means 24 or more\).*fewer than 12 people/)
})
