import { expect, test } from 'vitest'
import { actionInWords, detailsInWords, personInWords, subjectInWords } from './audit-words.ts'

test('an action is read as words', () => {
  expect(actionInWords('impersonation-started')).toBe('Impersonation started')
  expect(actionInWords('signed-in')).toBe('Signed in')
})

test('details stand in one line', () => {
  expect(detailsInWords({ roles: 'coach_user', isActive: false, count: 3 })).toBe(
    'roles: coach_user · isActive: false · count: 3',
  )
  expect(detailsInWords({})).toBe('')
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
])('what an entry of %o is about is %s, and %s', (entry, subject, rest) =>
  expect(subjectInWords({ ...nothing, details: {}, ...entry })).toEqual({ subject, rest }),
)

test.each([
  ['1', 'Anna Holm', 'Anna Holm'],
  ['1', null, 'Unknown user'],
  [null, null, 'Nobody signed in'],
])('who has the id %s and the name %s is %s', (id, name, words) =>
  expect(personInWords(id, name)).toBe(words),
)
