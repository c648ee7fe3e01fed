import { type Insertable, sql, type SqlBool, type Updateable } from 'kysely'
import { isSystemAdmin, type Role, role as everyRole } from '#contract/roles.ts'
import type { listUsers, UserCounts } from '#contract/accounts/users.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { User as UserTable } from '../../../platform/db/schema.ts'
import { notFound } from '../../../platform/errors.ts'
import { isBlankCoach } from '../../coaches/new-coach.ts'
import { idIn, type List } from '../../../platform/lists/list.ts'
import { matchesVersion, wasUpdated, type VersionedRow } from '../../../platform/db/row-version.ts'

const columns = [
  'user.id',
  'user.firstName',
  'user.lastName',
  'user.email',
  'user.organizationId',
  'user.deactivatedAt',
  'user.version',
  'user.createdAt',
] as const

const users = (db: Db) => db.selectFrom('user').select(columns).select([userRoles, hasSecondFactor])
const hasSecondFactor = sql<boolean>`(
  exists (select from passkey where passkey.user_id = "user".id)
  or exists (select from totp where totp.user_id = "user".id and totp.confirmed_at is not null)
)`.as('hasSecondFactor')
const userRoles = sql<Role[]>`"user".roles`.as('roles')

export const getUserRow = (db: Db, id: string) =>
  users(db).where('user.id', '=', id).executeTakeFirstOrThrow(notFound('user'))

export const userList: List<typeof listUsers> = {
  table: 'user',
  sorts: {
    name: { by: sql`"user".name`, value: 'text' },
    email: { by: sql`"user".email`, value: 'text' },
    created: { by: sql`"user".created_at`, value: 'instant' },
  },
  defaultSort: 'name',
  filters: { role: (role) => sql`"user".roles @> array[${role}]` },
  rows: (db, ids) => users(db).where(idIn('user.id', ids)).execute(),
}

export const getUserCounts = (db: Db): Promise<UserCounts> =>
  db
    .selectNoFrom([
      sql<number>`(select count(*) from "user")`.as('total'),
      sql<UserCounts['byRole']>`jsonb_build_object(${sql.join(
        everyRole.options.flatMap((it) => [
          sql.lit(it),
          sql`(select count(*) from "user" where ${userList.filters.role(it)})`,
        ]),
      )})`.as('byRole'),
    ])
    .executeTakeFirstOrThrow()

/**
 * Locks a user, and with `isSystemAdminAtStake` all active system administrators, so that two who demote each other cannot
 * both succeed. In the order of ids, to avoid deadlocks.
 */
export async function lockUser(tx: Db, id: string, isSystemAdminAtStake: boolean) {
  const locked = await users(tx)
    .where((eb) =>
      eb.or([
        eb('user.id', '=', id),
        ...(isSystemAdminAtStake
          ? [
              eb.and([
                sql<SqlBool>`"user".roles @> array['system_admin']`,
                eb('user.deactivatedAt', 'is', null),
              ]),
            ]
          : []),
      ]),
    )
    .orderBy('user.id')
    .forNoKeyUpdate()
    .execute()
  const user = locked.find((it) => it.id === id)
  if (!user) throw notFound('user')()
  const isLastSystemAdmin =
    isSystemAdminAtStake &&
    locked.length === 1 &&
    isSystemAdmin(user) &&
    user.deactivatedAt === null
  return { user, isLastSystemAdmin }
}

export const organizationExists = async (db: Db, id: string) =>
  (await db.selectFrom('organization').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined

export const insertUser = (tx: Db, values: Insertable<UserTable>) =>
  tx.insertInto('user').values(values).execute()

/** False if the version has changed. */
export const changeUser = (tx: Db, read: VersionedRow, values: Updateable<UserTable>) =>
  wasUpdated(tx.updateTable('user').set(values).where(matchesVersion(read, values)))

/** Deletes a user created after `since` without activity or references; returns whether it did. */
export async function removeUnusedUser(tx: Db, id: string, since: Date) {
  // Waits for concurrent inserts that reference the user.
  await tx.selectFrom('user').select('id').where('id', '=', id).forUpdate().execute()
  // Deletes the blank profile too; the caller rolls back if the account stays.
  await tx
    .deleteFrom('coach')
    .where('userId', '=', id)
    .where(isBlankCoach)
    .where(
      sql<SqlBool>`not exists (select from client_coach where client_coach.coach_id = coach.id)`,
    )
    .execute()
  const { numDeletedRows } = await tx
    .deleteFrom('user')
    .where('id', '=', id)
    .where('createdAt', '>', since.toISOString())
    .where(
      sql<SqlBool>`not exists (
        select from login where login.user_id = "user".id or login.original_user_id = "user".id
        union all select from audit_entry where audit_entry.user_id = "user".id
        union all select from coach where coach.user_id = "user".id
        union all select from client where client.user_id = "user".id
      )`,
    )
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
