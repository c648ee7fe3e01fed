import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { List, ListEndpoint, Narrowing, OfEach, Scope } from './list.ts'
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
/** Conditions on rows, and whose they are, where those of one after another are gone through. */
type Path = { where: Condition[]; each?: RawBuilder<unknown> }
/** Rows to be gone through: out of which table, on which path. */
type Branch = Path & {
  from: RawBuilder<unknown>
  id: RawBuilder<unknown>
  isOfWords: boolean
}

/** The ids of so many that match, and what they are sorted by. */
export function idsInOrder<E extends ListEndpoint>(
  list: List<E>,
  asked: Asked,
  order: Order,
  most: Given<number>,
) {
  const way = order.name === 'name' ? 'up' : order.name === '-name' ? 'down' : 'another'
  const stretches = branchesOf(list, asked, way).flatMap(({ from, id, isOfWords, where, each }) => {
    const by = isOfWords ? sql`w.name` : order.sort.by
    return stretchesOf(order, by, id).map((stretch) => {
      const rows = sql`(select ${isOfWords ? sql`distinct ` : sql``}${id} as id, ${by} as by from ${from}
        where ${all([...where, stretch.where])} order by ${stretch.order} limit ${most})`
      return each ? sql`(${ofEach(each, rows)} order by ${inOrder(order)} limit ${most})` : rows
    })
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
    branchesOf(list, asked, 'up').map(({ from, id, isOfWords, where, each }) => {
      const rows = isOfWords
        ? sql`(select id from (select distinct w.name, w.id from ${from} where ${all(where)}
            order by w.name, w.id limit ${most}) as found)`
        : sql`(select ${id} as id from ${from} where ${all(where)} limit ${most})`
      return each ? sql`(${ofEach(each, rows)} limit ${most})` : rows
    }),
    sql` union `,
  )

const ofEach = (each: RawBuilder<unknown>, rows: RawBuilder<unknown>) =>
  sql`select of_one.* from (${each}) as each cross join lateral ${rows} as of_one`

/** A part of what is asked for that is soon counted, where a filter knows one. */
export function partOf({ filters, ...asked }: Asked): Asked | undefined {
  const narrowed = filters.map((filter) =>
    'some' in filter && filter.some ? { apart: [filter.some] } : filter,
  )
  const isPart = narrowed.some((filter, index) => filter !== filters[index])
  return isPart ? { ...asked, filters: narrowed } : undefined
}

/** Whether rows of one after another are looked up. */
export const isOfEach = ({ filters }: Asked) =>
  filters.some((filter) => waysOf(filter, true).some((way) => 'each' in way))

/** The ids of all, in no order, some of them twice. */
export const ids = <E extends ListEndpoint>(list: List<E>, asked: Asked) =>
  sql.join(
    branchesOf(list, asked, 'none').map(
      ({ from, id, where, each }) =>
        sql`select ${id} as id from ${each ? sql`(${each}) as each cross join ` : sql``}${from} where ${all(where)}`,
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
  const paths = pathsOf(filters, order !== 'none', { where: seen })
  if (!words.length) return paths.map((path) => ({ ...rows, ...path }))
  const searched = table as Searched
  if (!led || order === 'another' || order === 'none')
    return paths.map((path) => ({
      ...{ ...rows, ...path },
      where: [...path.where, ...matching(searched, words, led)],
    }))
  return paths.flatMap((path) => {
    const isByRow = path.where.length > 0
    const where = [...path.where, ...holdsBeside(searched, led.others, isByRow ? 'both' : 'word')]
    const ways = alongWords(searched, led, order)
    const along = { ...path, id: sql`w.id`, isOfWords: true }
    return [
      { ...along, from: isByRow ? sql`${ways} join ${rows.from} on ${id} = w.id` : ways, where },
      ...isInside(searched, led).map((inside) => ({
        ...{ ...rows, ...path },
        where: [...path.where, ...holdsBeside(searched, led.others, 'row'), inside],
      })),
    ]
  })
}

/** Each choice of one way out of every filter. */
const pathsOf = (filters: readonly Narrowing[], isInOrder: boolean, from: Path) =>
  filters.reduce<Path[]>(
    (paths, filter) =>
      waysOf(filter, isInOrder).flatMap((way) => paths.map((path) => further(path, way))),
    [from],
  )

function waysOf(filter: Narrowing, isInOrder: boolean) {
  if (!('apart' in filter)) return [filter]
  return isInOrder ? filter.apart : (filter.inNoOrder ?? filter.apart)
}

function further({ where, each }: Path, way: Condition | OfEach): Path {
  if (!('each' in way)) return { where: [...where, way], ...(each && { each }) }
  if (each) throw new Error('Two filters of a list go through the rows of each.')
  return { where: [...where, way.where], each: way.each }
}
