import { newId } from '../../ids.ts'
import type { Messenger } from './messenger.ts'

/** Keeps messages in the database, where a system_admin reads them. */
export const outbox: Messenger = {
  reachesPeople: false,
  async send(db, message) {
    await db
      .insertInto('message')
      .values({ ...message, id: newId() })
      .execute()
  },
}
