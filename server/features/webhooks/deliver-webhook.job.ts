import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { bytesBody } from '../../platform/outbound/request-body.ts'
import {
  type Delivery,
  findDelivery,
  findHost,
  finishDelivery,
  saveFailedAttempt,
} from './deliveries.queries.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobPayloads {
    'deliver-webhook': { id: string }
  }
}

const timeoutMs = 15_000

/** Calls a webhook. Retries have the same id, so that the receiver can detect duplicates. */
export const deliverWebhook = defineJob({
  name: 'deliver-webhook',
  payload: z.object({ id: z.uuid() }),
  queue: 'webhooks',
  group: (tx, { id }) => findHost(tx, id),
  // Over about five hours.
  attempts: 14,
  timeoutMs,
  // The receiver may be repaired.
  isPermanent: () => false,
  async run(deps, { id }, job) {
    const delivery = await findDelivery(deps.db, id)
    if (!delivery) return
    const responseStatus = await post(deps, delivery, job.signal)
    const { attempt } = job
    await inTransaction(deps.db, async (tx) => {
      await job.finish(tx)
      await finishDelivery(tx, delivery.id, {
        status: 'sent',
        error: null,
        responseStatus,
        attempt,
      })
    })
  },
  retried: (tx, { id }, { sentence, attempt }) => saveFailedAttempt(tx, id, sentence, attempt),
  failed: (tx, { id }, { sentence, attempt }) =>
    finishDelivery(tx, id, { status: 'failed', error: sentence, responseStatus: null, attempt }),
})

type Needs = Pick<Deps, 'keys' | 'config' | 'webhookClients'>

/** Signed according to https://www.standardwebhooks.com. Returns the status. */
async function post(
  { keys, config, webhookClients }: Needs,
  { id, webhookId, url, secret, event, data, createdAt }: Delivery,
  signal: AbortSignal,
) {
  const body = JSON.stringify({ type: event, timestamp: createdAt, data })
  const key = keys.decrypt('webhook-secret', webhookId, secret).replace(/^whsec_/, '')
  const { host } = new URL(url)
  const { status } = await webhookClients(host).send({
    purpose: 'webhook',
    method: 'POST',
    url,
    signal,
    maxAttempts: 1,
    timeoutMs,
    isUntrustedHost: !config.allowedLocalHosts.includes(host),
    body: bytesBody(body, 'application/json'),
    headers: () => {
      const timestamp = String(Math.floor(Date.now() / 1000))
      const signature = createHmac('sha256', Buffer.from(key, 'base64'))
        .update(`${id}.${timestamp}.${body}`)
        .digest('base64')
      return {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      }
    },
  })
  return status
}
