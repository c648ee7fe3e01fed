import { expect, test } from 'vitest'
import type { MessageKind } from '#contract/messages/kinds.ts'
import { canSendAgain, messageStatus } from '#contract/messages/messages.ts'
import { formatAttempts } from './message-labels.ts'

test.each([
  [0, 'waiting', ''],
  [1, 'waiting', 'Tried once'],
  [1, 'sent', ''],
  [3, 'sent', 'Tried 3 times'],
  [14, 'failed', 'Tried 14 times'],
] as const)('after %i attempts a message that is %s shows %j', (attempts, status, words) =>
  expect(formatAttempts({ attempts, status })).toBe(words),
)

test('waiting and sent messages cannot be sent again, except an invitation that was sent', () => {
  const all = (kind: MessageKind) =>
    messageStatus.options.filter((status) => canSendAgain({ kind, status }))
  expect(all('sessionReminder')).toEqual(['kept', 'failed'])
  expect(all('invitation')).toEqual(['sent', 'kept', 'failed'])
})
