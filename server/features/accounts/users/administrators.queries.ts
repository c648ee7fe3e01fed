import { sql } from 'kysely'
import { admins } from '#contract/roles.ts'
import type { Db } from '../../../platform/db/db.ts'

/** Ids of the active ones. */
export async function listAdministrators(db: Db) {
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where('deactivatedAt', 'is', null)
    .where(sql<boolean>`roles && ${[...admins]}::text[]`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
