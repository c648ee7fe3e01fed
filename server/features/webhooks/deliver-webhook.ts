import { createHmac } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import type { JobContext } from '../../platform/db/lease.ts'
import { retryLater } from '../../platform/db/queue.ts'
import { runLeasedJob } from '../../platform/jobs/run-leased-job.ts'
import { bytesBody } from '../../platform/outbound/request-body.ts'
import {
  claimDelivery,
  type ClaimedDelivery,
  finishDelivery,
  saveDeliveryError,
} from './deliveries.queries.ts'

type Needs = Pick<Deps, 'db' | 'keys' | 'config' | 'queue' | 'webhookClients'>

/** About five hours in total, with delays of up to an hour. */
export const maxDeliveryAttempts = 14
const timeoutMs = 15_000

/** Calls a webhook. Retries have the same id, so that the receiver can detect duplicates. */
export async function deliverWebhook(deps: Needs, deliveryId: string, run: JobContext) {
  const { db, queue } = deps
  const claimed = await claimDelivery(db, deliveryId, run.times.leaseMs)
  if (!claimed) return
  await runLeasedJob(db, claimed, run, {
    maxAttempts: maxDeliveryAttempts,
    timeoutMs,
    // The receiver may be repaired.
    isPermanent: () => false,
    run: (signal) => post(deps, claimed, signal),
    save: (responseStatus) =>
      finishDelivery(db, claimed, { status: 'sent', error: null, responseStatus }),
    fail: (error) => finishDelivery(db, claimed, { status: 'failed', error, responseStatus: null }),
    async retry(plan, error) {
      if (error !== undefined) await saveDeliveryError(db, claimed.lease, error)
      await retryLater(db, queue, 'deliver-webhook', claimed.lease, plan)
    },
  })
}

/** Signed according to https://www.standardwebhooks.com. Returns the status. */
async function post(
  { keys, config, webhookClients }: Needs,
  { lease, webhookId, url, secret, event, data, createdAt }: ClaimedDelivery,
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
        .update(`${lease.id}.${timestamp}.${body}`)
        .digest('base64')
      return {
        'webhook-id': lease.id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      }
    },
  })
  return status
}
