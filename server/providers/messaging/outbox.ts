import type { Testable } from '../adapter.ts'
import type { Messenger } from './messenger.ts'

/** Stores messages in the database, where a system_admin can read them. */
export const outbox: Messenger & Testable = {
  channel: undefined,
  deliver: async () => 'kept',
  test: async () => 'Messages are stored in the outbox. Nothing is sent.',
}
