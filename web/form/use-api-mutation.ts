import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { getUser } from '#contract/accounts/auth.ts'
import type { JsonEndpoint, Noun } from '#contract/endpoint.ts'
import { ApiError, request, serverMessage } from '#web/lib/api.ts'
import { queriesUpdatedBy, refetchAffected } from '#web/lib/refetch-affected.ts'
import type { OptimisticUpdate } from '#web/lib/optimistic-query.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { ToastMessage } from '#web/ui/toast-card.tsx'
import { useConfirmation } from './confirmation.tsx'
import { sendWithIdempotencyKey, type UnconfirmedKeys } from './send-with-idempotency-key.ts'

/** Calls an endpoint and records which nouns it changed. */
export type Call = typeof request

export type ApiMutationOptions<Sent, Data> = {
  /** Must send its requests through `call`. */
  mutationFn: (sent: Sent, call: Call) => Promise<Data>
  /** What `useOptimisticQuery` shows until the data has been refetched or the mutation has failed. */
  optimisticUpdate?: (sent: Sent) => OptimisticUpdate
  /** Mutations of one queue run one after the other. Without it a second call while the first is pending is ignored. */
  queue?: string
  /** The query of what was deleted: it is removed instead of refetched. */
  deletedQuery?: QueryKey
  successToast?: (data: Data, sent: Sent) => ToastMessage
  /** The description where the server gives none, or the whole toast; undefined for none. */
  errorToast?: string | ((error: Error) => ToastMessage | undefined)
  /** For autosave: a slow refetch must not delay the next save. */
  resolvesBeforeRefetch?: boolean
  /** Removes what was sent from the mutation cache, as for passwords. */
  isSecret?: boolean
  onSuccess?: (data: Data, sent: Sent) => void
  onError?: (error: Error, sent: Sent) => void
  onSettled?: () => void
}

/**
 * A mutation that refetches every query the contract says it affects and is pending until then, unless
 * `resolvesBeforeRefetch`. Queries that `onSuccess` updates are not refetched. All of it also happens after unmount.
 */
export function useApiMutation<Sent = void, Data = unknown>(
  options: ApiMutationOptions<Sent, Data>,
) {
  const toast = useToast()
  const queries = useQueryClient()
  const withConfirmation = useConfirmation()
  // `isPending` changes only with the next render, after a fast second click.
  const running = useRef<Promise<Data>>(undefined)
  const changed = useRef(new Set<Noun>())
  const unconfirmedKeys = useRef<UnconfirmedKeys>(new Map())
  const wasSignedIn = useRef(false)
  const { mutateAsync, isPending, error, variables, reset } = useMutation<
    Data,
    Error,
    Sent,
    OptimisticUpdate | undefined
  >({
    onMutate: options.optimisticUpdate,
    ...(options.queue && { scope: { id: options.queue } }),
    mutationFn: (sent) => {
      changed.current = new Set()
      wasSignedIn.current = Boolean(queries.getQueryData([getUser.path]))
      return options.mutationFn(sent, (endpoint, given) => {
        const send = (key?: string) => request(endpoint, given, { key })
        const sending = () =>
          endpoint.isIdempotent
            ? sendWithIdempotencyKey(unconfirmedKeys.current, endpoint.path, send)
            : send()
        return recordChanges(changed.current, endpoint, withConfirmation(sending))
      })
    },
    ...(options.isSecret && { gcTime: 0 }),
    onSuccess: (data, sent, optimistic) => {
      // What was saved stays in view where it cannot be refetched.
      if (optimistic)
        queries.setQueryData(optimistic.queryKey, (old: unknown) => old && optimistic.update(old))
      const updatedQueries = queriesUpdatedBy(queries, () => options.onSuccess?.(data, sent))
      if (options.successToast) toast(options.successToast(data, sent))
      const refetching = refetchAffected(queries, [...changed.current], {
        updatedQueries,
        deletedQuery: options.deletedQuery,
      })
      return options.resolvesBeforeRefetch ? undefined : refetching
    },
    onError: (failure, sent) => {
      options.onError?.(failure, sent)
      // The login page says that the login has ended.
      const hasEnded = wasSignedIn.current && failure instanceof ApiError && failure.status === 401
      const message = hasEnded ? undefined : failureToast(failure, options.errorToast)
      if (message) toast(message)
      // Without an answer, a running fetch may be older than the change.
      void refetchAffected(queries, [...changed.current], {
        keepsRunningFetches: failure instanceof ApiError,
      })
    },
    onSettled: () => options.onSettled?.(),
  })
  const start = (sent: Sent) => {
    if (options.queue) return mutateAsync(sent)
    return (running.current ??= mutateAsync(sent).finally(() => {
      running.current = undefined
    }))
  }
  return {
    isPending,
    error,
    /** The last variables. */
    sent: variables,
    reset,
    /** Rejects when the mutation fails. */
    send: start,
    /** Never rejects: the toast reports a failure. */
    run: (sent: Sent) => void start(sent).catch(() => {}),
  }
}

/**
 * Records what a call changed. Also after a failure that shows the data is outdated (404, 409), that the server stores,
 * or without an answer, because the request may have arrived.
 */
async function recordChanges<Answer>(
  changed: Set<Noun>,
  { changes = [], keepsFailures }: JsonEndpoint,
  call: Promise<Answer>,
) {
  const record = () => changes.forEach((noun) => changed.add(noun))
  try {
    const answer = await call
    record()
    return answer
  } catch (error) {
    if (keepsFailures || !(error instanceof ApiError) || [404, 409].includes(error.status)) record()
    throw error
  }
}

function failureToast(
  error: Error,
  failed: string | undefined | ((error: Error) => ToastMessage | undefined),
): ToastMessage | undefined {
  if (failed === undefined) return undefined
  const message =
    typeof failed === 'string'
      ? { title: 'Error', description: serverMessage(error, failed) }
      : failed(error)
  return message && { ...message, tone: 'destructive' }
}
