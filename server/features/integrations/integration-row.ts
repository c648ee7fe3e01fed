import type { Integration } from '#contract/integrations/integrations.ts'
import { providerForm } from '#contract/integrations/providers/providers.ts'
import { maskSecret, listMissingSettings } from '#contract/integrations/providers/settings.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import type { Settings } from '../../providers/provider.ts'
import { decryptSecrets } from '../../providers/secrets.ts'
import { Unavailable } from '../../platform/jobs/errors.ts'
import {
  type CallStats,
  getCallStats,
  type StoredIntegration,
  storedIntegration,
  storedIntegrations,
} from './integrations.queries.ts'

type Needs = { db: Db; keys: Keys }

/** With masked secrets, as administrators see them. */
export async function allIntegrations({ db, keys }: Needs): Promise<Integration[]> {
  const [rows, stats] = await Promise.all([storedIntegrations(db), getCallStats(db)])
  return rows.map((row) => toIntegration(keys, row, stats.get(row.id)))
}

export async function findIntegration({ db, keys }: Needs, id: string): Promise<Integration> {
  return toIntegration(keys, await storedIntegration(db, id), (await getCallStats(db, id)).get(id))
}

function toIntegration(
  keys: Keys,
  row: StoredIntegration,
  stats: CallStats = noCalls,
): Integration {
  const secrets = readableSecrets(keys, row)
  const { id, type, provider, isActive, version, settings } = row
  const form = providerForm(type, provider)
  return {
    id,
    type,
    provider,
    isActive,
    version,
    ...stats,
    settings: {
      ...settings,
      ...Object.fromEntries(
        Object.entries(secrets ?? {}).map(([name, secret]) => [name, maskSecret(secret)]),
      ),
    },
    missing: form ? listMissingSettings(form, { ...settings, ...secrets }) : [],
    isReadable: secrets !== undefined,
  }
}

const noCalls: CallStats = { lastCall: null, lastDay: { calls: 0, failures: 0 } }

/** Undefined if they were encrypted with another key. */
export function readableSecrets(keys: Keys, row: StoredIntegration): Settings | undefined {
  try {
    return decryptSecrets(keys, row)
  } catch (error) {
    if (error instanceof Unavailable) return undefined
    throw error
  }
}
