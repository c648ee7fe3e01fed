import {
  type DataTag,
  hashKey,
  type QueryKey,
  useMutationState,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { useMemo } from 'react'

/** How a pending mutation changes the data of a query. `update` must be idempotent. */
export type OptimisticUpdate = { queryKey: QueryKey; update: (data: unknown) => unknown }

export const optimisticUpdate = <Data>(
  queryKey: DataTag<QueryKey, Data, Error>,
  update: (data: Data) => Data,
): OptimisticUpdate => ({
  queryKey,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key says what the query holds
  update: update as OptimisticUpdate['update'],
})

/** `useQuery` with the updates of pending mutations on top, so that a refetch that began earlier does not undo them. */
export function useOptimisticQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
) {
  const { data, ...rest } = useQuery(options)
  const hash = hashKey(options.queryKey)
  const updates = useMutationState({
    filters: { status: 'pending' },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a write returns from onMutate
    select: ({ state }) => state.context as OptimisticUpdate | undefined,
  })
  const shown = useMemo(
    () =>
      updates.reduce<unknown>(
        (before, it) =>
          before !== undefined && it && hashKey(it.queryKey) === hash ? it.update(before) : before,
        data,
      ),
    [data, hash, updates],
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an update returns what it is given
  return { ...rest, data: shown as Data | undefined }
}
