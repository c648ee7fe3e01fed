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

/** Parses a query once for all pages and the size of the list. `scope` limits it to rows that the caller may see. */
export function createReader<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  query: QueryOf<E> & PageQuery,
  scope?: Condition,
): Reader<RowOf<E>> {
  const parsed = parseQuery(list, query, scope)
  return {
    page: (cursor, limit, isWhole) =>
      readPage(db, list, parsed, {
        order: parseOrder(list.sorts, query.sort ?? list.defaultSort, cursor),
        limit,
        isWhole,
      }),
    size: () => readSize(db, list, parsed),
  }
}

type PageOptions = { order: Order; limit: number; isWhole: boolean }

/** Two statements: ids in their order, then the rows of these ids. */
async function readPage<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  parsed: Asked,
  { order, limit, isWhole }: PageOptions,
): Promise<Page<RowOf<E>>> {
  const found = await findPage(db, list, parsed, order, limit + 1)
  const shown = found.slice(0, limit)
  const rows = await list.rows(
    db,
    shown.map(({ id }) => id),
    isWhole,
  )
  const getRow = new Map(rows.map((row) => [row.id, row]))
  const last = shown.at(-1)
  return {
    rows: shown.flatMap(({ id }) => getRow.get(id) ?? []),
    next:
      found.length > limit && last
        ? formatCursor(order, { value: last.key, id: last.id })
        : undefined,
  }
}

/** How many rows the caller may see, and how many of them match. */
async function readSize<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  parsed: Asked,
): Promise<ListSize> {
  const everything = { conditions: [], isSearched: false, scope: parsed.scope }
  const all = countMatches(db, list, everything)
  // Counted once, so that both numbers agree while rows are added.
  if (!parsed.conditions.length) return all.then((it) => ({ total: it, match: it }))
  const [total, match] = await Promise.all([all, countMatches(db, list, parsed)])
  return { total, match: { ...match, number: Math.min(match.number, total.number) } }
}

/** A subquery with the ids of all matches. */
export const matchingIds = <E extends ListEndpoint>(list: List<E>, query: QueryOf<E> & PageQuery) =>
  ids(list, parseQuery(list, query))

function parseQuery<E extends ListEndpoint>(
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

/** Names of the filters that are set; empty strings are not. */
const filtersIn = <E extends ListEndpoint>(list: List<E>, query: QueryOf<E>) =>
  (Object.keys(list.filters) as FilterName<E>[]).filter(
    (name) => query[name] !== undefined && query[name] !== '',
  )
