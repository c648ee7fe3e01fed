import { expect, test } from 'vitest'
import {
  formatClientInitials,
  formatClientName,
  greetingName,
  formatPersonInitials,
  formatPersonName,
} from './person-names.ts'

test.each([
  ['Anna', 'Holm', 'anna@example.com', 'Anna Holm', 'AH'],
  ['Anna', '', 'anna@example.com', 'Anna', 'A'],
  ['', '', 'anna@example.com', 'anna@example.com', 'A'],
  ['øyvind', '𝒜strand', 'o@example.com', 'øyvind 𝒜strand', 'Ø𝒜'],
])('%s %s <%s> is called %s and abbreviated %s', (firstName, lastName, email, name, initials) => {
  expect(formatPersonName({ firstName, lastName, email })).toBe(name)
  expect(formatPersonInitials({ firstName, lastName, email })).toBe(initials)
})

test.each([
  [{ firstName: 'Maja', email: 'maja@example.com' }, 'Maja'],
  [{ firstName: '  ', email: 'maja.holm@example.com' }, 'maja.holm'],
  [{ firstName: '', email: '' }, 'User'],
])('%o is greeted as %s', (user, name) => expect(greetingName(user)).toBe(name))

test.each([
  [{ userFirstName: 'Clara', userLastName: 'Lund', userEmail: 'c@example.com' }, 'Clara Lund'],
  [{ userFirstName: 'Clara', userLastName: '', userEmail: null }, 'Clara'],
  [{ userFirstName: '', userLastName: '', userEmail: 'clara.lund@example.com' }, 'clara.lund'],
  [{ userFirstName: '', userLastName: '', userEmail: null }, 'Client'],
])('%o is called %s', (client, name) => expect(formatClientName(client)).toBe(name))

test.each([
  ['Clara', 'Lund', 'CL'],
  ['Ann Marie', 'Østergaard', 'AØ'],
  ['Clara', '', 'C'],
])('the initials of %s %s are %s', (userFirstName, userLastName, initials) =>
  expect(formatClientInitials({ userFirstName, userLastName, userEmail: null })).toBe(initials),
)
