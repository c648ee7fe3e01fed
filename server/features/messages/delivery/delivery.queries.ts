import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import {
  type RetryPlan,
  isUnleased,
  ownsLease,
  type Lease,
  releaseForRetry,
  acquireLease,
} from '../../../platform/db/lease.ts'
import { isQueued, type Queue } from '../../../platform/db/queue.ts'
import { wasUpdated } from '../../../platform/db/row-version.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { MessageKind } from '#contract/messages.ts'
import { isExpired as hasExpired, currentAddress } from '../messages.queries.ts'
import { preferencesOf, recipientOf, type OptOuts } from '../notifications/notifications.queries.ts'

/** Over about five hours, with waits of up to an hour. */
export const maxMessageAttempts = 14

/** A message with its recipient. */
export type ClaimedMessage = {
  lease: Lease
  message: {
    id: string
    kind: MessageKind
    userId: string | null
    subject: string
    body: string
    short: string
    given: Record<string, string>
    calendar: string | null
  }
  to: {
    email: string
    phone: string | null
    isStopped: boolean
    isDeactivated: boolean
    optOuts: OptOuts
  }
  attempt: number
  isExpired: boolean
  /** Why earlier attempts failed. */
  error: string | null
}

const isWaiting = sql<SqlBool>`status = 'waiting'`

/** Claims a waiting message. Undefined if another worker has it. */
export const claimMessage = (db: Db, id: string, leaseMs: number) =>
  inTransaction(db, async (tx): Promise<ClaimedMessage | undefined> => {
    const lease = await acquireLease(
      tx,
      { table: 'message', id },
      { leaseMs: leaseMs, ready: isWaiting },
    )
    if (!lease) return undefined
    const { attempts, recipient, isExpired, error, ...message } = await tx
      .updateTable('message')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), recipient: currentAddress }))
      .where(ownsLease(lease))
      .returning(['id', 'userId', 'recipient', 'subject', 'body', 'short', 'calendar', 'attempts'])
      .returning([
        sql<MessageKind>`kind`.as('kind'),
        sql<Record<string, string>>`given`.as('given'),
        hasExpired.as('isExpired'),
      ])
      .returning('error')
      .executeTakeFirstOrThrow()
    const { userId } = message
    const preferences = userId === null ? undefined : await preferencesOf(tx, userId)
    const to = {
      ...{
        email: recipient,
        phone: preferences?.phone ?? null,
        optOuts: preferences?.optOuts ?? {},
      },
      isStopped: Boolean(preferences?.stoppedAt),
      isDeactivated: userId !== null && (await recipientOf(tx, userId)) === undefined,
    }
    return { lease, message, to, attempt: attempts, isExpired, error }
  })

type MessageOutcome = { status: 'sent' | 'kept' | 'failed'; error: string | null }

/** Runs when a message of a kind is sent or has failed. */
export type OnMessageEnd = Partial<
  Record<MessageKind, (tx: Db, messageId: string, isSent: boolean) => Promise<void>>
>

export const finishMessage = (
  db: Db,
  { lease, message }: ClaimedMessage,
  end: MessageOutcome,
  whenEnded: OnMessageEnd,
) =>
  inTransaction(db, async (tx) => {
    const isEnded = await wasUpdated(
      tx
        .updateTable('message')
        .set({ ...end, leasedUntil: null })
        .where(ownsLease(lease)),
    )
    if (isEnded) await whenEnded[message.kind]?.(tx, message.id, end.status === 'sent')
  })

export const rescheduleMessage = (
  db: Db,
  queue: Queue,
  { lease }: ClaimedMessage,
  { error, ...again }: RetryPlan & { error?: string },
) =>
  inTransaction(db, async (tx) => {
    if (error !== undefined)
      await tx.updateTable('message').set({ error }).where(ownsLease(lease)).execute()
    if (await releaseForRetry(tx, lease, again))
      await queue.add(tx, 'deliver', { messageId: lease.id }, again.delayMs)
  })

/** Enqueues what is due and a killed process left. */
export async function rescueMessages(db: Db, queue: Queue) {
  const { rows } = await sql<{ id: string }>`
    select id from message
    where ${isWaiting} and next_try_at <= now() and ${isUnleased}
      and not ${isQueued(sql`'deliver:' || message.id`)}
    order by next_try_at limit 1000`.execute(db)
  for (const { id } of rows) await queue.add(db, 'deliver', { messageId: id })
}
