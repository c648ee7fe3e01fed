import type { Messenger } from './messenger.ts'

/** Leaves messages in the database, where a system_admin reads them. */
export const outbox: Messenger = {
  way: undefined,
  deliver: async () => 'kept',
}
