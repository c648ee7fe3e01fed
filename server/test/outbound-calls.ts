import { afterAll, afterEach, beforeEach, expect, inject, vi } from 'vitest'
import { openDb } from '../platform/db/db.ts'
import { openAnnouncements } from '../platform/db/notify.ts'
import {
  createOutboundClient,
  type OutboundClient,
  type OutboundRequest,
} from '../platform/outbound/outbound-client.ts'
import { jsonBody } from '../platform/outbound/request-body.ts'
import { cloneDatabase } from './database.ts'
import { json, localService } from './local-service.ts'
import { makeRow } from './make.ts'

const secret = 'sk-very/secret+key'

/** An outbound client for a local service; each test gets a new integration. Call once per test file, at the top. */
export async function outboundCalls() {
  const cloned = await cloneDatabase(inject('database'))
  const errors: Error[] = []
  const { db } = openDb(cloned.url, (error) => errors.push(error), 3)
  const announcements = await openAnnouncements(cloned.url, (error) => errors.push(error))
  const service = await localService((_call, response) => json(response, 200, { fine: true }))
  let integrationId = ''
  const connect = () =>
    createOutboundClient(
      {
        ...{ db, announcements, addresses: { outside: service.origin } },
        onError: (error) => errors.push(error),
      },
      {
        ...{ integrationId, type: 'ai_analysis', provider: 'outside', label: 'Outside' },
        ...{ secrets: [secret], maxConcurrent: 2 },
      },
    )
  let client: OutboundClient
  beforeEach(async () => {
    integrationId = await makeRow(db, 'integration', { type: 'ai_analysis', provider: 'outside' })
    client = connect()
  })
  afterEach(() => {
    vi.useRealTimers()
    service.forget()
    expect(errors.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await service.close()
    await announcements.close()
    await db.destroy()
    await cloned.drop()
  })
  const requestWith = (more: Partial<OutboundRequest> = {}): OutboundRequest => ({
    ...{ purpose: 'a try', method: 'POST' },
    url: `${client.baseUrl('https://api.outside.example')}/v1`,
    headers: { authorization: `Bearer ${secret}` },
    sessionId: null,
    body: jsonBody({ question: 'how are you?' }),
    signal: new AbortController().signal,
    ...more,
  })

  return {
    ...{ secret, service, requestWith, integrationId: () => integrationId },
    client: () => client,
    /** Replaces the client by one with a closed circuit. */
    reconnect: () => void (client = connect()),
    send: (more?: Partial<OutboundRequest>) => client.send(requestWith(more)),
    entries: () =>
      db
        .selectFrom('egress')
        .selectAll()
        .where('integrationId', '=', integrationId)
        .orderBy('createdAt')
        .execute(),
  }
}
