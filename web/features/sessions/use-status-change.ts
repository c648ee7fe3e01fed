import { useQueryClient } from '@tanstack/react-query'
import { type SessionDetail, updateSession } from '#contract/sessions.ts'
import { useWrite } from '#web/form/use-write.ts'
import { storeSession } from '#web/lib/session-queries.ts'

const participles = { open: 'reopened', completed: 'completed', archived: 'archived' }

/** Completes, archives or reopens a session; an archiving is taken back where it is told. */
export function useStatusChange({ id }: Pick<SessionDetail, 'id'>) {
  const queries = useQueryClient()
  const restore = useWrite({
    write: (_nothing: void, call) =>
      call(updateSession, {
        params: { id },
        query: { transcripts: 'omit' },
        body: { isArchived: false },
      }),
    onSuccess: (changed) => storeSession(queries, changed),
    done: () => ({ title: 'Session restored' }),
    failed: 'Failed to restore session. Please try again.',
  })
  const { run, isPending, sent } = useWrite({
    write: (status: 'open' | 'completed' | 'archived', call) =>
      call(updateSession, { params: { id }, query: { transcripts: 'omit' }, body: { status } }),
    onSuccess: (changed) => storeSession(queries, changed),
    done: (_changed, status) => ({
      title: `Session ${participles[status]}`,
      ...(status === 'archived' && { action: { label: 'Undo', onPress: () => restore.run() } }),
    }),
    failed: 'Failed to update session. Please try again.',
  })
  return { run, isPending, wanted: isPending ? sent : undefined }
}
