import { createHmac } from 'node:crypto'
import { NIL } from 'uuid'
import type { Deps } from '../../deps.ts'
import { type JobContext, releaseForRetry, renewLeaseDuringJob } from '../../platform/db/lease.ts'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import { delayByAttempts, isTimeout, requestedDelay } from '../../platform/jobs/retry-delay.ts'
import { createOutboundClient } from '../../platform/outbound/outbound-client.ts'
import { bytesBody } from '../../platform/outbound/request-body.ts'
import {
  claimDelivery,
  type ClaimedDelivery,
  finishDelivery,
  saveDeliveryError,
} from './deliveries.queries.ts'

type Needs = Pick<Deps, 'db' | 'keys' | 'config'>

/** About five hours in total, with delays of up to an hour. */
export const maxDeliveryAttempts = 14
const timeoutMs = 15_000

/** Calls a webhook. Retries have the same id, so that the receiver can detect duplicates. */
export async function deliverWebhook(deps: Needs, deliveryId: string, run: JobContext) {
  const { db } = deps
  const claimed = await claimDelivery(db, deliveryId, run.times.leaseMs)
  if (!claimed) return
  const { lost, stop, signal } = renewLeaseDuringJob(db, claimed.lease, run)
  let responseStatus: number | null = null
  let write: () => Promise<unknown>
  try {
    if (claimed.attempts > maxDeliveryAttempts) throw new Rejected('attempts', 'Failed too often.')
    responseStatus = await post(
      deps,
      claimed,
      AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      run,
    )
    write = () => finishDelivery(db, claimed, { status: 'sent', error: null, responseStatus })
  } catch (error) {
    write = () => handleFailure(deps, claimed, error, run)
  }
  await stop()
  if (!lost.aborted) await write()
}

/** Signed according to https://www.standardwebhooks.com. Returns the status. */
async function post(
  { db, keys, config }: Needs,
  { lease, webhookId, url, secret, event, data, createdAt }: ClaimedDelivery,
  signal: AbortSignal,
  { onError }: JobContext,
) {
  const body = JSON.stringify({ type: event, timestamp: createdAt, data })
  const key = keys.decrypt('webhook-secret', webhookId, secret).replace(/^whsec_/, '')
  const { host } = new URL(url)
  const client = createOutboundClient(
    { db, addresses: {}, onError },
    { integrationId: NIL, type: 'webhook', provider: 'webhook', label: host, secrets: [] },
  )
  const { status } = await client.send({
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

async function handleFailure(
  { db }: Needs,
  claimed: ClaimedDelivery,
  error: unknown,
  run: JobContext,
) {
  const { signal, times, onError } = run
  const { lease, attempts } = claimed
  if (signal.aborted) return releaseForRetry(db, lease, { delayMs: 0, isCounted: false })
  const isKnown = error instanceof Rejected || error instanceof Unavailable
  if (!isKnown && !isTimeout(error)) onError(error as Error)
  const reason = isKnown
    ? error.message
    : isTimeout(error)
      ? 'The service did not respond in time.'
      : 'Something went wrong on our side.'
  if (attempts >= maxDeliveryAttempts)
    return finishDelivery(db, claimed, { status: 'failed', error: reason, responseStatus: null })
  await saveDeliveryError(db, lease, reason)
  return releaseForRetry(db, lease, {
    delayMs: delayByAttempts(attempts, times.retryMs, requestedDelay(error)),
    isCounted: true,
  })
}
