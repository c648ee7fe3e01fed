import { sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../../../platform/db/db.ts'

/** Holds those users as they are until the transaction ends, always in the order of ids, so that nobody waits in a ring. */
export const lockUsers = (tx: Db, ids: readonly string[]) =>
  tx
    .selectFrom('user')
    .select(['id', 'deactivatedAt', sql<Role[]>`roles`.as('roles')])
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute()

/** The client that a user is, for the list of who opened their data. */
export const findClientOfUser = (db: Db, userId: string) =>
  db.selectFrom('client').select('id').where('userId', '=', userId).executeTakeFirst()
