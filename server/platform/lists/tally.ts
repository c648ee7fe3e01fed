import { type RawBuilder, sql } from 'kysely'

/** How many there are of what the database keeps count of (`count_rows` in migrations), as a value in a query. */
export const readTally = (things: string, of: RawBuilder<string> | string = '') =>
  sql<number>`(select coalesce(sum(number), 0)::bigint from tally where things = ${things} and of = ${of})`
