import {
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import type { JsonEndpoint, Reply, Sent } from '#contract/endpoint.ts'
import { call, callPage } from './api.ts'
import { useSingleMutation } from './use-single-mutation.ts'

/** "Queries never refetch on interval or window focus, data never becomes stale, and no queries or mutations retry" (specification part 1, section 9). */
export const newQueryClient = (onError: (error: Error) => void = () => {}) =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  })

/** A read of one endpoint, for useQuery or prefetchQuery. */
export const read = <E extends JsonEndpoint>(endpoint: E, sent: Sent<E>) =>
  queryOptions({
    queryKey: [endpoint.path, sent] as const,
    queryFn: ({ signal }) => call(endpoint, sent, signal),
  })

/** A list endpoint page by page, for useInfiniteQuery. */
export const readPages = <E extends JsonEndpoint>(endpoint: E, sent: Sent<E>) =>
  infiniteQueryOptions({
    queryKey: [endpoint.path, 'pages', sent] as const,
    queryFn: ({ signal, pageParam }) => {
      const { query, ...rest } = sent as { query?: object }
      return callPage(
        endpoint,
        { ...rest, query: { limit: 50, ...query, cursor: pageParam } } as Sent<E>,
        signal,
      )
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
  })

/** A write of one endpoint; afterwards the named reads are fetched anew. A double click writes once. */
export function useWrite<E extends JsonEndpoint>(
  endpoint: E,
  { refresh = [] }: { refresh?: JsonEndpoint[] } = {},
) {
  const queries = useQueryClient()
  return useSingleMutation<Reply<E>, Sent<E>>({
    mutationFn: (sent) => call(endpoint, sent),
    onSuccess: () =>
      Promise.all(refresh.map(({ path }) => queries.invalidateQueries({ queryKey: [path] }))),
  })
}
