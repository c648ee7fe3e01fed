import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { getMinimumGroup } from '../../settings/installation/settings.queries.ts'
import { type Bands, type ClientCounts, type Edition, largerGroupSize } from './edition.ts'
import { sumTotals } from './totals.ts'

/**
 * Organizations whose next edition may be due: one per UTC day, so that a reader cannot attribute a difference to a moment.
 * The first one is due as soon as there are enough people.
 */
export async function organizationsDue(
  db: Db,
  now: Date,
  organizationIds: readonly string[] | undefined,
) {
  const groupSize = await getMinimumGroup(db)
  const rows = await db
    .selectFrom('organization')
    .leftJoin('edition', 'edition.organizationId', 'organization.id')
    .select('organization.id')
    .where((eb) =>
      eb.or([
        eb('edition.madeAt', '<', `${toDay(now)}T00:00:00Z`),
        eb.and([
          eb('edition.organizationId', 'is', null),
          eb('organization.id', 'in', withRegistered(db, groupSize, organizationIds)),
        ]),
      ]),
    )
    .$if(organizationIds !== undefined, (some) =>
      some.where('organization.id', '=', sql<string>`any(${organizationIds}::uuid[])`),
    )
    .orderBy('organization.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Organizations with at least as many registered clients, in one pass. */
const withRegistered = (db: Db, count: number, organizationIds: readonly string[] | undefined) =>
  db
    .selectFrom('client')
    .select('organizationId')
    .where('organizationId', 'is not', null)
    .where('userId', 'is not', null)
    .$if(organizationIds !== undefined, (some) =>
      some.where('organizationId', '=', sql<string>`any(${organizationIds}::uuid[])`),
    )
    .groupBy('organizationId')
    .having((eb) => eb.fn.countAll(), '>=', count)

/** Locks organizations against concurrent editions, without blocking registrations. */
export const lockOrganizations = (tx: Db, organizationIds: readonly string[]) =>
  tx
    .selectFrom('organization')
    .select(['id', 'eligibleHeadcount as eligible', 'monthlyPricePerEmployee as monthlyPrice'])
    .select(['pricePerSession', 'currency'])
    .where('id', '=', sql<string>`any(${organizationIds}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** The edition of each organization that has one. */
export async function listEditions(db: Db, organizationIds: readonly string[]) {
  const rows = await db
    .selectFrom('edition')
    .select(['organizationId', 'madeAt', 'groupSize', 'people', 'months', 'participation'])
    .where('organizationId', '=', sql<string>`any(${organizationIds}::uuid[])`)
    .execute()
  return new Map(
    rows.map(({ organizationId, madeAt, groupSize, ...it }): [string, Edition] => [
      organizationId,
      {
        groupSize,
        publishedMonth: toDay(new Date(madeAt)).slice(0, 7),
        people: new Map(Object.entries(it.people as Record<string, ClientCounts>)),
        months: new Map(Object.entries(it.months as Record<string, Bands>)),
        participation: new Map(Object.entries(it.participation as Record<string, number>)),
      },
    ]),
  )
}

export type EditionChange = { organizationId: string; before: Edition | undefined; after: Edition }

/** Deletes the editions of these organizations and saves the new ones. */
export async function replaceEditions(
  tx: Db,
  organizationIds: readonly string[],
  changes: readonly EditionChange[],
  now: Date,
) {
  await tx
    .deleteFrom('edition')
    .where('organizationId', '=', sql<string>`any(${organizationIds}::uuid[])`)
    .execute()
  if (changes.length === 0) return
  const rows = changes.map(({ organizationId, before, after }) => ({
    organizationId,
    madeAt: now.toISOString(),
    groupSize: after.groupSize,
    ...sumTotals(after.people, largerGroupSize(before, after.groupSize)),
    people: JSON.stringify(Object.fromEntries(after.people)),
    months: JSON.stringify(Object.fromEntries(after.months)),
    participation: JSON.stringify(Object.fromEntries(after.participation)),
  }))
  await tx.insertInto('edition').values(rows).execute()
}

const toDay = (instant: Date) => instant.toISOString().slice(0, 10)
