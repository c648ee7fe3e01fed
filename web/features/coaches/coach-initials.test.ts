import { expect, test } from 'vitest'
import { coachInitials } from './coach-initials.ts'

test.each([
  ['Karin', 'Ekström', 'KE'],
  ['', 'østergaard', 'Ø'],
  ['', ' ', 'C'],
])('the avatar of "%s" "%s" shows %s', (firstName, lastName, initials) =>
  expect(coachInitials({ firstName, lastName })).toBe(initials),
)
