import { sql } from 'kysely'
import type { Places } from '#contract/places.ts'
import type { Db } from '../../platform/db/db.ts'

/** The countries and cities that at least one row of the table is in, by name. */
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
