import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import { verbatim } from '#contract/bounds.ts'
import { AppError } from '../errors.ts'

/** What a list is sorted by. One index over it and the id serves both directions. */
export type Sort = { by: RawBuilder<unknown>; value: keyof typeof values; isNullable?: boolean }

type Value = string | number
/** How a value travels in a cursor: as the database hands it out, and as it takes it back. */
const values = {
  text: { schema: verbatim(1000), out: sql`by`, back: (it: Value) => sql`${it}::text` },
  integer: { schema: z.int32(), out: sql`by`, back: (it: Value) => sql`${it}::integer` },
  number: {
    schema: z.number(),
    out: sql`by`,
    back: (it: Value) => sql`${it}::double precision`,
  },
  // Instants leave the driver in milliseconds, too coarse to go on from.
  instant: {
    schema: z.string().regex(/^\d{1,16}$/),
    out: sql`(extract(epoch from by) * 1000000)::bigint::text`,
    back: (it: Value) => sql`(timestamptz 'epoch' + ${it}::bigint * interval '1 microsecond')`,
  },
}

/** A place in a list: the value it is sorted by, and the id, of the last row that was read. */
export type Place = { value: Value | null; id: string }
/** One way through a list. */
export type Order = {
  name: string
  sort: Sort
  isDown: boolean
  place: Place | undefined
}

/** Throws invalid for a cursor that this list did not give out in this order. */
export function parseOrder(
  sorts: Record<string, Sort>,
  name: string,
  cursor: string | undefined,
): Order {
  const isDown = name.startsWith('-')
  const sort = sorts[isDown ? name.slice(1) : name]
  if (!sort) throw new Error(`A list has no sort ${name}.`)
  return {
    name,
    sort,
    isDown,
    place: cursor === undefined ? undefined : parseCursor(cursor, name, sort),
  }
}

function parseCursor(cursor: string, name: string, { value: kind, isNullable }: Sort): Place {
  const { schema } = values[kind]
  const { data } = z
    .tuple([z.literal(name), isNullable ? schema.nullable() : schema, z.uuid()])
    .safeParse(jsonIn(cursor))
  if (data === undefined)
    throw new AppError('invalid', 'This page of the list does not exist. Please start again.', {
      cursor: 'is none that this list gave out',
    })
  return { value: data[1], id: data[2] }
}

export const formatCursor = ({ name }: Order, { value, id }: Place) =>
  Buffer.from(JSON.stringify([name, value, id])).toString('base64url')

/** The value of a row that a cursor holds, where `by` is what it is sorted by. */
export const keyOf = ({ sort }: Order) => values[sort.value].out

/** In which order, of columns `by` and `id`. */
export const orderBy = ({ isDown }: Order) =>
  isDown ? sql`by desc nulls last, id desc` : sql`by, id`

type KeysetRange = { where: RawBuilder<SqlBool>; order: RawBuilder<unknown> }

/**
 * What comes after the place, in stretches that an index finds and goes along: those with a value, then those without.
 */
export function keysetRanges(
  { sort, isDown, place }: Order,
  by: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): KeysetRange[] {
  const way = isDown ? sql` desc` : sql``
  const than = isDown ? sql`<` : sql`>`
  const isAfter = (value: Value, after: string) =>
    sql<SqlBool>`(${by}, ${id}) ${than} (${values[sort.value].back(value)}, ${after}::uuid)`
  const order = sql`${by}${way}, ${id}${way}`
  if (!sort.isNullable)
    return [{ where: place?.value != null ? isAfter(place.value, place.id) : sql`true`, order }]
  // Named in the order, though all of these are alike: else the index is not gone along, and all of them are sorted.
  const without = { where: sql<SqlBool>`${by} is null`, order }
  if (place?.value === null)
    return [{ ...without, where: sql`${by} is null and ${id} ${than} ${place.id}::uuid` }]
  return [
    { where: place ? isAfter(place.value, place.id) : sql`${by} is not null`, order },
    without,
  ]
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
