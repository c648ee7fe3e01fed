import type { Account } from '#contract/accounts/account.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'

export async function getAccount(db: Db, { userId }: Pick<Actor, 'userId'>): Promise<Account> {
  const { roles, ...found } = await db
    .selectFrom('user')
    .leftJoin('coach', 'coach.userId', 'user.id')
    .select(['user.id', 'firstName', 'lastName', 'email', 'roles', 'user.version'])
    .select('coach.id as coachId')
    .where('user.id', '=', userId)
    .executeTakeFirstOrThrow(notFound('user'))
  return { ...found, roles: roles as Role[] }
}
