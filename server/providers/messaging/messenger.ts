import type { Db } from '../../db/db.ts'

export type Message = { recipient: string; subject: string; body: string }

/** Sends messages to people. Adapters stand beside this file; nothing outside this folder knows which one runs. */
export interface Messenger {
  /** False where a message does not leave this installation: the person is told to ask an administrator. */
  readonly reachesPeople: boolean
  /**
   * Takes a message over inside the caller's transaction: it goes out when that is committed, and not at all when it
   * is rolled back. Calls no service meanwhile.
   */
  send(db: Db, message: Message): Promise<void>
}
