import { NIL } from 'uuid'
import type { Db } from '../platform/db/db.ts'
import type { Announcements } from '../platform/db/notify.ts'
import type { Keys } from '../platform/keys/keys.ts'
import { Unavailable } from '../platform/jobs/errors.ts'
import { type IntegrationType, providerForm } from '#contract/providers/providers.ts'
import type { BaseAddresses } from '../platform/config/base-addresses.ts'
import { createOutboundClient } from '../platform/outbound/outbound-client.ts'
import type { Settings } from './adapter.ts'
import type { Adapter, Provider } from './provider.ts'
import { decryptSecrets } from './secrets.ts'

/** Who does a piece of work, and by which provider: what it leaves there is kept together with this id. */
export type Integration<T extends IntegrationType> = {
  id: string
  provider: string
  adapter: Adapter<T>
}

/**
 * Answers who does what, by the settings in the database, for each piece of work anew (docs/decisions/014). Throws
 * Unavailable where a provider is not known or not set up.
 */
export type Providers = {
  /** Who does it now. */
  active<T extends IntegrationType>(type: T): Promise<Integration<T>>
  /** Who did it then and keeps what came of it, active or not. */
  of<T extends IntegrationType>(type: T, id: string): Promise<Integration<T>>
  /** Made of settings that need not be saved, with its own circuit breaker. */
  trial<T extends IntegrationType>(type: T, settings: Trial): Adapter<T>
  /** Everybody who may keep something. */
  idsOf(type: IntegrationType): Promise<string[]>
}

/** `id`: of the integration that they are the settings of, if it is saved. */
export type Trial = { provider: string; settings: Settings; id?: string | undefined }

type Needs = {
  db: Db
  announcements: Pick<Announcements, 'listen'>
  keys: Keys
  /** Where services are reached instead of at their documented addresses. */
  addresses?: BaseAddresses
  /** Hears of a row about what left that could not be written to its end. */
  onError?: (error: Error) => void
}
type Known = { [T in IntegrationType]: Record<string, Provider<T>> }
type Row = Awaited<ReturnType<typeof integrations>>[number]

/** What was read is believed until a change is announced. An adapter lives as long as its row says the same. */
export function createProviders(
  { db, announcements, keys, addresses = {}, onError = () => {} }: Needs,
  known: Known,
): Providers {
  let reading: Promise<Row[]> | undefined
  const opened = new Map<string, { row: string; adapter: Adapter<IntegrationType> }>()
  announcements.listen('integrations', () => (reading = undefined))

  function read() {
    if (reading) return reading
    const begun = integrations(db)
    reading = begun
    begun.catch(() => {
      if (reading === begun) reading = undefined
    })
    return begun
  }

  function open<T extends IntegrationType>(type: T, row: Row): Integration<T> {
    const { id, provider: key } = row
    const asRead = JSON.stringify(row)
    const kept = opened.get(id)
    if (kept?.row === asRead) return { id, provider: key, adapter: kept.adapter as Adapter<T> }
    const settings = { ...(row.settings as Settings), ...decryptSecrets(keys, row) }
    const adapter = adapterOf(type, { provider: key, settings, id })
    opened.set(id, { row: asRead, adapter })
    return { id, provider: key, adapter }
  }

  function adapterOf<T extends IntegrationType>(
    type: T,
    { provider: key, settings, id = NIL }: Trial,
  ): Adapter<T> {
    const provider = known[type][key]
    if (!provider) throw new Unavailable(`The provider ${key} is not known here.`)
    const { fields, maxConcurrent } = provider
    const names = Object.keys(fields)
    const missing = names.filter((it) => !fields[it]?.isOptional && !settings[it])
    if (missing.length)
      throw new Unavailable(`The settings of ${key} are not complete: ${missing.join(', ')}.`)
    const outboundClient = createOutboundClient(
      { db, addresses, onError },
      {
        ...{ integrationId: id, provider: key, maxConcurrent: maxConcurrent },
        label: providerForm(type, key)?.label ?? key,
        secrets: names.flatMap((it) => (fields[it]?.isSecret ? (settings[it] ?? []) : [])),
      },
    )
    return provider.open(settings, outboundClient)
  }

  return {
    async active(type) {
      const row = (await read()).find((it) => it.type === type && it.isActive)
      if (!row) throw new Unavailable(`No provider is active for ${type}.`)
      return open(type, row)
    },
    async of(type, id) {
      const isIt = (it: Row) => it.type === type && it.id === id
      const row = (await read()).find(isIt) ?? (await integrations(db)).find(isIt)
      if (!row) throw new Unavailable('The provider that keeps this is gone.')
      return open(type, row)
    },
    trial: adapterOf,
    async idsOf(type) {
      return (await read()).filter((it) => it.type === type).map(({ id }) => id)
    },
  }
}

const integrations = (db: Db) =>
  db
    .selectFrom('integration')
    .select(['id', 'type', 'provider', 'isActive', 'settings', 'secrets', 'version'])
    .orderBy('id')
    .execute()
