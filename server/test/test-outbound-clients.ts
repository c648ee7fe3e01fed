import { afterAll, afterEach, expect, inject } from 'vitest'
import type { ConsentPurpose } from '#contract/consents/consents.ts'
import type { IntegrationType } from '#contract/integrations/providers/providers.ts'
import type { BaseAddresses } from '../platform/config/base-addresses.ts'
import { openDb } from '../platform/db/db.ts'
import { openAnnouncements } from '../platform/db/notify.ts'
import { newId } from '../platform/ids.ts'
import { createOutboundClient } from '../platform/outbound/outbound-client.ts'
import { cloneDatabase } from './database.ts'
import { makeClient, makeRow, makeSession } from './make.ts'

type Whose = {
  type: IntegrationType
  provider: string
  label: string
  addresses?: BaseAddresses
  secrets?: readonly string[]
  id?: string
}

/** Outbound clients for adapter tests, with a database of their own. Call once per test file, at the top. */
export async function testOutboundClients() {
  const cloned = await cloneDatabase(inject('database'))
  const errors: Error[] = []
  const { db } = openDb(cloned.url, (error) => errors.push(error), 3)
  const announcements = await openAnnouncements(cloned.url, (error) => errors.push(error))
  const clientId = await makeClient(db)
  const sessionDefinitionId = await makeRow(db, 'sessionDefinition', {
    name: 'Any',
    displayOrder: 9,
  })
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  afterEach(async () => {
    expect(errors.splice(0)).toEqual([])
    await db.deleteFrom('consent').where('isGiven', '=', false).execute()
    await db.deleteFrom('setting').execute()
  })
  afterAll(async () => {
    await announcements.close()
    await db.destroy()
    await cloned.drop()
  })
  return {
    ...{ db, announcements },
    /** A session of a client who has agreed to everything. */
    sessionId,
    /** Until the end of the test. */
    withdraw: async (purpose: ConsentPurpose) => {
      const { id: consentTextId } = await db
        .selectFrom('consentText')
        .select('id')
        .where('purpose', '=', purpose)
        .executeTakeFirstOrThrow()
      await db
        .insertInto('consent')
        .values({ id: newId(), clientId, purpose, isGiven: false, consentTextId })
        .execute()
    },
    /** A client for a new integration, with a closed circuit. */
    outboundClientFor: async ({
      type,
      provider,
      addresses = {},
      secrets = [],
      label,
      id,
    }: Whose) => {
      const integrationId = id ?? newId()
      await db
        .insertInto('integration')
        .values({ id: integrationId, type, provider })
        .onConflict((on) => on.doNothing())
        .execute()
      const onError = (error: Error) => void errors.push(error)
      const needs = { db, announcements, addresses, onError }
      // outbound-client.test.ts covers the backoff.
      return createOutboundClient(
        { ...needs, backoff: () => 1 },
        { integrationId, type, provider, label, secrets },
      )
    },
    /** Recorded calls, oldest first. */
    entries: () => db.selectFrom('egress').selectAll().orderBy('createdAt').orderBy('id').execute(),
    deleteEgress: () => db.deleteFrom('egress').execute(),
  }
}
