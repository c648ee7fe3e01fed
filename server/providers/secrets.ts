import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import type { Keys, Purpose } from '../platform/keys/keys.ts'
import { Unavailable } from '../platform/jobs/errors.ts'
import type { Settings } from './provider.ts'

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

/** Every column that holds a secret, and what names its row to an administrator. */
const encryptedColumns = [
  { table: 'integration', column: 'secrets', purpose, label: 'provider' },
  { table: 'webhook', column: 'secret', purpose: 'webhook-secret', label: 'url' },
  {
    table: 'identity_provider',
    column: 'client_secret',
    purpose: 'identity-provider-secret',
    label: 'name',
  },
  {
    table: 'person_export',
    column: 'password',
    purpose: 'export-password',
    label: 'client_id',
  },
  { table: 'totp', column: 'secret', purpose: 'totp-secret', label: 'user_id' },
  { table: 'coach_calendar', column: 'address', purpose: 'calendar-address', label: 'host' },
] as const

type EncryptedRow = { id: string; label: string; stored: string }
const readEncrypted = async (db: Db, { table, column, label }: (typeof encryptedColumns)[number]) =>
  (
    await sql<EncryptedRow>`
      select id, ${sql.ref(label)} as label, ${sql.ref(column)} as stored from ${sql.table(table)}
      where ${sql.ref(column)} is not null order by id`.execute(db)
  ).rows

/** Names of rows whose secrets cannot be decrypted, such as "webhook https://…". */
export async function listUnreadableSecrets({ db, keys }: { db: Db; keys: Keys }) {
  const unreadable: string[] = []
  for (const encrypted of encryptedColumns)
    for (const { id, label, stored } of await readEncrypted(db, encrypted))
      if (reencrypt(keys, encrypted.purpose, id, stored) === undefined)
        unreadable.push(`${encrypted.table} ${label}`)
  return unreadable
}

/** Re-encrypts secrets that use an earlier key. Returns the ids of rows that cannot be decrypted. */
export async function reencryptSecrets({ db, keys }: { db: Db; keys: Keys }) {
  const unreadable: string[] = []
  for (const encrypted of encryptedColumns) {
    const name = sql.ref(encrypted.column)
    const rows = await readEncrypted(db, encrypted)
    for (const { id, stored } of rows.filter((it) => !keys.isCurrent(it.stored))) {
      const renewed = reencrypt(keys, encrypted.purpose, id, stored)
      if (renewed === undefined) unreadable.push(id)
      else
        // A concurrent update has already used the current key.
        await sql`
          update ${sql.table(encrypted.table)} set ${name} = ${renewed}
          where id = ${id} and ${name} = ${stored}`.execute(db)
    }
  }
  return unreadable
}

function reencrypt(keys: Keys, of: Purpose, id: string, stored: string) {
  try {
    return keys.encrypt(of, id, keys.decrypt(of, id, stored))
  } catch {
    return undefined
  }
}
