import { NIL } from 'uuid'
import type { Db } from '../platform/db/db.ts'
import type { Announcements } from '../platform/db/notify.ts'
import type { Keys } from '../platform/keys/keys.ts'
import { Unavailable } from '../platform/jobs/errors.ts'
import { type IntegrationType, providerForm } from '#contract/integrations/providers/providers.ts'
import type { BaseAddresses } from '../platform/config/base-addresses.ts'
import { createOutboundClient } from '../platform/outbound/outbound-client.ts'
import type { Settings, Adapter, Provider } from './provider.ts'
import { decryptSecrets } from './secrets.ts'

/** External data is stored with the id of its integration. */
export type Integration<T extends IntegrationType> = {
  id: string
  provider: string
  adapter: Adapter<T>
}

/**
 * Integrations by the settings in the database, looked up for each job (docs/decisions/014). Throws Unavailable if a
 * provider is unknown or incomplete.
 */
export type Providers = {
  active<T extends IntegrationType>(type: T): Promise<Integration<T>>
  /** Undefined if none is active, or its settings cannot be read. */
  findActive<T extends IntegrationType>(type: T): Promise<Integration<T> | undefined>
  /** Also inactive ones. */
  of<T extends IntegrationType>(type: T, id: string): Promise<Integration<T>>
  /** An adapter with unsaved settings and its own circuit breaker. */
  trial<T extends IntegrationType>(type: T, settings: Trial): Adapter<T>
  listIds(type: IntegrationType): Promise<string[]>
}

/** `id`: that of a saved integration. */
export type Trial = { provider: string; settings: Settings; id?: string | undefined }

type Needs = {
  db: Db
  announcements: Pick<Announcements, 'listen'>
  keys: Keys
  /** Overrides of the documented addresses. */
  addresses?: BaseAddresses
  /** Errors of the outbound log. */
  onError?: (error: Error) => void
}
type Known = { [T in IntegrationType]: Record<string, Provider<T>> }
type Row = Awaited<ReturnType<typeof integrations>>[number]

/** Caches rows until a change is announced, and adapters until their row changes. */
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
    const json = JSON.stringify(row)
    const cached = opened.get(id)
    if (cached?.row === json) return { id, provider: key, adapter: cached.adapter as Adapter<T> }
    const settings = { ...(row.settings as Settings), ...decryptSecrets(keys, row) }
    const adapter = createAdapter(type, { provider: key, settings, id })
    opened.set(id, { row: json, adapter })
    return { id, provider: key, adapter }
  }

  function createAdapter<T extends IntegrationType>(
    type: T,
    { provider: key, settings, id = NIL }: Trial,
  ): Adapter<T> {
    const provider = known[type][key]
    if (!provider) throw new Unavailable(`This version does not support the provider ${key}.`)
    const { fields, maxConcurrent } = provider
    const names = Object.keys(fields)
    const missing = names.filter((it) => !fields[it]?.isOptional && !settings[it])
    if (missing.length)
      throw new Unavailable(`The settings of ${key} are incomplete: ${missing.join(', ')}.`)
    const outboundClient = createOutboundClient(
      { db, announcements, addresses, onError },
      {
        integrationId: id,
        type,
        provider: key,
        maxConcurrent,
        label: providerForm(type, key)?.label ?? key,
        secrets: names.flatMap((it) => (fields[it]?.isSecret ? (settings[it] ?? []) : [])),
      },
    )
    return provider.open(settings, outboundClient)
  }

  async function active<T extends IntegrationType>(type: T) {
    const row = (await read()).find((it) => it.type === type && it.isActive)
    if (!row) throw new Unavailable(`No provider is active for ${type}.`)
    return open(type, row)
  }

  return {
    active,
    // Also while the database is away: whoever needs the provider fails there.
    findActive: (type) => active(type).catch(() => undefined),
    async of(type, id) {
      const isIt = (it: Row) => it.type === type && it.id === id
      const row = (await read()).find(isIt) ?? (await integrations(db)).find(isIt)
      if (!row) throw new Unavailable('The provider that stores this was deleted.')
      return open(type, row)
    },
    trial: createAdapter,
    async listIds(type) {
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
