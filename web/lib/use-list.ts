import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { JsonRead, Reply } from '#contract/endpoint.ts'
import { describeError, serverMessage } from './api.ts'
import { infiniteQueryFor, useQueryError } from './query.ts'

type ListEndpoint = JsonRead & { query: z.ZodObject; response: z.ZodArray }
type Filters<E extends ListEndpoint> = Omit<z.input<E['query']>, 'limit' | 'cursor'>

/** Rows that one request brings: more than two screens, and quick to parse. */
const pageSize = 100

/**
 * A list that the database searches, page by page. While the rows of new filters come, those of the old ones stay and
 * `isStale` says so. What went wrong is a sentence for people. Nothing is asked for while it is not `enabled`.
 */
export function useList<E extends ListEndpoint>(endpoint: E, filters: Filters<E>, enabled = true) {
  const pages = useInfiniteQuery({
    ...infiniteQueryFor<ListEndpoint>(endpoint, { query: { limit: pageSize, ...filters } }),
    placeholderData: keepPreviousData,
    enabled,
  })
  const error = useQueryError(pages)
  // What failed and is tried again has no rows; those of the filters before would take the place of its button.
  const read = error && pages.isPlaceholderData ? [] : (pages.data?.pages ?? [])
  const last = read.at(-1)
  const rows = read.flatMap((page) => page.rows) as Reply<E>
  return {
    rows,
    /** All that the caller may see, and how many of them match the filters. */
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
    /** When the rows were read, and whether they are being read anew. */
    readAt: new Date(pages.dataUpdatedAt),
    isRefreshing: pages.isRefetching && !pages.isFetchingNextPage,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    moreFailure: pages.isFetchNextPageError
      ? serverMessage(pages.error, 'The next rows could not be loaded.')
      : undefined,
    // Rows that are being read anew come first: the next page would put an end to that.
    loadMore: () => void pages.fetchNextPage({ cancelRefetch: false }),
  }
}

/** A list that came in one piece, for the components that show lists which come page by page. */
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
