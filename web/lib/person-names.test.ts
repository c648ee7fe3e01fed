import { expect, test } from 'vitest'
import { personInitials, personName } from './person-names.ts'

test.each([
  ['Anna', 'Holm', 'anna@example.com', 'Anna Holm', 'AH'],
  ['Anna', '', 'anna@example.com', 'Anna', 'A'],
  ['', '', 'anna@example.com', 'anna@example.com', 'A'],
  ['øyvind', '𝒜strand', 'o@example.com', 'øyvind 𝒜strand', 'Ø𝒜'],
])('%s %s <%s> is called %s and abbreviated %s', (firstName, lastName, email, name, initials) => {
  expect(personName({ firstName, lastName, email })).toBe(name)
  expect(personInitials({ firstName, lastName, email })).toBe(initials)
})
