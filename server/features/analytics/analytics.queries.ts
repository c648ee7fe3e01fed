import { sql } from 'kysely'
import { maxComparedOrganizations } from '#contract/analytics/analytics.ts'
import { mayReadOrganization } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { employeeCount } from '../organizations/organizations.queries.ts'
import type { Totals } from './edition/totals.ts'

/** Throws not-found if the actor may not read the figures of the organization. */
export const organizationName = (db: Db, actor: Pick<Actor, 'userId' | 'roles'>, id: string) =>
  db
    .selectFrom('organization')
    .select('organization.name')
    .where('organization.id', '=', id)
    .where(mayReadOrganization(actor))
    .executeTakeFirstOrThrow(notFound('organization'))

export const ownOrganization = (db: Db, userId: string) =>
  db
    .selectFrom('organization')
    .innerJoin('user', 'user.organizationId', 'organization.id')
    .select(['organization.id', 'organization.name'])
    .where('user.id', '=', userId)
    .executeTakeFirstOrThrow(notFound('organization'))

/** Number of organizations, and of the people eligible in them. */
export const countOrganizations = (db: Db) =>
  db
    .selectFrom('organization')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(eligible_headcount), 0)::float8`.as('eligible'),
    ])
    .executeTakeFirstOrThrow()

/**
 * Contract terms and totals of the edition, for one organization, or for the largest and all that have an edition. The others
 * publish nothing.
 */
export const listTotals = (db: Db, id: string | undefined) =>
  db
    .selectFrom('organization')
    .leftJoin('edition', 'edition.organizationId', 'organization.id')
    .select([
      'organization.id',
      'organization.name',
      'organization.eligibleHeadcount as eligible',
      employeeCount.as('registered'),
      'organization.monthlyPricePerEmployee as monthlyPrice',
      'organization.pricePerSession',
      'organization.currency',
      sql<Totals['enrolled']>`coalesce(edition.enrolled, 0)`.as('enrolled'),
      sql<Totals['active']>`coalesce(edition.active, 0)`.as('active'),
      sql<Totals['sessions']>`coalesce(edition.sessions, 0)`.as('sessions'),
      sql<Totals['answered']>`coalesce(edition.answered, 0)`.as('answered'),
      sql<Totals['helpful']>`coalesce(edition.helpful, 0)`.as('helpful'),
      sql<Totals['measured']>`coalesce(edition.measured, 0)`.as('measured'),
      sql<Totals['improved']>`coalesce(edition.improved, 0)`.as('improved'),
      'edition.sessionsUntil',
      'edition.waitDays',
      'edition.participation',
      'edition.minutes',
      'edition.months',
      'edition.groupSize as editionGroupSize',
    ])
    .where((eb) =>
      id === undefined
        ? eb.or([
            eb('edition.organizationId', 'is not', null),
            eb('organization.id', 'in', largestOrganizations(db)),
          ])
        : eb('organization.id', '=', id),
    )
    .orderBy('organization.eligibleHeadcount', 'desc')
    .orderBy('organization.name')
    .orderBy('organization.id')
    .execute()

const largestOrganizations = (db: Db) =>
  db
    .selectFrom('organization')
    .select('id')
    .orderBy('eligibleHeadcount', 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(maxComparedOrganizations)
