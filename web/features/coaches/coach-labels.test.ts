import { expect, test } from 'vitest'
import { coachInitials, formatExperience } from './coach-labels.ts'

test.each([
  ['Karin', 'Ekström', 'KE'],
  ['', 'østergaard', 'Ø'],
  ['', ' ', 'C'],
])('the avatar of "%s" "%s" shows %s', (firstName, lastName, initials) =>
  expect(coachInitials({ firstName, lastName })).toBe(initials),
)

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  [2009, '17 years'],
  [2025, '1 year'],
  [2026, '0 years'],
  [null, '0 years'],
])('a coach practicing since %s has %s of experience', (since, words) =>
  expect(formatExperience(since, now)).toBe(words),
)
