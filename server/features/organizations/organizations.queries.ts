import { type Insertable, sql, type Updateable } from 'kysely'
import type { ConsentOutside } from '#contract/consents/consents.ts'
import type { listOrganizations } from '#contract/organizations/organizations.ts'
import type { Places } from '#contract/places.ts'
import { mayReadOrganization } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Organization as OrganizationTable } from '../../platform/db/schema.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { idIn, type List } from '../../platform/lists/list.ts'
import { matchesVersion, wasUpdated, type VersionedRow } from '../../platform/db/row-version.ts'

/** Employees with an account, without family members. */
export const employeeCount = sql<number>`(
  select count(*) from client where client.organization_id = organization.id and client.is_employee
)`

const isInviteShared = sql<boolean>`organization.invite_shared_at is not null`
const isOrganizationUser = sql<boolean>`"user".roles @> array['org_user'] and "user".deactivated_at is null`

const organizationRows = (db: Db) =>
  db.selectFrom('organization').select([
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
    'organization.audioStaysHere',
    'organization.wordsStayHere',
    sql<ConsentOutside>`organization.consent_outside`.as('consentOutside'),
    'organization.version',
    'organization.createdAt',
    employeeCount.as('employeeCount'),
    isInviteShared.as('isInviteShared'),
    sql<boolean>`exists (
        select from "user" where "user".organization_id = organization.id and ${isOrganizationUser}
      )`.as('hasAdministrator'),
  ])

export const organizationList: List<typeof listOrganizations> = {
  table: 'organization',
  sorts: {
    name: { by: sql`organization.name collate "und-x-icu"`, value: 'text' },
    created: { by: sql`organization.created_at`, value: 'instant' },
  },
  defaultSort: 'name',
  filters: {
    country: (it) => sql`organization.country = ${it}`,
    city: (it) => sql`organization.city = ${it}`,
  },
  rows: (db, ids) => organizationRows(db).where(idIn('organization.id', ids)).execute(),
}

export const getOrganizationRow = (db: Db, id: string) =>
  organizationRows(db)
    .where('organization.id', '=', id)
    .executeTakeFirstOrThrow(notFound('organization'))

/** Throws not-found if the actor may not read the organization. */
export const getOnboardingLinkRow = (db: Db, actor: Actor, id: string) =>
  db
    .selectFrom('organization')
    .select(['organization.name as organizationName', 'organization.inviteToken'])
    .select(isInviteShared.as('isInviteShared'))
    .where('organization.id', '=', id)
    .where(mayReadOrganization(actor))
    .executeTakeFirstOrThrow(notFound('organization'))

/** Ids of the organization's own administrators. */
export async function listOrganizationUsers(db: Db, id: string) {
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where('organizationId', '=', id)
    .where(isOrganizationUser)
    .execute()
  return rows.map((it) => it.id)
}

/** Keeps when it was shared first. */
export const markInviteShared = (tx: Db, id: string) =>
  tx
    .updateTable('organization')
    .set({ inviteSharedAt: sql`coalesce(invite_shared_at, now())` })
    .where('id', '=', id)
    .execute()

export const insertOrganization = (tx: Db, values: Insertable<OrganizationTable>) =>
  tx.insertInto('organization').values(values).execute()

/** False if there is no such organization, or the version has changed. */
export const changeOrganization = (
  tx: Db,
  read: VersionedRow,
  values: Updateable<OrganizationTable>,
) => wasUpdated(tx.updateTable('organization').set(values).where(matchesVersion(read, values)))

/** Countries and cities in use, by name. */
export const listPlaces = (db: Db, table: 'coach' | 'organization'): Promise<Places> =>
  db
    .selectFrom(table)
    .select([
      sql<string>`country`.as('country'),
      sql<string[]>`coalesce(
        array_agg(distinct city collate "und-x-icu" order by city collate "und-x-icu") filter (where city <> ''),
        '{}'
      )`.as('cities'),
    ])
    .where('country', '<>', '')
    .groupBy('country')
    .orderBy(sql`country collate "und-x-icu"`)
    .execute()
