import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit/audit.ts'
import { formatAction, formatPerson, formatSubject, listDetails } from './audit-labels.ts'

test('an action is shown in plain words', () => {
  expect(formatAction('impersonation-started')).toBe('Impersonation started')
  expect(formatAction('signed-in')).toBe('Signed in')
  expect(formatAction('api-token-created')).toBe('API token created')
})

test.each([
  [{ roles: 'coach_user' }, 'Roles', 'coach_user'],
  [{ isSuccess: true }, 'Success', 'yes'],
  [{ isByRetention: false }, 'By retention', 'no'],
  [{ linkEnds: '2026-11-27T12:00:00Z' }, 'Link ends', 'Nov 27, 2026, 12:00 PM'],
  [{ coachId: 'known' }, 'Coach', 'Karin Ekström'],
  [{ organizationId: 'gone' }, 'Organization', 'deleted'],
  [{ coachId: 'none' }, 'Coach', 'none'],
  [{ row: 'of another table' }, 'Row', 'of another table'],
])('the details %o are shown as "%s: %s"', (details: AuditEntry['details'], name, value) =>
  expect(
    listDetails({
      details,
      detailNames: {
        ...(details['coachId'] === 'known' && { coachId: 'Karin Ekström' }),
        ...{ organizationId: null, row: null },
      },
    }),
  ).toEqual([{ name, value }]),
)

const nothing = {
  ...{ tableName: null, subjectName: null, sessionDate: null, isSubjectDeleted: false },
  detailNames: {},
}
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
    'Burnout assessment · Week: 3',
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
