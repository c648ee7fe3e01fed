import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { type RetryPlan, ownsLease, type Lease, acquireLease } from '../../../platform/db/lease.ts'
import { enqueueDueRows, retryLater } from '../../../platform/db/queue.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'
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
    placeholderValues: Record<string, string>
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
        sql<Record<string, string>>`placeholder_values`.as('placeholderValues'),
        hasExpired.as('isExpired'),
      ])
      .returning('error')
      .executeTakeFirstOrThrow()
    const { userId } = message
    const preferences = userId === null ? undefined : await preferencesOf(tx, userId)
    const to = {
      email: recipient,
      phone: preferences?.phone ?? null,
      optOuts: preferences?.optOuts ?? {},
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

export async function rescheduleMessage(
  db: Db,
  queue: Queue,
  { lease }: ClaimedMessage,
  { error, ...plan }: RetryPlan & { error: string | undefined },
) {
  if (error !== undefined)
    await db.updateTable('message').set({ error }).where(ownsLease(lease)).execute()
  await retryLater(db, queue, 'deliver', lease, plan)
}

/** Enqueues what is due and a killed process left. */
export const enqueueDueMessages = (db: Db, queue: Queue) =>
  enqueueDueRows(db, queue, {
    table: 'message',
    job: 'deliver',
    isDue: sql`${isWaiting} and next_try_at <= now()`,
  })
