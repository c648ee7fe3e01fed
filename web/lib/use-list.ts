import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { JsonRead, Reply } from '#contract/endpoint.ts'
import { describeError, serverMessage } from './api.ts'
import { infiniteQueryFor, useQueryError } from './query.ts'

type ListEndpoint = JsonRead & { query: z.ZodObject; response: z.ZodArray }
type Filters<E extends ListEndpoint> = Omit<z.input<E['query']>, 'limit' | 'cursor'>

/** Rows of one request: more than two screens, and fast to parse. */
const pageSize = 100

/** A list loaded page by page. While the rows of new filters load, the old ones stay and `isStale` is true. */
export function useList<E extends ListEndpoint>(endpoint: E, filters: Filters<E>, enabled = true) {
  const pages = useInfiniteQuery({
    ...infiniteQueryFor<ListEndpoint>(endpoint, { query: { limit: pageSize, ...filters } }),
    placeholderData: keepPreviousData,
    enabled,
  })
  const error = useQueryError(pages)
  // A retry has no rows, so that its button stays.
  const read = error && pages.isPlaceholderData ? [] : (pages.data?.pages ?? [])
  const last = read.at(-1)
  const rows = read.flatMap((page) => page.rows) as Reply<E>
  return {
    rows,
    total: last?.total ?? 0,
    isTotalCapped: last?.isTotalCapped ?? false,
    match: last?.match ?? 0,
    isMatchCapped: last?.isMatchCapped ?? false,
    loaded: rows.length,
    isPending: pages.isPending && !error,
    isStale: pages.isPlaceholderData,
    failure: error && !pages.isFetchNextPageError ? describeError(error) : undefined,
    isRetrying: pages.isFetching,
    retry: () => void pages.refetch(),
    readAt: new Date(pages.dataUpdatedAt),
    isRefreshing: pages.isRefetching && !pages.isFetchingNextPage,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    moreFailure: pages.isFetchNextPageError
      ? serverMessage(pages.error, 'The next rows could not be loaded.')
      : undefined,
    // The next page would cancel a running refetch.
    loadMore: () => void pages.fetchNextPage({ cancelRefetch: false }),
  }
}

/** A complete list for components that show paged lists. */
export const wholeList = <Row>(rows: readonly Row[]) => ({
  rows,
  match: rows.length,
  isMatchCapped: false,
  loaded: rows.length,
  isPending: false,
  isStale: false,
  failure: undefined,
  isRetrying: false,
  retry: () => {},
  hasMore: false,
  isLoadingMore: false,
  moreFailure: undefined,
  loadMore: () => {},
})
