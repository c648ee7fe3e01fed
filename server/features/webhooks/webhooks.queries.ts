import { type Insertable, sql } from 'kysely'
import { NIL } from 'uuid'
import { maxWebhooks, type Webhook } from '#contract/webhooks/webhooks.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Webhook as WebhookRow } from '../../platform/db/schema.ts'
import {
  createOutboundClient,
  type OutboundClient,
} from '../../platform/outbound/outbound-client.ts'

export const listWebhooks = (db: Db) =>
  db
    .selectFrom('webhook')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('webhookDelivery')
          .selectAll()
          .whereRef('webhookId', '=', 'webhook.id')
          .orderBy('createdAt', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select(['webhook.id', 'webhook.url', 'webhook.events', 'webhook.createdAt'])
    .select(
      sql<Webhook['latestDelivery']>`case when latest.id is not null then jsonb_build_object(
        'id', latest.id, 'event', latest.event, 'createdAt', latest.created_at, 'status', latest.status,
        'attempts', latest.attempts, 'responseStatus', latest.response_status, 'error', latest.error
      ) end`.as('latestDelivery'),
    )
    .orderBy('webhook.createdAt')
    .orderBy('webhook.id')
    .limit(maxWebhooks)
    .execute()

export const insertWebhook = (db: Db, row: Insertable<WebhookRow>) =>
  db.insertInto('webhook').values(row).execute()

export const deleteWebhookRow = (db: Db, id: string) =>
  db.deleteFrom('webhook').where('id', '=', id).returning('id').executeTakeFirst()

export const lockWebhook = (tx: Db, id: string) =>
  tx.selectFrom('webhook').select('id').where('id', '=', id).forShare().executeTakeFirst()

export type WebhookClients = (host: string) => OutboundClient

/** The client of each host, so that its circuit breaker and limit apply to all deliveries. */
export function createWebhookClients(needs: {
  db: Db
  onError: (error: Error) => void
}): WebhookClients {
  const clients = new Map<string, OutboundClient>()
  return (host) => {
    const service = { integrationId: NIL, type: 'webhook', provider: 'webhook' } as const
    const client =
      clients.get(host) ??
      createOutboundClient({ ...needs, addresses: {} }, { ...service, label: host, secrets: [] })
    clients.set(host, client)
    return client
  }
}
