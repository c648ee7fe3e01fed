import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Db, plannedAnew } from '../db/db.ts'
import type {
  FilterName,
  List,
  ListEndpoint,
  ListSize,
  Narrowing,
  Page,
  PageQuery,
  QueryOf,
  Reader,
  RowOf,
  Scope,
} from './list.ts'
import { cursorOf, inOrder, keyOf, type Order, orderOf, stretchesOf } from './order.ts'
import {
  all,
  beginsInOrder,
  holds,
  idsFound,
  isInside,
  type Lead,
  leadOf,
  type Searched,
  type Word,
  wordsIn,
  wordsOf,
} from './search.ts'
import { countUpTo, readTally } from './tally.ts'

type Condition = RawBuilder<SqlBool>
/** Rows to be gone through: out of which table, under which conditions. */
type Branch = {
  from: RawBuilder<unknown>
  id: RawBuilder<unknown>
  isOfWords: boolean
  where: Condition[]
}

/** What a list is asked for, worked out once for all of its pages and its size. */
export async function readerOf<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  query: QueryOf<E> & PageQuery,
  scope?: Scope,
): Promise<Reader<RowOf<E>>> {
  const asked = await askedOf(db, list, query, scope)
  return {
    page: (cursor, limit, isWhole) =>
      pageOf(db, list, asked, {
        ...{ order: orderOf(list.sorts, query.sort ?? list.usual, cursor), limit, isWhole },
      }),
    size: () => sizeOf(db, list, query, asked),
  }
}

type Wanted = { order: Order; limit: number; isWhole: boolean }

/** One page: the ids and their order first, then the rows of these. */
async function pageOf<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  asked: Asked,
  { order, limit, isWhole }: Wanted,
): Promise<Page<RowOf<E>>> {
  const { rows: found } = await sql<{ id: string; key: string | number | null }>`${plannedAnew}
    select id, ${keyOf(order)} as key
    from (${idsInOrder(list, asked, order, limit + 1)}) as found
    order by ${inOrder(order)}`.execute(db)
  const shown = found.slice(0, limit)
  const rows = await list.rows(
    db,
    shown.map(({ id }) => id),
    isWhole,
  )
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const last = shown.at(-1)
  return {
    rows: shown.flatMap(({ id }) => rowOf.get(id) ?? []),
    next:
      found.length > limit && last ? cursorOf(order, { value: last.key, id: last.id }) : undefined,
  }
}

/** All that the caller may see, and how many of them match. */
async function sizeOf<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  query: QueryOf<E>,
  asked: Asked,
): Promise<ListSize> {
  const { scope } = asked
  const everything = { filters: [], words: [], led: undefined, scope }
  const names = filtersIn(list, query)
  const [name] = names
  const things = name === undefined ? list.tally.all : list.tally[name]
  const isWhole = !scope && !asked.words.length && names.length < 2
  const [total, match] = await Promise.all([
    scope || list.tally.all === undefined
      ? countOf(db, list, everything)
      : readTally(db, list.tally.all),
    isWhole && things !== undefined
      ? readTally(db, things, name && String(query[name]))
      : names.length || asked.words.length
        ? countOf(db, list, asked)
        : undefined,
  ])
  if (!match) return { total, match: total }
  return { total, match: { ...match, number: Math.min(match.number, total.number) } }
}

const countOf = <E extends ListEndpoint>(db: Db, list: List<E>, asked: Asked) =>
  countUpTo(db, {
    all: ids(list, asked),
    upTo: (most) => someIds(list, asked, most),
    isFew: asked.scope?.isFew ?? false,
  })

/** The ids of all that match, as a part of another statement. */
export const idsOf = async <E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  query: QueryOf<E> & PageQuery,
) => ids(list, await askedOf(db, list, query))

type Asked = {
  filters: Narrowing[]
  words: Word[]
  led: Lead | undefined
  scope: Scope | undefined
}

async function askedOf<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  query: QueryOf<E> & PageQuery,
  scope?: Scope,
): Promise<Asked> {
  const [words, ...filters] = await Promise.all([
    wordsOf(db, query.q),
    ...filtersIn(list, query).map((name) =>
      list.filters[name](query[name] as NonNullable<QueryOf<E>[typeof name]>, db),
    ),
  ])
  const isLed = words.length > 0 && !scope?.isFew
  const led = isLed ? await leadOf(db, list.table as Searched, words) : undefined
  return { words, filters, led, scope }
}

/** The filters that are set; an empty one is none. */
const filtersIn = <E extends ListEndpoint>(list: List<E>, query: QueryOf<E>) =>
  (Object.keys(list.filters) as FilterName<E>[]).filter(
    (name) => query[name] !== undefined && query[name] !== '',
  )

function idsInOrder<E extends ListEndpoint>(
  list: List<E>,
  asked: Asked,
  order: Order,
  most: number,
) {
  const isByName = order.name === 'name' || order.name === '-name'
  const stretches = branchesOf(list, asked, isByName).flatMap(({ from, id, isOfWords, where }) => {
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
const someIds = <E extends ListEndpoint>(list: List<E>, asked: Asked, most: number) =>
  sql.join(
    branchesOf(list, asked, true).map(({ from, id, isOfWords, where }) =>
      isOfWords
        ? sql`(select id from (select distinct w.name, w.id from ${from} where ${all(where)}
            order by w.name, w.id limit ${most}) as found)`
        : sql`(select ${id} as id from ${from} where ${all(where)} limit ${most})`,
    ),
    sql` union `,
  )

/** The ids of all, in no order, some of them twice. */
const ids = <E extends ListEndpoint>(list: List<E>, asked: Asked) =>
  sql.join(
    branchesOf(list, asked, false).map(
      ({ from, id, where }) => sql`select ${id} as id from ${from} where ${all(where)}`,
    ),
    sql` union all `,
  )

/** The ways to the rows. In the order of names a search goes along the words, else it is one condition more. */
function branchesOf<E extends ListEndpoint>(
  { table }: List<E>,
  { filters, words, led, scope }: Asked,
  isAlongWords: boolean,
): Branch[] {
  const id = sql.ref(`${table}.id`)
  const rows = { from: sql.table(table), id, isOfWords: false }
  const conditions = waysOf(filters).map((where) => (scope ? [scope.where, ...where] : where))
  if (!words.length) return conditions.map((where) => ({ ...rows, where }))
  const searched = table as Searched
  if (!led)
    return conditions.map((where) => ({ ...rows, where: [...where, ...holds(searched, words)] }))
  if (!isAlongWords)
    return conditions.map((where) => ({
      ...rows,
      where: [...where, sql`${id} in (${idsFound(searched, words, led)})`],
    }))
  return conditions.flatMap((narrowed) => {
    const where = [...narrowed, ...holds(searched, led.others)]
    const along = sql`${wordsIn(searched)} as w`
    return [
      {
        from: where.length ? sql`${along} join ${rows.from} on ${id} = w.id` : along,
        id: sql`w.id`,
        isOfWords: true,
        where: [...where, beginsInOrder(led)],
      },
      ...isInside(searched, led.part).map((inside) => ({ ...rows, where: [...where, inside] })),
    ]
  })
}

/** Each choice of one condition out of every filter. */
const waysOf = (filters: readonly Narrowing[]) =>
  filters.reduce<Condition[][]>(
    (ways, filter) =>
      ('apart' in filter ? filter.apart : [filter]).flatMap((it) =>
        ways.map((way) => [...way, it]),
      ),
    [[]],
  )
