import type { Db } from '../../../platform/db/db.ts'

export const findActiveUserByEmail = (db: Db, email: string) =>
  db
    .selectFrom('user')
    .select(['id', 'firstName', 'passwordHash'])
    .where('email', '=', email)
    .where('deactivatedAt', 'is', null)
    .executeTakeFirst()

export const getCredentials = (db: Db, id: string) =>
  db
    .selectFrom('user')
    .select(['id', 'email', 'passwordHash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Undefined if the password was changed since it was checked. */
export const lockUserWithPassword = (
  tx: Db,
  { id, passwordHash }: { id: string; passwordHash: string },
) =>
  tx
    .selectFrom('user')
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('deactivatedAt', 'is', null)
    .forShare()
    .executeTakeFirst()

/** Whether a user has signed in, as far back as the audit log goes. */
export const hasSignedIn = async (db: Db, userId: string) =>
  (await db
    .selectFrom('auditEntry')
    .select('id')
    .where('userId', '=', userId)
    .where('action', '=', 'signed-in')
    .limit(1)
    .executeTakeFirst()) !== undefined
