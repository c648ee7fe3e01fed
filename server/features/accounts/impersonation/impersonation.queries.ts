import { sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../../../platform/db/db.ts'

/** Locks users in the order of ids, to avoid deadlocks. */
export const lockUsers = (tx: Db, ids: readonly string[]) =>
  tx
    .selectFrom('user')
    .select(['id', 'deactivatedAt', sql<Role[]>`roles`.as('roles')])
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute()

/** The client of a user, so that the entry shows in their list of data readers. */
export const findClientOfUser = (db: Db, userId: string) =>
  db.selectFrom('client').select('id').where('userId', '=', userId).executeTakeFirst()
