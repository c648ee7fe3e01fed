import { sql, type SqlBool } from 'kysely'
import { accessGraceDays, listUndoHours } from '#contract/organizations/employee-list.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { mayReadOrganization } from '../../../platform/access.ts'
import { notFound } from '../../../platform/errors.ts'

const digestOf = (address: unknown) =>
  sql`sha256(organization.employee_list_salt || convert_to(${address}, 'UTF8'))`

/** Throws not-found if the actor may not read the organization. */
export const getListState = (db: Db, actor: Actor, id: string) =>
  db
    .selectFrom('organization')
    .select((eb) => [
      'employeeListChangedAt as changedAt',
      sql<number | null>`case when employee_list_salt is not null then (
        select count(*) from listed_employee where organization_id = organization.id and gone_at is null) end`.as(
        'addresses',
      ),
      eb
        .exists(
          eb
            .selectFrom('listedEmployee')
            .whereRef('organizationId', '=', 'organization.id')
            .where(isOfLastChange),
        )
        .$castTo<boolean>()
        .as('canUndo'),
    ])
    .where('organization.id', '=', id)
    .where(mayReadOrganization(actor))
    .executeTakeFirstOrThrow(notFound('organization'))

const isOfLastChange = sql<SqlBool>`
  organization.employee_list_changed_at in (added_at, gone_at)
  and organization.employee_list_changed_at > now() - make_interval(hours => ${listUndoHours})`

/** How many of the addresses are new, and how many of the list are not among them. */
export async function compareList(db: Db, id: string, addresses: readonly string[]) {
  const { rows } = await sql<{ added: number; removed: number }>`
    with given as (
      select ${digestOf(sql`address`)} as digest from organization, unnest(${addresses}::text[]) as address
      where organization.id = ${id}),
    listed as (select digest from listed_employee where organization_id = ${id} and gone_at is null)
    select (select count(*) from given where digest is null or digest not in (select digest from listed)) as added,
      (select count(*) from listed where digest not in (select digest from given)) as removed`.execute(
    db,
  )
  return rows[0] ?? { added: 0, removed: 0 }
}

/** Locks the list; each change has its own time, which is returned. */
export async function beginChange(tx: Db, id: string) {
  const { changedAt } = await tx
    .updateTable('organization')
    .set({
      employeeListSalt: sql`coalesce(employee_list_salt, uuid_send(gen_random_uuid()))`,
      employeeListChangedAt: sql`greatest(
        date_trunc('milliseconds', clock_timestamp()), employee_list_changed_at + interval '1 millisecond')`,
    })
    .where('id', '=', id)
    .returning('employeeListChangedAt as changedAt')
    .executeTakeFirstOrThrow()
  return changedAt ?? ''
}

/** Whose access depends on the list: people with no other role. */
const isEmployee = sql<SqlBool>`"user".roles = array['client_user'] and "user".deactivated_at is null`

/**
 * Replaces the list. Answers the users whose address left with it, and those who were told that their access ends and whose
 * address is back.
 */
export async function replaceList(
  tx: Db,
  { id, at, addresses }: { id: string; at: string; addresses: readonly string[] },
) {
  await sql`
    create temporary table given on commit drop as
    select ${digestOf(sql`address`)} as digest from organization, unnest(${addresses}::text[]) as address
    where organization.id = ${id}`.execute(tx)
  await sql`analyze given`.execute(tx)
  // Whoever moved here depends on this list alone.
  await sql`
    update listed_employee set user_id = null from "user"
    where "user".id = user_id and "user".organization_id = ${id} and not ${isOfOrganization}`.execute(
    tx,
  )
  // People who registered before there was a list, or came in another way.
  await sql`
    insert into listed_employee (organization_id, digest, added_at, user_id)
    select organization.id, ${digestOf(sql`"user".email`)}, ${at}, "user".id
    from organization join "user" on "user".organization_id = organization.id and ${isEmployee}
    where organization.id = ${id} and not exists (select from listed_employee where user_id = "user".id)
    on conflict (organization_id, digest) do update set user_id = excluded.user_id`.execute(tx)
  const back = await sql<{ userId: string }>`
    update listed_employee set gone_at = null
    from given where given.digest = listed_employee.digest and organization_id = ${id} and gone_at is not null
    returning user_id`.execute(tx)
  await sql`
    insert into listed_employee (organization_id, digest, added_at) select ${id}, digest, ${at} from given
    on conflict do nothing`.execute(tx)
  const gone = await sql<{ userId: string }>`
    update listed_employee set gone_at = ${at}
    where organization_id = ${id} and gone_at is null and digest not in (select digest from given)
    returning user_id`.execute(tx)
  return { gone: userIds(gone.rows), back: userIds(back.rows) }
}

const userIds = (rows: readonly { userId: string | null }[]) =>
  rows.flatMap(({ userId }) => userId ?? [])

/** Answers the users whose address is back. */
export async function undoChange(tx: Db, id: string, at: string) {
  await sql`delete from listed_employee where organization_id = ${id} and added_at = ${at}`.execute(
    tx,
  )
  const { rows } = await sql<{ userId: string }>`
    update listed_employee set gone_at = null where organization_id = ${id} and gone_at = ${at}
    returning user_id`.execute(tx)
  return userIds(rows)
}

export const hasEntries = async (tx: Db, id: string) =>
  (await tx
    .selectFrom('listedEmployee')
    .select('digest')
    .where('organizationId', '=', id)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Answers the users whose access would have ended. */
export async function deleteList(tx: Db, id: string) {
  await tx
    .updateTable('organization')
    .set({ employeeListSalt: null, employeeListChangedAt: null })
    .where('id', '=', id)
    .execute()
  const { rows } = await sql<{ userId: string; goneAt: string | null }>`
    delete from listed_employee where organization_id = ${id} returning user_id, gone_at`.execute(
    tx,
  )
  return userIds(rows.filter(({ goneAt }) => goneAt !== null))
}

/** Gives the entry of an address to a new user. False if the organization has a list without it, or somebody has it. */
export async function registerListedAddress(
  tx: Db,
  { organizationId, email, userId }: { organizationId: string; email: string; userId: string },
) {
  const { rows } = await sql<{ isOpen: boolean }>`
    with registered as (
      update listed_employee set user_id = ${userId}
      from organization
      where organization.id = ${organizationId} and organization_id = organization.id
        and digest = ${digestOf(email)} and gone_at is null and user_id is null
      returning 1)
    select employee_list_salt is null or exists (select from registered) as is_open
    from organization where id = ${organizationId} for share`.execute(tx)
  return rows[0]?.isOpen ?? true
}

const isOfOrganization = sql<SqlBool>`"user".organization_id = listed_employee.organization_id`
const hasEnded = sql<SqlBool>`gone_at < now() - make_interval(days => ${accessGraceDays})`

/** When somebody's access ends; undefined: it does not. */
export async function findAccessEnd(db: Db, userId: string) {
  const { rows } = await sql<{ endsAt: string }>`
    select gone_at + make_interval(days => ${accessGraceDays}) as ends_at
    from listed_employee join "user" on "user".id = user_id and ${isOfOrganization}
    where user_id = ${userId} and gone_at is not null`.execute(db)
  return rows[0]?.endsAt
}

/** Users whose access ends now, at most so many. */
export async function listEnded(db: Db, most: number) {
  const { rows } = await sql<{ userId: string }>`
    select user_id from listed_employee join "user" on "user".id = user_id and ${isOfOrganization}
    where ${hasEnded} and ${isEmployee}
    order by gone_at limit ${most}`.execute(db)
  return userIds(rows)
}

/** Deletes the entry, so that a reactivated account stays active. False if the address is back since. */
export async function deleteEnded(tx: Db, userId: string) {
  const { rows } = await sql`
    delete from listed_employee where user_id = ${userId} and ${hasEnded} returning 1`.execute(tx)
  return rows.length > 0
}
