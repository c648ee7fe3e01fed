import { sql } from 'kysely'
import { mayReadOrganization } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import type { Totals } from './edition/edition.ts'

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

/** Contract terms and totals of the edition, for one organization or all. */
export const listTotals = (db: Db, id: string | undefined) =>
  db
    .selectFrom('organization')
    .leftJoin('edition', 'edition.organizationId', 'organization.id')
    .select([
      'organization.id',
      'organization.name',
      'organization.eligibleHeadcount as eligible',
      'organization.monthlyPricePerEmployee as monthlyPrice',
      'organization.pricePerSession',
      'organization.currency',
      sql<Totals['enrolled']>`coalesce(edition.enrolled, 0)`.as('enrolled'),
      sql<Totals['active']>`coalesce(edition.active, 0)`.as('active'),
      sql<Totals['sessions']>`coalesce(edition.sessions, 0)`.as('sessions'),
      'edition.minutes',
      'edition.months',
      'edition.groupSize as editionGroupSize',
    ])
    .$if(id !== undefined, (some) => some.where('organization.id', '=', id ?? ''))
    .orderBy('organization.eligibleHeadcount', 'desc')
    .orderBy('organization.name')
    .orderBy('organization.id')
    .execute()
