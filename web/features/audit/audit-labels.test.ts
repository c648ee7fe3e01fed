import { expect, test } from 'vitest'
import { formatAction, formatDetails, formatPerson, formatSubject } from './audit-labels.ts'

test('an action is shown in plain words', () => {
  expect(formatAction('impersonation-started')).toBe('Impersonation started')
  expect(formatAction('signed-in')).toBe('Signed in')
  expect(formatAction('api-token-created')).toBe('API token created')
})

test('details fit on one line', () => {
  expect(formatDetails({ roles: 'coach_user', isActive: false, count: 3 })).toBe(
    'roles: coach_user · isActive: false · count: 3',
  )
  expect(formatDetails({})).toBe('')
})

const nothing = { tableName: null, subjectName: null, sessionDate: null, isSubjectDeleted: false }
test.each([
  [{}, '', ''],
  [{ tableName: 'client', subjectName: 'Anna Holm' }, 'Anna Holm', 'Client'],
  [{ tableName: 'coach', isSubjectDeleted: true }, 'Coach, deleted', ''],
  [
    { tableName: 'session', subjectName: 'Anna Holm', sessionDate: '2026-11-27T12:00:00Z' },
    'Anna Holm',
    'Session · Nov 27, 2026',
  ],
  [
    { tableName: 'burnout_assessment', subjectName: 'Anna Holm', details: { week: 3 } },
    'Anna Holm',
    'Burnout assessment · week: 3',
  ],
])('the subject of the entry %o is shown as "%s" with "%s"', (entry, subject, rest) =>
  expect(formatSubject({ ...nothing, details: {}, ...entry })).toEqual({ subject, rest }),
)

test.each([
  ['1', 'Anna Holm', 'Anna Holm'],
  ['1', null, 'Unknown user'],
  [null, null, 'Not signed in'],
])('a user with the ID %s and the name %s is shown as %s', (id, name, words) =>
  expect(formatPerson(id, name)).toBe(words),
)
