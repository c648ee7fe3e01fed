import { useQueryClient } from '@tanstack/react-query'
import { type SessionDetail, updateSession } from '#contract/sessions.ts'
import { useWrite } from '#web/form/use-write.ts'
import { keepSession } from '#web/lib/session-reads.ts'

/** Completes, archives or reopens a session. */
export function useStatusChange({ id }: Pick<SessionDetail, 'id'>) {
  const queries = useQueryClient()
  const { run, isPending, sent } = useWrite({
    write: (status: 'open' | 'completed' | 'archived', call) =>
      call(updateSession, { params: { id }, query: { transcripts: 'omit' }, body: { status } }),
    onSuccess: (changed) => keepSession(queries, changed),
    failed: 'Failed to update session. Please try again.',
  })
  return { run, isPending, wanted: isPending ? sent : undefined }
}
