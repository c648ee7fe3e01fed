import type { Db } from '../platform/db/db.ts'
import type { Keys } from '../platform/keys/keys.ts'
import { Unavailable } from '../platform/jobs/errors.ts'
import type { Settings } from './adapter.ts'

const purpose = 'integration-secrets'
type Row = { id: string; secrets: string | null }

/** Throws Unavailable if they were encrypted with another key. */
export function decryptSecrets(keys: Keys, { id, secrets }: Row): Settings {
  if (secrets === null) return {}
  try {
    return JSON.parse(keys.decrypt(purpose, id, secrets)) as Settings
  } catch (error) {
    throw new Unavailable(
      'The secrets of this provider cannot be read with the key of this installation. Please enter them again.',
      { cause: error },
    )
  }
}

/** Re-encrypts secrets that use an earlier key. Returns the ids of those that cannot be decrypted. */
export async function reencryptSecrets({ db, keys }: { db: Db; keys: Keys }) {
  const unreadable: string[] = []
  for (const { id, secrets } of await encrypted(db)) {
    if (secrets === null || keys.isCurrent(secrets)) continue
    const renewed = reencrypt(keys, id, secrets)
    if (renewed === undefined) {
      unreadable.push(id)
      continue
    }
    // A concurrent update has already used the current key.
    await db
      .updateTable('integration')
      .set({ secrets: renewed })
      .where('id', '=', id)
      .where('secrets', '=', secrets)
      .execute()
  }
  return unreadable
}

function reencrypt(keys: Keys, id: string, secrets: string) {
  try {
    return keys.encrypt(purpose, id, keys.decrypt(purpose, id, secrets))
  } catch {
    return undefined
  }
}

const encrypted = (db: Db) =>
  db.selectFrom('integration').select(['id', 'secrets']).where('secrets', 'is not', null).execute()
