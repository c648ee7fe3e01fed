import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { maxCounted } from '#contract/paging.ts'
import { type Db, replanned } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import type { Condition, Count, List, ListEndpoint, Scope } from './list.ts'
import { type Given, inOrder, keyOf, type Order, type Place, stretchesOf } from './order.ts'
import { all } from './search.ts'

/** What a list is narrowed to: by its filters and its search, and to what the caller may see. */
export type Asked = { conditions: Condition[]; isSearched: boolean; scope: Scope | undefined }

/** So many found rows are sorted; of more, the index of the order is read until the page is full. */
const maxSorted = 50_000

type Found = { id: string; key: string | number | null }

/** The ids of a page and what they are sorted by. */
export async function placesOf<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  asked: Asked,
  order: Order<Place>,
  most: number,
): Promise<Found[]> {
  if (asked.conditions.length) return (await places(list, asked, order, most).execute(db)).rows
  const { place } = order
  const page = plainStatements(list, asked.scope).page(order)
  return page(db, most, asked.scope?.value ?? '', place?.value ?? '', place?.id ?? '')
}

/** How many match, no further than `maxCounted`. */
export async function countOf<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  asked: Asked,
): Promise<Count> {
  const [found] = asked.conditions.length
    ? (await counted(list, asked).execute(db)).rows
    : await plainStatements(list, asked.scope).count(db, asked.scope?.value ?? '')
  const number = found?.number ?? 0
  return { number: Math.min(number, maxCounted), isCapped: number > maxCounted }
}

const counted = <E extends ListEndpoint>(list: List<E>, asked: Asked) =>
  sql<{ number: number }>`${replanned}
    select count(*) as number from (${ids(list, asked)} limit ${sql.lit(maxCounted + 1)}) as counted`

/** The ids of all that match, in no order. */
export const ids = <E extends ListEndpoint>({ table }: List<E>, asked: Asked) =>
  sql`select ${sql.ref(`${table}.id`)} as id from ${sql.table(table)} where ${whereOf(asked)}`

const whereOf = ({ conditions, scope }: Asked) =>
  all([...(scope ? [scope.where(sql`${scope.value}`)] : []), ...conditions])

function places<E extends ListEndpoint>(
  list: List<E>,
  asked: Asked,
  order: Order,
  most: Given<number>,
) {
  const rows = asked.isSearched
    ? searchedPlaces(list, asked, order, most)
    : orderedPlaces(list, asked, order, most)
  return sql<Found>`${replanned}
    select id, ${keyOf(order)} as key from (${rows}) as found order by ${inOrder(order)} limit ${most}`
}

/** Along the index of the order. */
function orderedPlaces<E extends ListEndpoint>(
  { table }: List<E>,
  asked: Asked,
  order: Order,
  most: Given<number>,
) {
  const id = sql.ref(`${table}.id`)
  const { by } = order.sort
  const stretches = stretchesOf(order, by, id).map(
    (stretch) => sql`(select ${id} as id, ${by} as by from ${sql.table(table)}
      where ${all([whereOf(asked), stretch.where])} order by ${stretch.order} limit ${most})`,
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
  most: Given<number>,
) {
  const { table } = list
  const isMany = sql<SqlBool>`(select count(*) > ${maxSorted} from matches)`
  const sorted = stretchesOf(order, sql`by`, sql`id`).map(
    ({ where }) => sql`select id, by from matches where ${where} and not ${isMany}`,
  )
  const many = { ...asked, conditions: [...asked.conditions, isMany] }
  return sql`with matches as materialized (
      select ${sql.ref(`${table}.id`)} as id, ${order.sort.by} as by from ${sql.table(table)}
      where ${whereOf(asked)} limit ${maxSorted + 1}
    )
    ${sql.join([...sorted, orderedPlaces(list, many, order, most)], sql` union all `)}`
}

/**
 * The statements of a list that is neither narrowed nor searched differ in nothing but values: its count, and a page for
 * each order, the first or a later one.
 */
function statementsOf<E extends ListEndpoint>(list: List<E>, scope: Scope | undefined) {
  const askedWith = (value: RawBuilder<string>): Asked => ({
    ...{ conditions: [], isSearched: false },
    scope: scope && { ...scope, where: () => scope.where(value) },
  })
  const count = prepared((_db, value: RawBuilder<string>) => counted(list, askedWith(value)))
  const pageIn = (order: Order<Place>) =>
    prepared(
      (
        _db,
        most: RawBuilder<number>,
        value: RawBuilder<string>,
        key: RawBuilder<string | number>,
        id: RawBuilder<string>,
      ) => {
        const { place } = order
        const at = place && { value: place.value === null ? null : key, id }
        return places(list, askedWith(value), { ...order, place: at }, most)
      },
    )
  const pages = new Map<string, ReturnType<typeof pageIn>>()
  return {
    count,
    page(order: Order<Place>) {
      const from = !order.place ? 'first' : order.place.value === null ? 'without' : 'with'
      const form = `${order.name} ${from}`
      const known = pages.get(form) ?? pageIn(order)
      pages.set(form, known)
      return known
    },
  }
}

type Statements = ReturnType<typeof statementsOf>
const known = new WeakMap<object, WeakMap<object, Statements>>()

function plainStatements<E extends ListEndpoint>(list: List<E>, scope: Scope | undefined) {
  const ofList = known.get(list) ?? new WeakMap<object, Statements>()
  known.set(list, ofList)
  const whose = scope?.where ?? list
  const statements = ofList.get(whose) ?? statementsOf(list, scope)
  ofList.set(whose, statements)
  return statements
}
