import { type Insertable, sql, type SqlBool, type Updateable } from 'kysely'
import { isSystemAdmin, type Role, role as everyRole } from '#contract/roles.ts'
import type { UserCounts } from '#contract/users.ts'
import type { Db } from '../db/db.ts'
import type { User as UserTable } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import { cut, keyOf, type ListSize, type PageQuery } from '../http/paging.ts'
import { isBlankCoach } from '../coaches/new-coach.ts'
import { holds, isBehind, namePlace, userName, userText, wordsOf } from '../lists/name-search.ts'
import { isVersion, type RowRead } from '../db/row-version.ts'

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

const users = (db: Db) => db.selectFrom('user').select(columns).select(rolesOf)
const rolesOf = sql<Role[]>`"user".roles`.as('roles')

export const userRow = (db: Db, id: string) =>
  users(db).where('user.id', '=', id).executeTakeFirstOrThrow(notFound('user'))

/** Those that a list is about. The role stands in the text of the statement, so that each is planned by its own share. */
const matching = (db: Db, role: Role | undefined, words: readonly string[]) =>
  db
    .selectFrom('user')
    .where(holds(userText, words))
    .$if(role !== undefined, (some) =>
      some.where(sql<SqlBool>`"user".roles @> array[${sql.lit(role)}]`),
    )

const countOf = async (rows: ReturnType<typeof matching>) => {
  const { count } = await rows
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type UserQuery = PageQuery & { role?: Role | undefined }

/** Users in the order of their names. */
export async function pageOfUsers(db: Db, { q, limit, cursor, role }: UserQuery) {
  const after = keyOf(cursor, namePlace)
  const rows = await matching(db, role, wordsOf(q))
    .select(columns)
    .select([rolesOf, userName.as('name')])
    .where(isBehind(userName, sql`"user".id`, after))
    .orderBy(userName)
    .orderBy('user.id')
    // In the text of the statement, because PostgreSQL plans for a tenth of the table when it is a parameter.
    .limit(sql.lit(limit === undefined ? null : limit + 1))
    .execute()
  return cut(rows, limit, ({ name, id }) => [name, id])
}

export async function sizeOfUserList(db: Db, { q, role }: UserQuery): Promise<ListSize> {
  const words = wordsOf(q)
  const isFiltered = role !== undefined || words.length > 0
  const [total, match] = await Promise.all([
    countOf(matching(db, undefined, [])),
    isFiltered ? countOf(matching(db, role, words)) : undefined,
  ])
  return { total, match: match ?? total }
}

/** All six figures in one reading of the table. */
export const countsOfUsers = (db: Db): Promise<UserCounts> =>
  db
    .selectFrom('user')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .select(
      sql<UserCounts['byRole']>`jsonb_build_object(${sql.join(
        everyRole.options.flatMap((it) => [
          sql.lit(it),
          sql`count(*) filter (where ${sql.lit(it)} = any("user".roles))`,
        ]),
      )})`.as('byRole'),
    )
    .executeTakeFirstOrThrow()

/**
 * Holds a user, and beside them every active system_admin where one may be lost, until the transaction ends: two who
 * demote each other at the same moment must not both succeed. In the order of ids, so that nobody waits in a ring.
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

/** False where the user has another version by now. */
export async function changeUser(tx: Db, { id, version }: RowRead, values: Updateable<UserTable>) {
  const { numUpdatedRows } = await tx
    .updateTable('user')
    .set(values)
    .where('id', '=', id)
    .where(isVersion(version))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Links to set a password that were sent to an address which is no longer theirs, or to somebody who is out. */
export const voidResetLinks = (tx: Db, userId: string) =>
  tx.deleteFrom('passwordReset').where('userId', '=', userId).execute()

/** Removes a user made after `since` who never did anything and on whom nothing hangs; false where it is not so. */
export async function removeUnusedUser(tx: Db, id: string, since: Date) {
  // Whoever is hanging something on the account at this moment is waited for, and then seen.
  await tx.selectFrom('user').select('id').where('id', '=', id).forUpdate().execute()
  // The profile that came with the role goes with it. Where the account stays, the caller takes this back.
  await tx
    .deleteFrom('coach')
    .where('userId', '=', id)
    .where(isBlankCoach)
    .where(sql<SqlBool>`not exists (select from client where client.coach_id = coach.id)`)
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
