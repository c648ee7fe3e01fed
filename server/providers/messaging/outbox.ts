import type { Testable } from '../adapter.ts'
import type { Messenger } from './messenger.ts'

/** Messages stay in the database, where a system_admin reads them. */
export const outbox: Messenger & Testable = {
  channel: undefined,
  deliver: async () => 'kept',
  test: async () => 'Messages are stored in the outbox. Nothing is sent.',
}
