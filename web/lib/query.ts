import {
  type FetchQueryOptions,
  infiniteQueryOptions,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useState } from 'react'
import type { Freshness, JsonRead, RequestInput } from '#contract/endpoint.ts'
import { call, fetchPage } from './api.ts'

// A change by one key must be rendered before the next key is handled.
notifyManager.setScheduler(queueMicrotask)

/** Nothing is refetched or retried by itself (docs/product.md, "Data freshness"). */
export function newQueryClient(onError: (error: Error) => void = () => {}) {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        // The server may be on the same machine, without any network.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** The freshness of the endpoint's contract, which nothing else may override. */
export function cacheOptions({ freshness }: { freshness?: Freshness }) {
  if (freshness === undefined) return {}
  if (freshness === 'while-shown') return { gcTime: 0 }
  if (freshness === 'always-stale') return { staleTime: 0, refetchOnWindowFocus: 'always' as const }
  return { staleTime: freshness.staleAfterMs }
}

/** Fetches even fresh data again. */
export const refetchQuery = <T, K extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<T, Error, T, K>,
) => queries.fetchQuery({ ...query, staleTime: 0 })

export const queryFor = <E extends JsonRead>(endpoint: E, sent: RequestInput<E>) =>
  queryOptions({
    queryKey: [endpoint.path, sent] as const,
    queryFn: ({ signal }) => call(endpoint, sent, signal),
    meta: { shows: endpoint.shows },
    ...cacheOptions(endpoint),
  })

export const infiniteQueryFor = <E extends JsonRead>(endpoint: E, sent: RequestInput<E>) =>
  infiniteQueryOptions({
    queryKey: [endpoint.path, 'pages', sent] as const,
    queryFn: ({ signal, pageParam }) => {
      const { query, ...rest } = sent as { query?: object }
      return fetchPage(
        endpoint,
        { ...rest, query: { limit: 50, ...query, cursor: pageParam } } as RequestInput<E>,
        signal,
      )
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
    meta: { shows: endpoint.shows },
    ...cacheOptions(endpoint),
  })

export type QueryState = Pick<
  UseQueryResult,
  'data' | 'error' | 'errorUpdateCount' | 'isFetching' | 'isPlaceholderData'
>

/**
 * Why a query has failed, also during the next attempt: TanStack Query resets it, and the button that was clicked would
 * disappear.
 */
export function useQueryError({
  data,
  error,
  errorUpdateCount,
  isFetching,
  isPlaceholderData,
}: QueryState) {
  const [last, setLast] = useState(error)
  if (error && error !== last) setLast(error)
  // The count is of this query, not of one with other filters.
  const isTriedAgain = errorUpdateCount > 0 && isFetching
  return error ?? (isTriedAgain && (data === undefined || isPlaceholderData) ? last : null)
}
