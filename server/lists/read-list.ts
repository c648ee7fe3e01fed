import type { Db } from '../db/db.ts'
import { countUp, placesOf } from './kept.ts'
import type {
  FilterName,
  List,
  ListEndpoint,
  ListSize,
  Page,
  PageQuery,
  QueryOf,
  Reader,
  RowOf,
  Scope,
} from './list.ts'
import { cursorOf, type Order, orderOf, type Place } from './order.ts'
import { leadOf, type Searched } from './search.ts'
import { countUpTo, readTally } from './tally.ts'
import { wordsOf } from './typed-words.ts'
import { type Asked, ids, isOfEach, partOf } from './ways.ts'

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

type Wanted = { order: Order<Place>; limit: number; isWhole: boolean }

/** One page: the ids and their order first, then the rows of these. */
async function pageOf<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  asked: Asked,
  { order, limit, isWhole }: Wanted,
): Promise<Page<RowOf<E>>> {
  const found = await placesOf(db, list, asked, order, limit + 1)
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
  const all = scope ? countOf(db, list, everything) : readTally(db, list.tally.all)
  // Counted once: a moment later they may be one more.
  if (!asked.filters.length && !asked.words.length)
    return all.then((it) => ({ total: it, match: it }))
  const [total, match] = await Promise.all([all, countMatching(db, list, query, asked)])
  return { total, match: { ...match, number: Math.min(match.number, total.number) } }
}

/** Where one filter is all that is asked for, the database may keep count of what it leaves. */
function countMatching<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  query: QueryOf<E>,
  asked: Asked,
) {
  const [name, ...others] = filtersIn(list, query)
  if (name !== undefined && !others.length && !asked.words.length && !asked.scope) {
    const kept = list.tally[name]
    if (kept !== undefined) return readTally(db, kept, String(query[name]))
  }
  return countOf(db, list, asked)
}

const countOf = <E extends ListEndpoint>(db: Db, list: List<E>, asked: Asked) =>
  countUpTo(db, {
    all: () => ids(list, asked),
    upTo: async (most) => {
      const part = partOf(asked)
      const ofPart = part ? await countUp(db, list, part, most) : 0
      return ofPart < most ? countUp(db, list, asked, most) : ofPart
    },
    // What several words come to together nobody can tell before: a name may hold both often, or never. Nor how much
    // of a list is of some others.
    isUnsure: Boolean(asked.scope?.isFew || asked.led?.others.length || isOfEach(asked)),
  })

/** The ids of all that match, as a part of another statement. */
export const idsOf = async <E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  query: QueryOf<E> & PageQuery,
) => ids(list, await askedOf(db, list, query))

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
