import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/webhooks/webhooks.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { listDeliveries } from './deliveries.queries.ts'
import { listWebhooks } from './webhooks.queries.ts'
import { addWebhook, removeWebhook, resendDelivery, sendTest } from './webhooks.service.ts'

type Needs = Pick<Deps, 'db' | 'keys' | 'config' | 'queue'>

export function outgoingWebhookRoutes(app: FastifyInstance, deps: Needs) {
  const { db } = deps
  mount(app, contract.listWebhooks, () => listWebhooks(db))
  mount(app, contract.createWebhook, ({ body }, actor) => addWebhook(deps, actor, body))
  mount(app, contract.deleteWebhook, ({ params }, actor) => removeWebhook(db, actor, params.id))
  mount(app, contract.testWebhook, ({ params }) => sendTest(deps, params.id))
  mount(app, contract.resendWebhookDelivery, ({ params }) => resendDelivery(deps, params))
  mount(app, contract.listWebhookDeliveries, ({ params }) => listDeliveries(db, params.id))
}
