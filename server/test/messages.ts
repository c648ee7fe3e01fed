import { afterEach, beforeEach } from 'vitest'
import { sendMessage } from '../features/messages/send-message.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Message, Messenger } from '../providers/messaging/messenger.ts'
import { runQueuedJobs } from './run-queued-jobs.ts'
import { testApp } from './test-app.ts'
import { withAdapters } from './with-adapters.ts'

export const reminderValues = {
  ...{ with: 'Anna', day: 'Tuesday, Nov 24', time: '2:00 PM (GMT+1)' },
  link: 'https://wellbeing.example/app',
}

/**
 * The application with a service for messages that notes what it delivers; each test begins with email.
 * Call once per test file, at the top.
 */
export async function messageCalls() {
  /** The active service, for routes and jobs. */
  let messenger: Messenger = { channel: undefined, deliver: async () => 'kept' }
  const current: Messenger = {
    get channel() {
      return messenger.channel
    },
    from: 'care@maylab.test',
    deliver: (message, signal) => messenger.deliver(message, signal),
  }
  const app = await testApp((given) => withAdapters(given, { email_sms: current }))
  const { deps, db, call, emails } = app
  const delivered: Message[] = []
  const by = (
    channel: Messenger['channel'],
    answer: () => Promise<'sent' | 'kept'> = async () => 'sent',
  ) => {
    messenger = {
      channel,
      deliver: async (message) => {
        if (message.kind !== 'administratorAct') delivered.push(message)
        return answer()
      },
    }
  }
  beforeEach(() => by('email'))
  afterEach(async () => {
    delivered.length = 0
    await db.deleteFrom('message').execute()
    await db.deleteFrom('notification').execute()
  })
  const rows = () =>
    db
      .selectFrom('message')
      .selectAll()
      .where('kind', '!=', 'administratorAct')
      .orderBy('id')
      .execute()

  return {
    ...{ app, by, delivered, rows },
    remind: (userId = app.clientUserId, expiresAt?: Date) =>
      inTransaction(db, (tx) =>
        sendMessage(tx, deps, {
          ...{ kind: 'sessionReminder', userId, values: reminderValues },
          ...{ calendar: 'METHOD:REQUEST\r\nEND:VEVENT', expiresAt },
        }),
      ),
    reset: () =>
      call({
        ...{ method: 'POST', url: '/api/auth/forgot-password' },
        payload: { email: emails.client },
      }),
    /** Makes one attempt to deliver each message that waits. Returns all messages. */
    deliverAll: async () => {
      await runQueuedJobs(app, 'deliver')
      return rows()
    },
  }
}
