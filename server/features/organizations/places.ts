import { sql } from 'kysely'
import type { Places } from '#contract/places.ts'
import type { Db } from '../../platform/db/db.ts'

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
