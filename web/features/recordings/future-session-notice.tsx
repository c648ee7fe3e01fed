import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type SessionDetail, updateSession } from '#contract/sessions/sessions.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { storeSession, planQuery } from '#web/lib/session-queries.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

/** Warns that a session is on a later day, and offers more likely ones. */
export function FutureSessionNotice({ session }: { session: SessionDetail }) {
  const queries = useQueryClient()
  const { id, clientId, dateVersion, sessionDate } = session
  const plan = useQuery(planQuery(clientId))
  const past = (plan.data?.sessions ?? [])
    .filter((it) => it.status === 'open' && !it.recordingUrl && !it.hasConversation)
    .toSorted((a, b) => Date.parse(b.sessionDate) - Date.parse(a.sessionDate))[0]
  const move = useApiMutation({
    mutationFn: (_sent: void, call) =>
      call(updateSession, {
        params: { id },
        query: { transcripts: 'omit' },
        body: { sessionDate: new Date().toISOString(), dateVersion },
      }),
    successToast: () => ({ title: 'Session moved to today' }),
    errorToast: 'Failed to reschedule session. Please try again.',
    onSuccess: (moved) => storeSession(queries, moved),
  })
  return (
    <Banner tone="amber">
      <p className="font-semibold">Is this the right session?</p>
      <p>
        This session is on {formatDate(sessionDate)} and has not taken place yet, so it cannot have
        a recording.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {past && (
          <Button asChild size="sm">
            <Link to={paths.plan(clientId, { session: past.id, tab: 'recording' })}>
              Open {past.sessionDefinitionName}, {formatDateTime(past.sessionDate)}
            </Link>
          </Button>
        )}
        <Button
          size="sm"
          variant={past ? 'secondary' : 'primary'}
          isPending={move.isPending}
          onClick={() => move.run()}
        >
          Move this session to today
        </Button>
      </div>
    </Banner>
  )
}
