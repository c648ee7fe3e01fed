import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { getUser } from '#contract/auth.ts'
import type { JsonEndpoint, Noun } from '#contract/endpoint.ts'
import { ApiError, request, serverMessage } from '#web/lib/api.ts'
import { queriesUpdatedBy, refetchAffected } from '#web/lib/refetch-affected.ts'
import type { OptimisticUpdate } from '#web/lib/optimistic-query.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { ToastMessage } from '#web/ui/toast-card.tsx'
import { sendUnderKey, type Unanswered } from './sent-again.ts'

/** Calls an endpoint, and notes what the contract says that this changes. */
export type Call = typeof request

export type Write<Sent, Data> = {
  /** Makes its calls with the `call` that it is given. */
  write: (sent: Sent, call: Call) => Promise<Data>
  /** What `useOptimisticQuery` shows until the data has been refetched or the write has failed. */
  optimisticUpdate?: (sent: Sent) => OptimisticUpdate
  /** Writes of one queue run one after the other; without it a second call while the first is pending is ignored. */
  queue?: string
  /** The read of what is no more afterwards: to do it anew would only find that. */
  gone?: QueryKey
  /** The toast when it is done; none without it. */
  done?: (data: Data, sent: Sent) => ToastMessage
  /** The toast of a failure: what it says where the server says nothing, or all of it. */
  failed?: string | ((error: Error) => ToastMessage)
  /** Where what is typed goes on being sent: a read that hangs must not hold back what comes next. */
  isOverWhenAnswered?: boolean
  /** A write keeps what it sent; one that sends a password must not. */
  isSecret?: boolean
  onSuccess?: (data: Data, sent: Sent) => void
  onError?: (error: Error, sent: Sent) => void
  onSettled?: () => void
}

/**
 * Whatever a button or a form changes. What shows it is read anew, and the write is pending until then, unless it
 * `isOverWhenAnswered`; what `onSuccess` puts in the place of a read holds. All that belongs to the write itself: it happens
 * also when the button, the form or the page that asked is gone by then.
 */
export function useWrite<Sent = void, Data = unknown>(options: Write<Sent, Data>) {
  const toast = useToast()
  const queries = useQueryClient()
  // A button is only seen as pending after the next rendering, which a fast second press precedes.
  const underWay = useRef<Promise<Data>>(undefined)
  const changed = useRef(new Set<Noun>())
  const unanswered = useRef<Unanswered>(new Map())
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
      return options.write(sent, (endpoint, given) => {
        const send = (key?: string) => request(endpoint, given, { key })
        const sending = endpoint.once
          ? sendUnderKey(unanswered.current, endpoint.path, send)
          : send()
        return telling(changed.current, endpoint, sending)
      })
    },
    ...(options.isSecret && { gcTime: 0 }),
    onSuccess: (data, sent, optimistic) => {
      // What was saved stays in view where it cannot be refetched.
      if (optimistic)
        queries.setQueryData(optimistic.queryKey, (old: unknown) => old && optimistic.update(old))
      const updatedQueries = queriesUpdatedBy(queries, () => options.onSuccess?.(data, sent))
      if (options.done) toast(options.done(data, sent))
      const reading = refetchAffected(queries, [...changed.current], {
        updatedQueries,
        deletedQuery: options.gone,
      })
      return options.isOverWhenAnswered ? undefined : reading
    },
    onError: (failure, sent) => {
      options.onError?.(failure, sent)
      // That a login has ended is said at the sign-in, and that what was typed is kept.
      const hasEnded = wasSignedIn.current && failure instanceof ApiError && failure.status === 401
      if (options.failed !== undefined && !hasEnded) toast(failureToast(failure, options.failed))
      // What is read since may have begun before a write arrived whose answer was lost.
      void refetchAffected(queries, [...changed.current], {
        keepsRunningFetches: failure instanceof ApiError,
      })
    },
    onSettled: () => options.onSettled?.(),
  })
  const start = (sent: Sent) => {
    if (options.queue) return mutateAsync(sent)
    return (underWay.current ??= mutateAsync(sent).finally(() => {
      underWay.current = undefined
    }))
  }
  return {
    isPending,
    error,
    /** What is being sent, or was sent last. */
    sent: variables,
    reset,
    /** For those who wait for the answer; it throws what the toast has told. */
    send: start,
    /** For a button. */
    run: (sent: Sent) => void start(sent).catch(() => {}),
  }
}

/**
 * Notes what a call changed. One that finds no such row, or another than was read, says so too: what is shown is old. So
 * does one whose failure is kept, and one without an answer: it may have arrived.
 */
async function telling<Answer>(
  changed: Set<Noun>,
  { changes = [], keepsFailures }: JsonEndpoint,
  call: Promise<Answer>,
) {
  const note = () => changes.forEach((noun) => changed.add(noun))
  try {
    const answer = await call
    note()
    return answer
  } catch (error) {
    if (keepsFailures || !(error instanceof ApiError) || [404, 409].includes(error.status)) note()
    throw error
  }
}

function failureToast(
  error: Error,
  failed: string | ((error: Error) => ToastMessage),
): ToastMessage {
  const message =
    typeof failed === 'string'
      ? { title: 'Error', description: serverMessage(error, failed) }
      : failed(error)
  return { ...message, tone: 'destructive' }
}
