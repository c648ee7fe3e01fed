import { type ExpressionBuilder, sql } from 'kysely'
import { maxShownLogins, type OwnLogin } from '#contract/accounts/security.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { DB } from '../../../platform/db/schema.ts'
import type { Actor } from '../../../platform/http/mount.ts'

/** Of a user, including those with which they impersonate somebody; not those of somebody who impersonates them. */
const isOwn = (userId: string) => (eb: ExpressionBuilder<DB, 'login'>) =>
  eb(eb.fn.coalesce('originalUserId', 'userId'), '=', userId)

export const listLogins = (
  db: Db,
  { userId, loginId }: Pick<Actor, 'userId' | 'loginId'>,
): Promise<OwnLogin[]> =>
  db
    .selectFrom('login')
    .select(['id', 'device', 'address', 'createdAt', 'lastSeenAt'])
    .select(sql<boolean>`id = ${loginId}`.as('isCurrent'))
    .where(isOwn(userId))
    .where('expiresAt', '>', new Date().toISOString())
    .orderBy('isCurrent', 'desc')
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .limit(maxShownLogins)
    .execute()

export const deleteOwnLogin = async (tx: Db, userId: string, id: string) =>
  (await tx
    .deleteFrom('login')
    .where('id', '=', id)
    .where(isOwn(userId))
    .returning('id')
    .executeTakeFirst()) !== undefined

export const deleteOtherLogins = (tx: Db, { userId, loginId }: Pick<Actor, 'userId' | 'loginId'>) =>
  tx.deleteFrom('login').where('id', '<>', loginId).where(isOwn(userId)).execute()
