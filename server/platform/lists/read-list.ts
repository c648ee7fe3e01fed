import type { Db } from '../db/db.ts'
import type {
  Condition,
  FilterName,
  List,
  ListEndpoint,
  ListSize,
  Page,
  PageQuery,
  QueryOf,
  Reader,
  RowOf,
} from './list.ts'
import { type Asked, countMatches, ids, findPage } from './list-statements.ts'
import { formatCursor, type Order, parseOrder } from './order.ts'
import { containsWords, type SearchableTable } from './search.ts'

/** What a list is asked for, worked out once for all of its pages and its size. */
export function createReader<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  query: QueryOf<E> & PageQuery,
  scope?: Condition,
): Reader<RowOf<E>> {
  const asked = askedOf(list, query, scope)
  return {
    page: (cursor, limit, isWhole) =>
      pageOf(db, list, asked, {
        ...{
          order: parseOrder(list.sorts, query.sort ?? list.defaultSort, cursor),
          limit,
          isWhole,
        },
      }),
    size: () => sizeOf(db, list, asked),
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
  const found = await findPage(db, list, asked, order, limit + 1)
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
      found.length > limit && last
        ? formatCursor(order, { value: last.key, id: last.id })
        : undefined,
  }
}

/** All that the caller may see, and how many of them match. */
async function sizeOf<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  asked: Asked,
): Promise<ListSize> {
  const everything = { conditions: [], isSearched: false, scope: asked.scope }
  const all = countMatches(db, list, everything)
  // Counted once: a moment later they may be one more.
  if (!asked.conditions.length) return all.then((it) => ({ total: it, match: it }))
  const [total, match] = await Promise.all([all, countMatches(db, list, asked)])
  return { total, match: { ...match, number: Math.min(match.number, total.number) } }
}

/** The ids of all that match, as a part of another statement. */
export const matchingIds = <E extends ListEndpoint>(list: List<E>, query: QueryOf<E> & PageQuery) =>
  ids(list, askedOf(list, query))

function askedOf<E extends ListEndpoint>(
  list: List<E>,
  query: QueryOf<E> & PageQuery,
  scope?: Condition,
): Asked {
  const filters = filtersIn(list, query).map((name) =>
    list.filters[name](query[name] as NonNullable<QueryOf<E>[typeof name]>),
  )
  const words = containsWords(list.table as SearchableTable, query.q)
  return { conditions: [...filters, ...words], isSearched: words.length > 0, scope }
}

/** The filters that are set; an empty one is none. */
const filtersIn = <E extends ListEndpoint>(list: List<E>, query: QueryOf<E>) =>
  (Object.keys(list.filters) as FilterName<E>[]).filter(
    (name) => query[name] !== undefined && query[name] !== '',
  )
