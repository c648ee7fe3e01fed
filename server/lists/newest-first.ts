import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'

/**
 * The key of a list with the newest first: microseconds since 1970, and the id. Instants leave the driver in
 * milliseconds, too coarse to go on from.
 */
export const newestPlace = z.tuple([z.string().regex(/^\d{1,16}$/), z.uuid()])
export type NewestPlace = z.infer<typeof newestPlace>

/** The first half of the key of a row. */
export const microseconds = (createdAt: RawBuilder<unknown>) =>
  sql<string>`(extract(epoch from ${createdAt}) * 1000000)::bigint::text`

export const isOlder = (
  createdAt: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  place: NewestPlace | undefined,
) =>
  place
    ? sql<SqlBool>`(${createdAt}, ${id}) < (timestamptz 'epoch' + ${place[0]}::bigint * interval '1 microsecond', ${place[1]}::uuid)`
    : sql<SqlBool>`true`
