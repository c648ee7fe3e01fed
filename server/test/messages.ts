import { afterEach, beforeEach } from 'vitest'
import { findRecipient } from '../features/messages/notifications/notifications.queries.ts'
import { enqueueMessage } from '../features/messages/send-message.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Message, Messenger } from '../providers/messaging/messenger.ts'
import { runQueuedJobs } from './run-queued-jobs.ts'
import { testApp } from './test-app.ts'
import { withAdapters } from './with-adapters.ts'

export const reminderValues = { with: 'Anna', link: 'https://wellbeing.example/app' }

/** Where it is about noon: notices wait at night. */
export function noonTimeZone() {
  const hours = 12 - new Date().getUTCHours()
  return `Etc/GMT${hours < 0 ? '+' : '-'}${Math.abs(hours)}`
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
  const app = await testApp((given) => ({
    ...withAdapters(given, { email_sms: current }),
    installation: { ...given.installation, timeZone: noonTimeZone() },
  }))
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
      // What others are told of it.
      .where('kind', 'not in', ['administratorAct', 'messagesFailing'])
      .orderBy('id')
      .execute()

  return {
    ...{ app, by, delivered, rows },
    remind: (userId = app.clientUserId, expiresAt?: Date) =>
      inTransaction(db, async (tx) => {
        const text = `your session with ${reminderValues.with} is on Tuesday`
        return enqueueMessage(tx, deps.queue, {
          ...{ kind: 'sessionReminder', language: 'en', userId },
          recipient: (await findRecipient(tx, userId))?.email ?? '',
          subject: 'Your session on Tuesday, Nov 24',
          ...{ body: `Hello,\n\n${text}.`, short: `Maylab: ${text}. ${reminderValues.link}` },
          placeholderValues: JSON.stringify(reminderValues),
          calendar: 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
          expiresAt: expiresAt?.toISOString() ?? null,
        })
      }),
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
