import { sql, type SqlBool } from 'kysely'
import { maxCounted } from '#contract/paging.ts'
import type { Db } from '../db/db.ts'
import type { Condition, Count, List, ListEndpoint } from './list.ts'
import { orderBy, toKey, type Order, keysetRanges } from './order.ts'
import { allOf } from './search.ts'

/** The parsed query of a list: conditions of its filters and search, and the rows that the caller may see (`scope`). */
export type Asked = { conditions: Condition[]; isSearched: boolean; scope: Condition | undefined }

/** A search sorts up to this many matches. For more it reads the index of the sort order until the page is full. */
const maxSorted = 50_000

type Found = { id: string; key: string | number | null }

/** Ids and sort keys of a page, at most `limit`. */
export async function findPage<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  asked: Asked,
  order: Order,
  limit: number,
): Promise<Found[]> {
  const found = asked.isSearched
    ? searchedRows(list, asked, order, limit)
    : orderedRows(list, asked, order, limit)
  const page = sql<Found>`select id, ${toKey(order)} as key from (${found}) as found
    order by ${orderBy(order)} limit ${limit}`
  return (await page.execute(db)).rows
}

/** Counts the matches, up to `maxCounted`. */
export async function countMatches<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  asked: Asked,
): Promise<Count> {
  const { rows } = await counted(list, asked).execute(db)
  const number = rows[0]?.number ?? 0
  return { number: Math.min(number, maxCounted), isCapped: number > maxCounted }
}

const counted = <E extends ListEndpoint>(list: List<E>, asked: Asked) =>
  sql<{ number: number }>`
    select count(*) as number from (${ids(list, asked)} limit ${sql.lit(maxCounted + 1)}) as counted`

/** Ids of all matches, unordered. */
export const ids = <E extends ListEndpoint>({ table }: List<E>, asked: Asked) =>
  sql`select ${sql.ref(`${table}.id`)} as id from ${sql.table(table)} where ${toWhere(asked)}`

const toWhere = ({ conditions, scope }: Asked) => allOf([...(scope ? [scope] : []), ...conditions])

/** Reads the index of the sort order. */
function orderedRows<E extends ListEndpoint>(
  { table }: List<E>,
  asked: Asked,
  order: Order,
  limit: number,
) {
  const id = sql.ref(`${table}.id`)
  const { by } = order.sort
  const ranges = keysetRanges(order, by, id).map(
    (range) => sql`(select ${id} as id, ${by} as by from ${sql.table(table)}
      where ${allOf([toWhere(asked), range.where])} order by ${range.order} limit ${limit})`,
  )
  return sql.join(ranges, sql` union all `)
}

/**
 * Counts the matches of a search before choosing a plan: the planner does not know that matches may be far from each
 * other in the index of the sort order.
 */
function searchedRows<E extends ListEndpoint>(
  list: List<E>,
  asked: Asked,
  order: Order,
  limit: number,
) {
  const { table } = list
  const hasTooMany = sql<SqlBool>`(select count(*) > ${maxSorted} from matches)`
  const sorted = keysetRanges(order, sql`by`, sql`id`).map(
    ({ where }) => sql`select id, by from matches where ${where} and not ${hasTooMany}`,
  )
  const many = { ...asked, conditions: [...asked.conditions, hasTooMany] }
  return sql`with matches as materialized (
      select ${sql.ref(`${table}.id`)} as id, ${order.sort.by} as by from ${sql.table(table)}
      where ${toWhere(asked)} limit ${maxSorted + 1}
    )
    ${sql.join([...sorted, orderedRows(list, many, order, limit)], sql` union all `)}`
}
