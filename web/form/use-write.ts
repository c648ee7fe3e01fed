import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { sentenceOf } from '#web/lib/api.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { ToastMessage } from '#web/ui/toast-card.tsx'

export type Write<Sent, Data> = {
  write: (sent: Sent) => Promise<Data>
  /** The reads that show what was changed: each is done anew, and the write is pending until then. */
  refresh?: readonly { path: string }[]
  /** The toast when it is done; none without it. */
  done?: (data: Data, sent: Sent) => ToastMessage
  /** The toast of a failure: what it says where the server says nothing, or all of it. */
  failed?: string | ((error: Error) => ToastMessage)
  /** A write keeps what it sent; one that sends a password must not. */
  isSecret?: boolean
  onSuccess?: (data: Data, sent: Sent) => void
  onError?: (error: Error, sent: Sent) => void
  onSettled?: () => void
}

/**
 * Whatever a button or a form changes. What is told and read anew belongs to the write itself: it happens also when the
 * button, the form or the page that asked is gone by then. A second call while the first is under way is the first.
 */
export function useWrite<Sent = void, Data = unknown>(options: Write<Sent, Data>) {
  const toast = useToast()
  const queries = useQueryClient()
  // A button is only seen as pending after the next rendering, which a fast second press precedes.
  const underWay = useRef<Promise<Data>>(undefined)
  const { mutateAsync, isPending, error, variables, reset } = useMutation<Data, Error, Sent>({
    mutationFn: options.write,
    ...(options.isSecret && { gcTime: 0 }),
    onSuccess: (data, sent) => {
      options.onSuccess?.(data, sent)
      if (options.done) toast(options.done(data, sent))
      return Promise.all(
        (options.refresh ?? []).map(({ path }) => queries.invalidateQueries({ queryKey: [path] })),
      )
    },
    onError: (failure, sent) => {
      options.onError?.(failure, sent)
      if (options.failed !== undefined) toast(failureToast(failure, options.failed))
    },
    onSettled: options.onSettled,
  })
  const start = (sent: Sent) =>
    (underWay.current ??= mutateAsync(sent).finally(() => {
      underWay.current = undefined
    }))
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

function failureToast(
  error: Error,
  failed: string | ((error: Error) => ToastMessage),
): ToastMessage {
  const message =
    typeof failed === 'string'
      ? { title: 'Error', description: sentenceOf(error, failed) }
      : failed(error)
  return { ...message, tone: 'destructive' }
}
