import { Link } from 'react-router'
import type { DaySession } from '#contract/coaches/my-day.ts'
import { formatRelativeDay, formatTime } from '#web/lib/dates.ts'
import { JoinSession } from '#web/features/sessions/join-session.tsx'
import { SessionStatusBadge } from '#web/parts/session-status-badge.tsx'
import { paths } from '#web/paths.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'

/** Sessions after today that are shown. */
const maxUpcoming = 6

type UpcomingSessionsProps = { sessions: readonly DaySession[]; readAt: Date }

/** Who is met today and next, and when; each leads to the session in its plan. */
export function UpcomingSessions({ sessions, readAt }: UpcomingSessionsProps) {
  const days = Map.groupBy(sessions, (it) => formatRelativeDay(it.sessionDate, readAt))
  const today = days.get('Today') ?? []
  const next = sessions.slice(today.length, today.length + maxUpcoming)
  return (
    <div className="flex flex-col gap-6">
      <Card aria-label="Today">
        <CardHeader title="Today" />
        {today.length ? (
          <SessionList sessions={today} />
        ) : (
          <p className="text-muted">No sessions today.</p>
        )}
      </Card>
      <Card aria-label="Next">
        <CardHeader title="Next" />
        {next.length ? (
          [...Map.groupBy(next, (it) => formatRelativeDay(it.sessionDate, readAt))].map(
            ([day, of]) => (
              <div key={day} className="mt-3 first-of-type:mt-0">
                <h3 className="text-xs text-muted">{day}</h3>
                <SessionList sessions={of} />
              </div>
            ),
          )
        ) : (
          <p className="text-muted">No more sessions scheduled. Schedule one in a client’s plan.</p>
        )}
      </Card>
    </div>
  )
}

const SessionList = ({ sessions }: { sessions: readonly DaySession[] }) => (
  <ul>
    {sessions.map((session) => (
      <li
        key={session.id}
        className="flex items-center gap-x-3 border-t border-line first:border-t-0"
      >
        <Link
          to={paths.plan(session.clientId, { session: session.id })}
          className="-mx-2 grid min-h-14 min-w-0 flex-1 grid-cols-[5.5rem_1fr_auto] items-center gap-x-3 rounded-md px-2 py-2 transition-colors hover:bg-sunken"
        >
          <time dateTime={session.sessionDate} className="font-semibold tabular-nums">
            {formatTime(session.sessionDate)}
            <span className="block text-xs font-normal text-muted">
              {session.durationMinutes} min
            </span>
          </time>
          <span className="min-w-0">
            <span dir="auto" className="block truncate font-semibold">
              {session.clientName}
            </span>
            <span className="block truncate text-xs text-muted">
              {session.sessionDefinitionName}
              {session.place && ` · ${session.place}`}
            </span>
          </span>
          {session.status !== 'scheduled' && <SessionStatusBadge status={session.status} />}
        </Link>
        {session.isJoinable && <JoinSession session={session} isShort />}
      </li>
    ))}
  </ul>
)
