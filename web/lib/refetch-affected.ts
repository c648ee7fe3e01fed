import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Noun } from '#contract/endpoint.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** What a query shows, from the contract. */
    queryMeta: { shows: readonly Noun[] }
  }
}

/** A longer list keeps its rows while it is visible, so that nobody loses their place. */
const maxRefetchedPages = 10

const listPages = ({ state: { data } }: Query) =>
  data && typeof data === 'object' && 'pages' in data && Array.isArray(data.pages)
    ? data.pages.length
    : 0
const isLong = (query: Query) => listPages(query) > maxRefetchedPages

type RefetchExceptions = {
  /** Queries that already hold the new data. */
  updatedQueries?: ReadonlySet<Query>
  /** The query of what was deleted. */
  deletedQuery?: QueryKey | undefined
  /** Fetches that began after the change need not start over. */
  keepsRunningFetches?: boolean
}

/** Refetches all queries that show any of these nouns: visible ones now, others when they are shown again. */
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

/** TanStack Query does not restart these fetches: their data may be outdated, and is fetched again afterwards. */
const isNotRestarted = (query: Query) => query.state.data === undefined || !query.isActive()

/**
 * The queries that `act` updates. Not lists, because only the server knows which rows match. Not running fetches, which
 * would overwrite the update.
 */
export function queriesUpdatedBy(queries: QueryClient, act: () => void): ReadonlySet<Query> {
  const all = queries.getQueryCache().getAll()
  const before = new Map(all.map((query) => [query, query.state.dataUpdateCount]))
  act()
  return new Set(
    all.filter(
      (query) =>
        listPages(query) === 0 &&
        query.state.fetchStatus === 'idle' &&
        query.state.dataUpdateCount !== before.get(query),
    ),
  )
}
