import { expect, test } from 'vitest'
import { orMore, quarterHour, whyGuarded, whyWithheld } from './guarded.tsx'

test('a count in steps says that it may be more', () => {
  expect(orMore(12)).toBe('12+')
  expect(orMore(1206)).toBe('1,206+')
})

test('a duration is a quarter of an hour, or an hour and more', () => {
  expect(quarterHour(30)).toBe('30–45 min')
  expect(quarterHour(60)).toBe('60+ min')
})

test('months without a band are explained, with how many were assessed where that may be said', () => {
  const minimumGroup = 6
  expect(whyWithheld({ assessed: null, shownMonths: 0, minimumGroup })).toMatch(
    /fewer than 6 people have an assessment/,
  )
  expect(whyWithheld({ assessed: 12, shownMonths: 0, minimumGroup })).toMatch(
    /^12\+ people have an assessment.*not shown for any/,
  )
  expect(whyWithheld({ assessed: 12, shownMonths: 2, minimumGroup })).toMatch(/only 2 of these/)
})

test('the reason names the step and the least group', () => {
  expect(whyGuarded(6)).toMatch(/steps of 6 \(12\+ means 12 or more\).*fewer than 6 people/)
  expect(whyGuarded(12)).toMatch(/steps of 12 \(24\+ means 24 or more\).*fewer than 12 people/)
})
