import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { List, ListEndpoint, Narrowing, Scope } from './list.ts'
import { type Given, inOrder, type Order, stretchesOf } from './order.ts'
import {
  all,
  alongWords,
  matching,
  holdsBeside,
  isInside,
  type Lead,
  type Searched,
  type Way,
} from './search.ts'
import type { Word } from './typed-words.ts'

/** What a list is narrowed to. */
export type Asked = {
  filters: Narrowing[]
  words: Word[]
  led: Lead | undefined
  scope: Scope | undefined
}

type Condition = RawBuilder<SqlBool>
/** Rows to be gone through: out of which table, under which conditions. */
type Branch = {
  from: RawBuilder<unknown>
  id: RawBuilder<unknown>
  isOfWords: boolean
  where: Condition[]
}

/** The ids of so many that match, and what they are sorted by. */
export function idsInOrder<E extends ListEndpoint>(
  list: List<E>,
  asked: Asked,
  order: Order,
  most: Given<number>,
) {
  const way = order.name === 'name' ? 'up' : order.name === '-name' ? 'down' : 'another'
  const stretches = branchesOf(list, asked, way).flatMap(({ from, id, isOfWords, where }) => {
    const by = isOfWords ? sql`w.name` : order.sort.by
    return stretchesOf(order, by, id).map(
      (
        stretch,
      ) => sql`(select ${isOfWords ? sql`distinct ` : sql``}${id} as id, ${by} as by from ${from}
        where ${all([...where, stretch.where])} order by ${stretch.order} limit ${most})`,
    )
  })
  // Whatever is found by several ways is found once.
  return stretches.length === 1
    ? stretches[0]
    : sql`select id, by from (${sql.join(stretches, sql` union `)}) as ways
        order by ${inOrder(order)} limit ${most}`
}

/** So many of the ids at most, whichever: along the words, so that it can stop early there too. */
export const someIds = <E extends ListEndpoint>(list: List<E>, asked: Asked, most: Given<number>) =>
  sql.join(
    branchesOf(list, asked, 'up').map(({ from, id, isOfWords, where }) =>
      isOfWords
        ? sql`(select id from (select distinct w.name, w.id from ${from} where ${all(where)}
            order by w.name, w.id limit ${most}) as found)`
        : sql`(select ${id} as id from ${from} where ${all(where)} limit ${most})`,
    ),
    sql` union `,
  )

/** The ids of all, in no order, some of them twice. */
export const ids = <E extends ListEndpoint>(list: List<E>, asked: Asked) =>
  sql.join(
    branchesOf(list, asked, 'none').map(
      ({ from, id, where }) => sql`select ${id} as id from ${from} where ${all(where)}`,
    ),
    sql` union all `,
  )

/** The ways to the rows in an order: along the names a search goes along the words, else it is one condition more. */
function branchesOf<E extends ListEndpoint>(
  { table }: List<E>,
  { filters, words, led, scope }: Asked,
  order: Way | 'another' | 'none',
): Branch[] {
  const id = sql.ref(`${table}.id`)
  const rows = { from: sql.table(table), id, isOfWords: false }
  const seen = scope ? [scope.where(sql`${scope.value}`)] : []
  const conditions = waysOf(filters, order !== 'none').map((where) => [...seen, ...where])
  if (!words.length) return conditions.map((where) => ({ ...rows, where }))
  const searched = table as Searched
  if (!led || order === 'another' || order === 'none')
    return conditions.map((where) => ({
      ...rows,
      where: [...where, ...matching(searched, words, led)],
    }))
  return conditions.flatMap((narrowed) => {
    const isByRow = narrowed.length > 0
    const where = [...narrowed, ...holdsBeside(searched, led.others, isByRow ? 'both' : 'word')]
    const ways = alongWords(searched, led, order)
    const along = { id: sql`w.id`, isOfWords: true }
    return [
      { ...along, from: isByRow ? sql`${ways} join ${rows.from} on ${id} = w.id` : ways, where },
      ...isInside(searched, led).map((inside) => ({
        ...rows,
        where: [...narrowed, ...holdsBeside(searched, led.others, 'row'), inside],
      })),
    ]
  })
}

/** Each choice of one condition out of every filter. */
const waysOf = (filters: readonly Narrowing[], isInOrder: boolean) =>
  filters.reduce<Condition[][]>(
    (ways, filter) =>
      conditionsOf(filter, isInOrder).flatMap((it) => ways.map((way) => [...way, it])),
    [[]],
  )

function conditionsOf(filter: Narrowing, isInOrder: boolean) {
  if (!('apart' in filter)) return [filter]
  return isInOrder ? filter.apart : (filter.inNoOrder ?? filter.apart)
}
