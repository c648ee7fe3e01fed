import { useQueryClient } from '@tanstack/react-query'
import { type SessionDetail, updateSession } from '#contract/sessions/sessions.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { storeSession } from '#web/lib/session-queries.ts'

const participles = { open: 'reopened', completed: 'completed', archived: 'archived' }

/** Undoes archiving or cancelling a session. */
export function useRestore({ id }: Pick<SessionDetail, 'id'>) {
  const queries = useQueryClient()
  return useApiMutation({
    mutationFn: (_nothing: void, call) =>
      call(updateSession, {
        params: { id },
        query: { transcripts: 'omit' },
        body: { isArchived: false },
      }),
    onSuccess: (changed) => storeSession(queries, changed),
    successToast: () => ({ title: 'Session restored' }),
    errorToast: 'Failed to restore session. Please try again.',
  })
}

/** Completes, archives or reopens a session; the toast of archiving offers an undo. */
export function useStatusChange({ id }: Pick<SessionDetail, 'id'>) {
  const queries = useQueryClient()
  const restore = useRestore({ id })
  const { run, isPending, sent } = useApiMutation({
    mutationFn: (status: 'open' | 'completed' | 'archived', call) =>
      call(updateSession, { params: { id }, query: { transcripts: 'omit' }, body: { status } }),
    onSuccess: (changed) => storeSession(queries, changed),
    successToast: (_changed, status) => ({
      title: `Session ${participles[status]}`,
      ...(status === 'archived' && { action: { label: 'Undo', onPress: () => restore.run() } }),
    }),
    errorToast: 'Failed to update session. Please try again.',
  })
  return { run, isPending, wanted: isPending ? sent : undefined }
}
