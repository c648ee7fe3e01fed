import { sql } from 'kysely'
import type { listMessages, Message } from '#contract/messages/messages.ts'
import type { MessageKind } from '#contract/messages/kinds.ts'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { idIn, type List } from '../../platform/lists/list.ts'
import { getPreferences, findRecipient } from './notifications/notifications.queries.ts'

const messages = (db: Db) =>
  db
    .selectFrom('message')
    .select(['id', 'createdAt', 'recipient', 'subject', 'attempts', 'error'])
    // Those are in the notification list only.
    .where('status', '<>', 'bell')
    .select([
      sql<Message['kind']>`kind`.as('kind'),
      sql<Message['status']>`status`.as('status'),
      sql<string | null>`(
        select start_after from pgboss.job
        where name = 'outside' and singleton_key = 'deliver:' || message.id and state < 'active'
      )`.as('nextTryAt'),
    ])

export const messageList: List<typeof listMessages> = {
  table: 'message',
  sorts: { time: { by: sql`message.created_at`, value: 'instant' } },
  defaultSort: '-time',
  filters: {
    status: (it) => sql`message.status = ${it}`,
    kind: (it) => sql`message.kind = ${it}`,
  },
  rows: (db, ids) => messages(db).where(idIn('id', ids)).execute(),
}

export const messageRow = (db: Db, id: string) =>
  messages(db).where('id', '=', id).executeTakeFirstOrThrow(notFound('message'))

export const messageWithBody = (db: Db, id: string) =>
  messages(db).select('body').where('id', '=', id).executeTakeFirstOrThrow(notFound('message'))

/** The ids of the client whom a message was for; none where it was for somebody else. */
export const findRecipientClients = async (db: Db, id: string) =>
  (
    await db
      .selectFrom('client')
      .innerJoin('message', 'message.userId', 'client.userId')
      .select('client.id')
      .where('message.id', '=', id)
      .execute()
  ).map((it) => it.id)

export const isExpired = sql<boolean>`coalesce(message.expires_at <= now(), false)`

/** Locks a message. Throws not-found. */
export const lockMessage = (tx: Db, id: string) =>
  tx
    .selectFrom('message')
    .select(['id', 'userId'])
    .select([
      sql<Message['kind']>`kind`.as('kind'),
      sql<Message['status']>`status`.as('status'),
      sql<Record<string, string>>`placeholder_values`.as('placeholderValues'),
      isExpired.as('isExpired'),
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound('message'))

/** The recipient's address may have changed. */
export const currentAddress = sql<string>`coalesce(
  (select email from "user" where "user".id = message.user_id), message.recipient
)`

/** Resets the attempts. */
export const requeueMessage = (tx: Db, id: string) =>
  tx
    .updateTable('message')
    .set({ status: 'waiting', attempts: 0, error: null, recipient: currentAddress })
    .where('id', '=', id)
    .execute()

export const deleteMessage = (tx: Db, id: string) =>
  tx.deleteFrom('message').where('id', '=', id).execute()

/** Does not send waiting messages whose password links have become invalid. */
export async function withholdLinks(tx: Db, queue: Queue, userId: string) {
  const waiting = await tx
    .selectFrom('message')
    .select('id')
    .where('userId', '=', userId)
    .where('kind', 'in', ['invitation', 'passwordReset'])
    .where('status', '=', 'waiting')
    .execute()
  for (const { id } of waiting) {
    await queue.cancel(tx, 'deliver', { id })
    await tx
      .updateTable('message')
      .set({ status: 'kept', error: 'The link in this message is no longer valid.' })
      .where('id', '=', id)
      .execute()
  }
}

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
