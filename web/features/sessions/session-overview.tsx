import { useQueryClient } from '@tanstack/react-query'
import { type SessionDetail, updateSession } from '#contract/sessions/sessions.ts'
import { ClientRequests } from '#web/features/bookings/session-requests.tsx'
import { SessionActions } from './session-actions.tsx'
import { SessionFacts } from './session-facts.tsx'
import { SessionMetrics } from './session-metrics.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { storeSession } from '#web/lib/session-queries.ts'
import { Switch } from '#web/ui/switch.tsx'

type SessionOverviewProps = { session: SessionDetail; nextStep: string; onDeleted: () => void }

/** The facts, metrics and actions of a session. */
export const SessionOverview = ({ session, nextStep, onDeleted }: SessionOverviewProps) => (
  <div className="flex flex-col gap-6">
    <ClientRequests clientId={session.clientId} sessionId={session.id} />
    <SessionFacts session={session} nextStep={nextStep} />
    <KeepSession session={session} />
    <SessionMetrics session={session} />
    <SessionActions session={session} nextStep={nextStep} onDeleted={onDeleted} />
  </div>
)

/** Protects a session from the retention rule. */
function KeepSession({ session: { id, isKept } }: { session: SessionDetail }) {
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
