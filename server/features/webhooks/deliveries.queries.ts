import { type SqlBool, sql } from 'kysely'
import {
  maxDeliveries,
  type WebhookDelivery,
  type WebhookEvent,
} from '#contract/webhooks/webhooks.ts'
import type { Db } from '../../platform/db/db.ts'
import { wasUpdated } from '../../platform/db/row-version.ts'
import { newId } from '../../platform/ids.ts'
import type { Queue } from '../../platform/jobs/queue.ts'

/** Queues a delivery for each webhook that subscribes to the event, in the caller's transaction. */
export async function emitEvent(
  tx: Db,
  queue: Queue,
  event: WebhookEvent,
  data: Record<string, string>,
) {
  const webhooks = await tx
    .selectFrom('webhook')
    .select('id')
    .where(sql<SqlBool>`${event} = any(events)`)
    .execute()
  for (const { id } of webhooks) await addDelivery(tx, queue, id, { event, data })
}

/** Throws when there is no such webhook. */
export async function addDelivery(
  tx: Db,
  queue: Queue,
  webhookId: string,
  { event, data }: { event: WebhookEvent | 'test'; data: Record<string, string> },
) {
  const id = newId()
  await tx
    .insertInto('webhookDelivery')
    .values({ id, webhookId, event, data: JSON.stringify(data) })
    .execute()
  await queue.add(tx, 'deliver-webhook', { id })
}

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
export async function restartDelivery(tx: Db, queue: Queue, webhookId: string, id: string) {
  const isRestarted = await wasUpdated(
    tx
      .updateTable('webhookDelivery')
      .set({ status: 'waiting', attempts: 0, error: null })
      .where('id', '=', id)
      .where('webhookId', '=', webhookId)
      .where('status', '=', 'failed'),
  )
  if (isRestarted) await queue.add(tx, 'deliver-webhook', { id })
  return isRestarted
}

/** The host of a delivery's webhook. */
export async function findHost(db: Db, id: string) {
  const { rows } = await sql<{ host: string }>`
    select lower(split_part(url, '/', 3)) as host
    from webhook_delivery join webhook on webhook.id = webhook_id
    where webhook_delivery.id = ${id}`.execute(db)
  return rows[0]?.host
}

export type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

/** Undefined unless it waits. */
export const findDelivery = (db: Db, id: string) =>
  db
    .selectFrom('webhookDelivery')
    .innerJoin('webhook', 'webhook.id', 'webhookDelivery.webhookId')
    .select(['webhookDelivery.id', 'event', 'data', 'webhookDelivery.createdAt'])
    .select(['webhookId', 'url', 'secret'])
    .where('webhookDelivery.id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst()

export const saveFailedAttempt = (tx: Db, id: string, error: string, attempt: number) =>
  tx.updateTable('webhookDelivery').set({ error, attempts: attempt }).where('id', '=', id).execute()

type End = {
  status: 'sent' | 'failed'
  error: string | null
  responseStatus: number | null
  attempt: number
}

/** Ends a delivery, and deletes those beyond the stored number. */
export async function finishDelivery(tx: Db, id: string, { attempt, ...end }: End) {
  const ended = await tx
    .updateTable('webhookDelivery')
    .set({ ...end, attempts: attempt })
    .where('id', '=', id)
    .returning('webhookId')
    .executeTakeFirst()
  if (!ended) return
  await sql`
    delete from webhook_delivery where id in (
      select id from webhook_delivery where webhook_id = ${ended.webhookId} and status <> 'waiting'
      order by created_at desc, id desc offset ${maxDeliveries}
    )`.execute(tx)
}
