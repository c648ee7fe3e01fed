import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Organization as OrganizationTable } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import { cut, keyOf, type ListSize, type PageQuery } from '../http/paging.ts'
import { holds, isBehind, namePlace, wordsOf } from '../lists/name-search.ts'
import { isVersion, type RowRead } from '../db/row-version.ts'

type Filter = {
  q?: string | undefined
  country?: string | undefined
  city?: string | undefined
}

/** As in the indexes of migrations 0006 and 0007, to the letter. */
const text = sql<string>`plain_text(organization.name || ' ' || coalesce(organization.description, ''))`
const name = sql<string>`organization.name collate "und-x-icu"`

/**
 * Who is registered: clients with an active account that still has the role. Of the rows that are listed only, because
 * it costs some index reads for each.
 */
const employeeCount = sql<number>`(
  select count(*) from client join "user" on "user".id = client.user_id
  where client.organization_id = organization.id
    and "user".deactivated_at is null and 'client_user' = any("user".roles)
)`

const organizationRows = (db: Db) =>
  db
    .selectFrom('organization')
    .select([
      'organization.id',
      'organization.name',
      'organization.description',
      'organization.country',
      'organization.city',
      'organization.inviteToken',
      'organization.eligibleHeadcount',
      'organization.monthlyPricePerEmployee',
      'organization.pricePerSession',
      'organization.currency',
      'organization.version',
      'organization.createdAt',
      employeeCount.as('employeeCount'),
    ])

const matching = (db: Db, { q, country, city }: Filter) =>
  db
    .selectFrom('organization')
    .where(holds(text, wordsOf(q)))
    .$if(country !== undefined, (some) => some.where('organization.country', '=', country ?? ''))
    .$if(city !== undefined, (some) => some.where('organization.city', '=', city ?? ''))

const countOf = async (rows: ReturnType<typeof matching>) => {
  const { count } = await rows
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Organizations in the order of their names. */
export async function pageOfOrganizations(
  db: Db,
  { limit, cursor, ...filter }: PageQuery & Filter,
) {
  const after = keyOf(cursor, namePlace)
  const names = matching(db, filter)
    .select(['organization.id', name.as('sortName')])
    .where(isBehind(name, sql`organization.id`, after))
    .orderBy(name)
    .orderBy('organization.id')
    // In the text of the statement, because PostgreSQL plans for a tenth of the table when it is a parameter.
    .limit(sql.lit(limit === undefined ? null : limit + 1))
  const rows = await organizationRows(db)
    .innerJoin(names.as('listed'), 'listed.id', 'organization.id')
    .orderBy('listed.sortName')
    .orderBy('organization.id')
    .execute()
  return cut(rows, limit, (it) => [it.name, it.id])
}

export async function sizeOfOrganizationList(
  db: Db,
  { limit: _limit, cursor: _cursor, ...filter }: PageQuery & Filter,
): Promise<ListSize> {
  const isFiltered = Object.values(filter).some(Boolean)
  const [total, match] = await Promise.all([
    countOf(matching(db, {})),
    isFiltered ? countOf(matching(db, filter)) : undefined,
  ])
  return { total, match: match ?? total }
}

export const organizationRow = (db: Db, id: string) =>
  organizationRows(db)
    .where('organization.id', '=', id)
    .executeTakeFirstOrThrow(notFound('organization'))

export const insertOrganization = (tx: Db, values: Insertable<OrganizationTable>) =>
  tx.insertInto('organization').values(values).execute()

/** False where there is no such organization, or one with another version by now. */
export async function changeOrganization(
  tx: Db,
  { id, version }: RowRead,
  values: Updateable<OrganizationTable>,
) {
  const { numUpdatedRows } = await tx
    .updateTable('organization')
    .set(values)
    .where('id', '=', id)
    .where(isVersion(version))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
