import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Noun } from '#contract/endpoint.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** What the contract says of what a read shows. */
    queryMeta: { shows: readonly Noun[] }
  }
}

/** Pages up to which a list is read anew as a whole; somebody who scrolled on keeps the rows they came to. */
const mostPagesReadAnew = 10

const pagesOf = ({ state: { data } }: Query) =>
  data && typeof data === 'object' && 'pages' in data && Array.isArray(data.pages)
    ? data.pages.length
    : 0
const isLong = (query: Query) => pagesOf(query) > mostPagesReadAnew

type Except = {
  /** Reads that hold an answer to the change itself. */
  answered?: ReadonlySet<Query>
  /** A read of what is no more. */
  gone?: QueryKey | undefined
  /** What is being read since the change was heard of need not begin again. */
  isUnderWayEnough?: boolean
}

/**
 * Reads anew what shows any of these nouns: at once where it is in view, else when it is next looked at. A list that
 * somebody scrolled far down keeps its rows as long as they look at it.
 */
export async function refresh(
  queries: QueryClient,
  changed: readonly Noun[] | 'everything',
  { answered, gone, isUnderWayEnough = false }: Except = {},
) {
  const cache = queries.getQueryCache()
  const left = new Set(gone ? cache.findAll({ queryKey: gone }) : [])
  const isTold = (query: Query) =>
    (changed === 'everything' ||
      query.meta?.shows.some((noun) => changed.includes(noun)) === true) &&
    !left.has(query) &&
    !answered?.has(query)
  const isLongOne = (query: Query) => isTold(query) && isLong(query)
  const older = isUnderWayEnough
    ? []
    : cache.findAll({ fetchStatus: 'fetching', predicate: (it) => isTold(it) && goesOn(it) })
  queries.removeQueries({ type: 'inactive', predicate: isLongOne })
  void queries.invalidateQueries({ refetchType: 'none', predicate: isLongOne })
  await queries.invalidateQueries(
    { predicate: (query) => isTold(query) && !isLong(query) },
    { cancelRefetch: !isUnderWayEnough },
  )
  if (!older.length) return
  await Promise.allSettled(older.flatMap((query) => query.promise ?? []))
  await queries.invalidateQueries({ predicate: (query) => older.includes(query) })
}

/** A read under way that TanStack Query does not begin again: what it brings may be from before, and is read after it. */
const goesOn = (query: Query) => query.state.data === undefined || !query.isActive()

/**
 * The reads in whose place something is put while `act` runs. Lists are none: where a changed row stands in them, only
 * the server knows. Nor are those under way: what began before the change would take its place, and to call it off alone
 * would lose what it was begun for.
 */
export function answeredBy(queries: QueryClient, act: () => void): ReadonlySet<Query> {
  const all = queries.getQueryCache().getAll()
  const before = new Map(all.map((query) => [query, query.state.dataUpdateCount]))
  act()
  return new Set(
    all.filter(
      (query) =>
        pagesOf(query) === 0 &&
        query.state.fetchStatus === 'idle' &&
        query.state.dataUpdateCount !== before.get(query),
    ),
  )
}
