import { expect, test } from 'vitest'
import { fieldsOf, optOutsOf } from './notification-form.ts'

const optOuts = { sessionReminder: ['text' as const], assignmentDue: ['email', 'text'] as const }
const read = {
  ...{ phone: '+4512345678', stoppedAt: null, channel: null, version: 3 },
  optOuts: { ...optOuts, assignmentDue: [...optOuts.assignmentDue] },
}

test('what is not wanted is switched off, and everything else is on', () => {
  expect(fieldsOf(read)).toEqual({
    phone: '+4512345678',
    ...{ 'sessionReminder-email': true, 'sessionReminder-text': false },
    ...{ 'assignmentDue-email': false, 'assignmentDue-text': false },
    ...{ 'sharedConversation-email': true, 'sharedConversation-text': true },
  })
})

test('what is saved is what was read', () =>
  expect(optOutsOf(fieldsOf(read))).toEqual(read.optOuts))
