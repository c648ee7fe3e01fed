import { expect, test } from 'vitest'
import { toFields, getOptOuts } from './notification-form.ts'

const optOuts = { sessionReminder: ['text' as const], assignmentDue: ['email', 'text'] as const }
const optIns = { sessionSoon: ['text' as const] }
const read = {
  ...{ phone: '+4512345678', contactBy: null, stoppedAt: null, channel: null, version: 3 },
  optOuts: { ...optOuts, ...optIns, assignmentDue: [...optOuts.assignmentDue] },
}

test('notifications are as they were initially unless the user chose otherwise', () => {
  expect(toFields(read)).toMatchObject({
    ...{ phone: '+4512345678', contactBy: 'any' },
    ...{ 'sessionReminder-email': true, 'sessionReminder-text': false },
    ...{ 'assignmentDue-email': false, 'assignmentDue-text': false },
    ...{ 'sharedConversation-email': true, 'sharedConversation-text': true },
    ...{ 'sessionSoon-email': true, 'sessionsToday-email': false, 'sessionsToday-text': false },
  })
})

test('an unchanged form saves the same opt-outs', () =>
  expect(getOptOuts(toFields(read))).toEqual(read.optOuts))
