import { expect, test } from 'vitest'
import { clientInitials, clientName } from './client-names.ts'

test.each([
  [{ userFirstName: 'Clara', userLastName: 'Lund', userEmail: 'c@example.com' }, 'Clara Lund'],
  [{ userFirstName: 'Clara', userLastName: '', userEmail: null }, 'Clara'],
  [{ userFirstName: '', userLastName: '', userEmail: 'clara.lund@example.com' }, 'clara.lund'],
  [{ userFirstName: '', userLastName: '', userEmail: null }, 'Client'],
])('%o is called %s', (client, name) => expect(clientName(client)).toBe(name))

test.each([
  ['Clara', 'Lund', 'CL'],
  ['Ann Marie', 'Østergaard', 'AØ'],
  ['Clara', '', 'C'],
])('the initials of %s %s are %s', (userFirstName, userLastName, initials) =>
  expect(clientInitials({ userFirstName, userLastName, userEmail: null })).toBe(initials),
)
