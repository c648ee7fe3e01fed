import { expect, test } from 'vitest'
import { fieldsOf, getOptOuts } from './notification-form.ts'

const optOuts = { sessionReminder: ['text' as const], assignmentDue: ['email', 'text'] as const }
const read = {
  ...{ phone: '+4512345678', contactBy: null, stoppedAt: null, channel: null, version: 3 },
  optOuts: { ...optOuts, assignmentDue: [...optOuts.assignmentDue] },
}

test('notifications are on unless the user opted out', () => {
  expect(fieldsOf(read)).toEqual({
    ...{ phone: '+4512345678', contactBy: 'any' },
    ...{ 'sessionReminder-email': true, 'sessionReminder-text': false },
    ...{ 'assignmentDue-email': false, 'assignmentDue-text': false },
    ...{ 'sharedConversation-email': true, 'sharedConversation-text': true },
  })
})

test('an unchanged form saves the same opt-outs', () =>
  expect(getOptOuts(fieldsOf(read))).toEqual(read.optOuts))
