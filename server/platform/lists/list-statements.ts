import { sql, type SqlBool } from 'kysely'
import { maxCounted } from '#contract/paging.ts'
import type { Db } from '../db/db.ts'
import type { Condition, Count, List, ListEndpoint } from './list.ts'
import { orderBy, keyOf, type Order, keysetRanges } from './order.ts'
import { allOf } from './search.ts'

/** What a list is narrowed to: by its filters and its search, and to what the caller may see. */
export type Asked = { conditions: Condition[]; isSearched: boolean; scope: Condition | undefined }

/** So many found rows are sorted; of more, the index of the order is read until the page is full. */
const maxSorted = 50_000

type Found = { id: string; key: string | number | null }

/** The ids of a page and what they are sorted by. */
export async function findPage<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  asked: Asked,
  order: Order,
  most: number,
): Promise<Found[]> {
  const found = asked.isSearched
    ? searchedPlaces(list, asked, order, most)
    : orderedPlaces(list, asked, order, most)
  const page = sql<Found>`select id, ${keyOf(order)} as key from (${found}) as found
    order by ${orderBy(order)} limit ${most}`
  return (await page.execute(db)).rows
}

/** How many match, no further than `maxCounted`. */
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

/** The ids of all that match, in no order. */
export const ids = <E extends ListEndpoint>({ table }: List<E>, asked: Asked) =>
  sql`select ${sql.ref(`${table}.id`)} as id from ${sql.table(table)} where ${whereOf(asked)}`

const whereOf = ({ conditions, scope }: Asked) => allOf([...(scope ? [scope] : []), ...conditions])

/** Along the index of the order. */
function orderedPlaces<E extends ListEndpoint>(
  { table }: List<E>,
  asked: Asked,
  order: Order,
  most: number,
) {
  const id = sql.ref(`${table}.id`)
  const { by } = order.sort
  const stretches = keysetRanges(order, by, id).map(
    (stretch) => sql`(select ${id} as id, ${by} as by from ${sql.table(table)}
      where ${allOf([whereOf(asked), stretch.where])} order by ${stretch.order} limit ${most})`,
  )
  return sql.join(stretches, sql` union all `)
}

/**
 * The planner cannot know that everybody called Søren stands far down the list, so what a search finds is counted before
 * the list is read in its order.
 */
function searchedPlaces<E extends ListEndpoint>(
  list: List<E>,
  asked: Asked,
  order: Order,
  most: number,
) {
  const { table } = list
  const isMany = sql<SqlBool>`(select count(*) > ${maxSorted} from matches)`
  const sorted = keysetRanges(order, sql`by`, sql`id`).map(
    ({ where }) => sql`select id, by from matches where ${where} and not ${isMany}`,
  )
  const many = { ...asked, conditions: [...asked.conditions, isMany] }
  return sql`with matches as materialized (
      select ${sql.ref(`${table}.id`)} as id, ${order.sort.by} as by from ${sql.table(table)}
      where ${whereOf(asked)} limit ${maxSorted + 1}
    )
    ${sql.join([...sorted, orderedPlaces(list, many, order, most)], sql` union all `)}`
}
