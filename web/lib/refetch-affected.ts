import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Noun } from '#contract/endpoint.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** What the contract says of what a read shows. */
    queryMeta: { shows: readonly Noun[] }
  }
}

/** Pages up to which a list is read anew as a whole; somebody who scrolled on keeps the rows they came to. */
const maxRefetchedPages = 10

const pagesOf = ({ state: { data } }: Query) =>
  data && typeof data === 'object' && 'pages' in data && Array.isArray(data.pages)
    ? data.pages.length
    : 0
const isLong = (query: Query) => pagesOf(query) > maxRefetchedPages

type RefetchExceptions = {
  /** Reads that hold an answer to the change itself. */
  updatedQueries?: ReadonlySet<Query>
  /** A read of what is no more. */
  deletedQuery?: QueryKey | undefined
  /** What is being read since the change was heard of need not begin again. */
  keepsRunningFetches?: boolean
}

/**
 * Reads anew what shows any of these nouns: at once where it is in view, else when it is next looked at. A list that
 * somebody scrolled far down keeps its rows as long as they look at it.
 */
export async function refetchAffected(
  queries: QueryClient,
  changed: readonly Noun[] | 'everything',
  { updatedQueries, deletedQuery, keepsRunningFetches = false }: RefetchExceptions = {},
) {
  const cache = queries.getQueryCache()
  const left = new Set(deletedQuery ? cache.findAll({ queryKey: deletedQuery }) : [])
  const isAffected = (query: Query) =>
    (changed === 'everything' ||
      query.meta?.shows.some((noun) => changed.includes(noun)) === true) &&
    !left.has(query) &&
    !updatedQueries?.has(query)
  const isLongAndAffected = (query: Query) => isAffected(query) && isLong(query)
  const older = keepsRunningFetches
    ? []
    : cache.findAll({
        fetchStatus: 'fetching',
        predicate: (it) => isAffected(it) && isNotRestarted(it),
      })
  queries.removeQueries({ type: 'inactive', predicate: isLongAndAffected })
  void queries.invalidateQueries({ refetchType: 'none', predicate: isLongAndAffected })
  await queries.invalidateQueries(
    { predicate: (query) => isAffected(query) && !isLong(query) },
    { cancelRefetch: !keepsRunningFetches },
  )
  if (!older.length) return
  await Promise.allSettled(older.flatMap((query) => query.promise ?? []))
  await queries.invalidateQueries({ predicate: (query) => older.includes(query) })
}

/** A read under way that TanStack Query does not begin again: what it brings may be from before, and is read after it. */
const isNotRestarted = (query: Query) => query.state.data === undefined || !query.isActive()

/**
 * The reads in whose place something is put while `act` runs. Lists are none: where a changed row stands in them, only
 * the server knows. Nor are those under way: what began before the change would take its place, and to call it off alone
 * would lose what it was begun for.
 */
export function queriesUpdatedBy(queries: QueryClient, act: () => void): ReadonlySet<Query> {
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
