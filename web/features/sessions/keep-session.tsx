import { useQueryClient } from '@tanstack/react-query'
import { type SessionDetail, updateSession } from '#contract/sessions.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { storeSession } from '#web/lib/session-queries.ts'
import { Switch } from '#web/ui/switch.tsx'

/** Protects a session from the retention rule. */
export function KeepSession({ session: { id, isKept } }: { session: SessionDetail }) {
  const queries = useQueryClient()
  const { run, isPending, sent } = useApiMutation({
    mutationFn: (wanted: boolean, call) =>
      call(updateSession, {
        params: { id },
        query: { transcripts: 'omit' },
        body: { isKept: wanted },
      }),
    onSuccess: (changed) => storeSession(queries, changed),
    successToast: ({ isKept: is }) => ({
      title: is ? 'Session is kept' : 'Session is no longer kept',
    }),
    errorToast: 'Failed to update session. Please try again.',
  })
  return (
    <Switch
      label="Keep this session"
      hint="Retention rules do not delete its recording, transcripts, brief and AI results."
      checked={isPending ? sent === true : isKept}
      disabled={isPending}
      onCheckedChange={run}
    />
  )
}
