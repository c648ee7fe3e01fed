import { afterAll, afterEach, expect, inject } from 'vitest'
import type { IntegrationType } from '#contract/providers/providers.ts'
import type { BaseAddresses } from '../platform/config/base-addresses.ts'
import { openDb } from '../platform/db/db.ts'
import { newId } from '../platform/ids.ts'
import { openDoor } from '../platform/outbound/door.ts'
import { cloneDatabase } from './database.ts'

type Whose = {
  type: IntegrationType
  provider: string
  label: string
  addresses?: BaseAddresses
  secrets?: readonly string[]
  id?: string
}

/** Doors for adapters that are tested alone, over a database of their own. Call once per test file, at its top. */
export async function testDoors() {
  const cloned = await cloneDatabase(inject('database'))
  const errors: Error[] = []
  const { db } = openDb(cloned.url, (error) => errors.push(error), 3)
  afterEach(() => expect(errors.splice(0)).toEqual([]))
  afterAll(async () => {
    await db.destroy()
    await cloned.drop()
  })
  return {
    db,
    /** A door of an integration of its own: its circuit begins closed. */
    doorTo: async ({ type, provider, addresses = {}, secrets = [], label, id }: Whose) => {
      const integrationId = id ?? newId()
      await db
        .insertInto('integration')
        .values({ id: integrationId, type, provider })
        .onConflict((on) => on.doNothing())
        .execute()
      const needs = { db, addresses, onError: (error: Error) => void errors.push(error) }
      // How long a pause is looks at door.test.ts.
      return openDoor({ ...needs, backoff: () => 1 }, { integrationId, provider, label, secrets })
    },
    /** What left, the oldest first. */
    entries: () => db.selectFrom('egress').selectAll().orderBy('createdAt').orderBy('id').execute(),
    forgetEntries: () => db.deleteFrom('egress').execute(),
  }
}
