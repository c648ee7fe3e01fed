import { expect, test } from 'vitest'
import { actionInWords, detailsInWords, personInWords } from './audit-words.ts'

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

test.each([
  ['1', 'Anna Holm', 'Anna Holm'],
  ['1', null, 'Unknown user'],
  [null, null, 'Nobody signed in'],
])('who has the id %s and the name %s is %s', (id, name, words) =>
  expect(personInWords(id, name)).toBe(words),
)
