import { type Insertable, sql } from 'kysely'
import { maxWebhooks, type Webhook } from '#contract/webhooks/webhooks.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Webhook as WebhookRow } from '../../platform/db/schema.ts'

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
