import { type SqlBool, sql } from 'kysely'
import {
  maxDeliveries,
  type WebhookDelivery,
  type WebhookEvent,
} from '#contract/outgoing-webhooks.ts'
import type { Db } from '../../platform/db/db.ts'
import { acquireLease, type Lease, ownsLease } from '../../platform/db/lease.ts'
import { enqueueDueRows, type Queue } from '../../platform/db/queue.ts'
import { wasUpdated } from '../../platform/db/row-version.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

/** Adds a delivery for each webhook that subscribes to the event, in the caller's transaction. */
export async function emitEvent(tx: Db, event: WebhookEvent, data: Record<string, string>) {
  const webhooks = await tx
    .selectFrom('webhook')
    .select('id')
    .where(sql<SqlBool>`${event} = any(events)`)
    .execute()
  if (webhooks.length)
    await tx
      .insertInto('webhookDelivery')
      .values(
        webhooks.map(({ id }) => ({
          id: newId(),
          webhookId: id,
          event,
          data: JSON.stringify(data),
        })),
      )
      .execute()
}

/** Undefined if there is no such webhook. */
export const insertTestDelivery = (db: Db, webhookId: string) =>
  db
    .insertInto('webhookDelivery')
    .columns(['id', 'webhookId', 'event', 'data'])
    .expression((eb) =>
      eb
        .selectFrom('webhook')
        .select([
          sql<string>`${newId()}::uuid`.as('newId'),
          'webhook.id',
          sql<string>`'test'`.as('event'),
          sql`'{}'::jsonb`.as('data'),
        ])
        .where('webhook.id', '=', webhookId),
    )
    .returning('id')
    .executeTakeFirst()

export const listDeliveries = (db: Db, webhookId: string) =>
  db
    .selectFrom('webhookDelivery')
    .select(['id', 'event', 'createdAt', 'attempts', 'responseStatus', 'error'])
    .select(sql<WebhookDelivery['status']>`status`.as('status'))
    .where('webhookId', '=', webhookId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxDeliveries)
    .execute()

/** False unless it has failed. It begins anew, with all attempts. */
export const restartDelivery = (tx: Db, webhookId: string, id: string) =>
  wasUpdated(
    tx
      .updateTable('webhookDelivery')
      .set({ status: 'waiting', attempts: 0, error: null, nextTryAt: sql`now()` })
      .where('id', '=', id)
      .where('webhookId', '=', webhookId)
      .where('status', '=', 'failed'),
  )

const isWaiting = sql<SqlBool>`status = 'waiting'`

/** Undefined if another worker has claimed it. */
export const claimDelivery = (db: Db, id: string, leaseMs: number) =>
  inTransaction(db, async (tx) => {
    const lease = await acquireLease(
      tx,
      { table: 'webhook_delivery', id },
      { leaseMs, ready: isWaiting },
    )
    if (!lease) return undefined
    const row = await tx
      .updateTable('webhookDelivery')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .from('webhook')
      .whereRef('webhook.id', '=', 'webhookDelivery.webhookId')
      .where('webhookDelivery.id', '=', id)
      .returning(['event', 'data', 'attempts', 'webhookDelivery.createdAt'])
      .returning(['webhook.id as webhookId', 'webhook.url', 'webhook.secret'])
      .executeTakeFirstOrThrow()
    return { lease, ...row }
  })
export type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>

type Result = { status: 'sent' | 'failed'; error: string | null; responseStatus: number | null }

/** Ends a delivery, and deletes those beyond the stored number. */
export const finishDelivery = (db: Db, { lease, webhookId }: ClaimedDelivery, result: Result) =>
  inTransaction(db, async (tx) => {
    await tx
      .updateTable('webhookDelivery')
      .set({ ...result, leasedUntil: null })
      .where(ownsLease(lease))
      .execute()
    await sql`
      delete from webhook_delivery where id in (
        select id from webhook_delivery where webhook_id = ${webhookId} and status <> 'waiting'
        order by created_at desc, id desc offset ${maxDeliveries}
      )`.execute(tx)
  })

export const saveDeliveryError = (db: Db, lease: Lease, error: string) =>
  db.updateTable('webhookDelivery').set({ error }).where(ownsLease(lease)).execute()

/** Enqueues due deliveries. Includes new ones, so that emitting an event needs no queue. */
export const enqueueDueDeliveries = (db: Db, queue: Queue) =>
  enqueueDueRows(db, queue, {
    table: 'webhook_delivery',
    job: 'deliver-webhook',
    isDue: sql`${isWaiting} and next_try_at <= now()`,
  })
