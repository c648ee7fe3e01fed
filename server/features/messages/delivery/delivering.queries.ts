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
import { isExpired as hasExpired, presentAddress } from '../messages.queries.ts'
import { chosenBy, recipientOf, type Unwanted } from '../notifications/notifications.queries.ts'

/** How often a message is tried: over about five hours, the waits growing up to an hour. */
export const messageAttempts = 14

/** A message that this process brings on its way, and how whoever it is for wants to be told. */
export type Held = {
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
    unwanted: Unwanted
  }
  attempt: number
  /** What it tells of has passed. */
  isExpired: boolean
  /** Why it has not left before. */
  error: string | null
}

const isWaiting = sql<SqlBool>`status = 'waiting'`

/** Takes a message that waits, if nobody else has it. */
export const takeMessage = (db: Db, id: string, leaseMs: number) =>
  inTransaction(db, async (tx): Promise<Held | undefined> => {
    const lease = await acquireLease(tx, { table: 'message', id }, { leaseMs, ready: isWaiting })
    if (!lease) return undefined
    const { attempts, recipient, isExpired, error, ...message } = await tx
      .updateTable('message')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), recipient: presentAddress }))
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
    const chosen = userId === null ? undefined : await chosenBy(tx, userId)
    const to = {
      ...{ email: recipient, phone: chosen?.phone ?? null, unwanted: chosen?.unwanted ?? {} },
      isStopped: Boolean(chosen?.stoppedAt),
      isDeactivated: userId !== null && (await recipientOf(tx, userId)) === undefined,
    }
    return { lease, message, to, attempt: attempts, isExpired, error }
  })

type End = { status: 'sent' | 'kept' | 'failed'; error: string | null }

/** What a message that ends changes besides, by its kind. */
export type WhenEnded = Partial<
  Record<MessageKind, (tx: Db, messageId: string, isSent: boolean) => Promise<void>>
>

/** Says how it ended, while the lease is held, with what that changes. */
export const settleMessage = (db: Db, { lease, message }: Held, end: End, whenEnded: WhenEnded) =>
  inTransaction(db, async (tx) => {
    const isEnded = await wasUpdated(
      tx
        .updateTable('message')
        .set({ ...end, leasedUntil: null })
        .where(ownsLease(lease)),
    )
    if (isEnded) await whenEnded[message.kind]?.(tx, message.id, end.status === 'sent')
  })

/** Puts it back for another try, with what went wrong. */
export const tryAgain = (
  db: Db,
  queue: Queue,
  { lease }: Held,
  { error, ...again }: RetryPlan & { error?: string },
) =>
  inTransaction(db, async (tx) => {
    if (error !== undefined)
      await tx.updateTable('message').set({ error }).where(ownsLease(lease)).execute()
    if (await releaseForRetry(tx, lease, again))
      await queue.add(tx, 'deliver', { messageId: lease.id }, again.delayMs)
  })

/** Queues again what is due and nobody works on: of processes that were killed. */
export async function rescueMessages(db: Db, queue: Queue) {
  const { rows } = await sql<{ id: string }>`
    select id from message
    where ${isWaiting} and next_try_at <= now() and ${isUnleased}
      and not ${isQueued(sql`'deliver:' || message.id`)}
    order by next_try_at limit 1000`.execute(db)
  for (const { id } of rows) await queue.add(db, 'deliver', { messageId: id })
}
