import type { Db } from '../db/db.ts'
import type { Queue } from '../db/queue.ts'
import { newId } from '../ids.ts'
import type { Message } from '../providers/messaging/messenger.ts'

/**
 * Takes a message over inside the caller's transaction: it goes out when that is committed, and not at all when it is
 * rolled back. Calls no service meanwhile.
 */
export async function sendMessage(tx: Db, queue: Queue, message: Message) {
  const id = newId()
  await tx
    .insertInto('message')
    .values({ ...message, id })
    .execute()
  await queue.add(tx, 'deliver', { messageId: id })
}
