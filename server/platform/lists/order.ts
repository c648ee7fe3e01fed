import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import { verbatim } from '#contract/bounds.ts'
import { AppError } from '../errors.ts'

/** A sort of a list. One index on the value and the id serves both directions. */
export type Sort = { by: RawBuilder<unknown>; value: keyof typeof values; isNullable?: boolean }

type Value = string | number
/** How a sort value is written to a cursor and read back into SQL. */
const values = {
  text: { schema: verbatim(1000), out: sql`by`, back: (it: Value) => sql`${it}::text` },
  integer: { schema: z.int32(), out: sql`by`, back: (it: Value) => sql`${it}::integer` },
  number: {
    schema: z.number(),
    out: sql`by`,
    back: (it: Value) => sql`${it}::double precision`,
  },
  // The driver returns timestamps in milliseconds, which would skip or repeat rows; cursors use microseconds.
  instant: {
    schema: z.string().regex(/^\d{1,16}$/),
    out: sql`(extract(epoch from by) * 1000000)::bigint::text`,
    back: (it: Value) => sql`(timestamptz 'epoch' + ${it}::bigint * interval '1 microsecond')`,
  },
}

/** Sort value and id of the last row of a page. */
export type Place = { value: Value | null; id: string }
/** A sort with its direction and the place to continue from. */
export type Order = {
  name: string
  sort: Sort
  isDown: boolean
  place: Place | undefined
}

/** Throws invalid for a cursor that this list did not return for this sort. */
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

/** The value for the cursor, from a column `by`. */
export const toKey = ({ sort }: Order) => values[sort.value].out

/** ORDER BY of the columns `by` and `id`. */
export const orderBy = ({ isDown }: Order) =>
  isDown ? sql`by desc nulls last, id desc` : sql`by, id`

type KeysetRange = { where: RawBuilder<SqlBool>; order: RawBuilder<unknown> }

/** Conditions for the rows after the place. Each range is read along the index: rows with a value, then null. */
export function keysetRanges(
  { sort, isDown, place }: Order,
  by: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): KeysetRange[] {
  const direction = isDown ? sql` desc` : sql``
  const comparison = isDown ? sql`<` : sql`>`
  const isAfter = (value: Value, after: string) =>
    sql<SqlBool>`(${by}, ${id}) ${comparison} (${values[sort.value].back(value)}, ${after}::uuid)`
  const order = sql`${by}${direction}, ${id}${direction}`
  if (!sort.isNullable)
    return [{ where: place?.value != null ? isAfter(place.value, place.id) : sql`true`, order }]
  // Includes `by`, although it is null in all of these rows, because the index is not used otherwise.
  const nullRange = { where: sql<SqlBool>`${by} is null`, order }
  if (place?.value === null)
    return [{ ...nullRange, where: sql`${by} is null and ${id} ${comparison} ${place.id}::uuid` }]
  return [
    { where: place ? isAfter(place.value, place.id) : sql`${by} is not null`, order },
    nullRange,
  ]
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
