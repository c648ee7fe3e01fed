import type { Db } from '../platform/db/db.ts'
import type { Keys } from '../platform/keys/keys.ts'
import { Unavailable } from '../platform/jobs/errors.ts'
import type { Settings } from './adapter.ts'

const purpose = 'integration-secrets'
type Row = { id: string; secrets: string | null }

/** The secret settings of an integration. Throws Unavailable where their key is not here. */
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

/** Encrypts anew what an earlier key has encrypted, after which that one is needed no more. Answers what it cannot read. */
export async function reencryptSecrets({ db, keys }: { db: Db; keys: Keys }) {
  const unreadable: string[] = []
  for (const { id, secrets } of await encrypted(db)) {
    if (secrets === null || keys.isCurrent(secrets)) continue
    const renewed = renewedOf(keys, id, secrets)
    if (renewed === undefined) {
      unreadable.push(id)
      continue
    }
    // Whoever has changed them meanwhile has done it with the key of now.
    await db
      .updateTable('integration')
      .set({ secrets: renewed })
      .where('id', '=', id)
      .where('secrets', '=', secrets)
      .execute()
  }
  return unreadable
}

function renewedOf(keys: Keys, id: string, secrets: string) {
  try {
    return keys.encrypt(purpose, id, keys.decrypt(purpose, id, secrets))
  } catch {
    return undefined
  }
}

const encrypted = (db: Db) =>
  db.selectFrom('integration').select(['id', 'secrets']).where('secrets', 'is not', null).execute()
