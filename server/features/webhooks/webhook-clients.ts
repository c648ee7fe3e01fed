import { NIL } from 'uuid'
import type { Db } from '../../platform/db/db.ts'
import {
  createOutboundClient,
  type OutboundClient,
} from '../../platform/outbound/outbound-client.ts'

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
