import { sql } from 'kysely'
import type { MessageKind } from '#contract/messages/kinds.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isExpired, currentAddress } from '../messages.queries.ts'
import { getPreferences, findRecipient } from '../notifications/notifications.queries.ts'

export type WaitingMessage = NonNullable<Awaited<ReturnType<typeof findWaitingMessage>>>

/** A message with its recipient, whose address may have changed. Undefined unless it waits. */
export async function findWaitingMessage(db: Db, id: string) {
  const found = await db
    .updateTable('message')
    .set({ recipient: currentAddress })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning(['id', 'userId', 'recipient', 'subject', 'body', 'short', 'calendar', 'error'])
    .returning(['rowIds', 'readAt'])
    .returning([
      sql<MessageKind>`kind`.as('kind'),
      sql<Record<string, string>>`placeholder_values`.as('placeholderValues'),
      isExpired.as('isExpired'),
    ])
    .executeTakeFirst()
  if (!found) return undefined
  const { recipient, ...message } = found
  const { userId } = message
  const preferences = userId === null ? undefined : await getPreferences(db, userId)
  const to = {
    email: recipient,
    phone: preferences?.phone ?? null,
    optOuts: preferences?.optOuts ?? {},
    isStopped: Boolean(preferences?.stoppedAt),
    isDeactivated: userId !== null && (await findRecipient(db, userId)) === undefined,
  }
  return { ...message, to }
}

export const saveFailedAttempt = (tx: Db, id: string, error: string, attempts: number) =>
  tx.updateTable('message').set({ error, attempts }).where('id', '=', id).execute()

export type Ended = { status: 'sent' | 'kept' | 'failed'; error: string | null }

export const finishMessage = (tx: Db, id: string, end: Ended & { attempts: number }) =>
  tx.updateTable('message').set(end).where('id', '=', id).execute()
