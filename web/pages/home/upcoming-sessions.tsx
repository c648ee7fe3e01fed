import { ClipboardList } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DayBrief, DaySession } from '#contract/coaches/my-day.ts'
import { canJoin, joinTimes } from '#contract/rules/join-address.ts'
import { describeChange } from '#web/features/briefs/brief-labels.ts'
import { JoinSession } from '#web/features/sessions/join-session.tsx'
import { formatRelativeDay, formatTime } from '#web/lib/dates.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { useNow } from '#web/lib/use-now.ts'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { SessionStatusBadge } from '#web/parts/session-status-badge.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'

const RecordButton = lazyComponent(
  async () => (await import('#web/features/recordings/recorder/record-button.tsx')).RecordButton,
)

/** Sessions after tomorrow that are shown. */
const maxUpcoming = 6

type UpcomingSessionsProps = { sessions: readonly DaySession[]; readAt: Date }

/** Who is met today, tomorrow and next; each leads to the session in its plan, and to its brief. */
export function UpcomingSessions({ sessions, readAt }: UpcomingSessionsProps) {
  const days = Map.groupBy(sessions, (it) => formatRelativeDay(it.sessionDate, readAt))
  const today = days.get('Today') ?? []
  const tomorrow = days.get('Tomorrow') ?? []
  const next = sessions.slice(today.length + tomorrow.length).slice(0, maxUpcoming)
  const [first] = sessions
  return (
    <div className="flex flex-col gap-6">
      <Day name="Today" sessions={today}>
        No sessions today.{' '}
        {first &&
          `Next: ${first.clientName}, ${toMidSentence(formatRelativeDay(first.sessionDate, readAt))} at ${formatTime(first.sessionDate)}.`}
      </Day>
      <Day name="Tomorrow" sessions={tomorrow}>
        No sessions tomorrow.
      </Day>
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

const toMidSentence = (day: string) => (day === 'Tomorrow' ? 'tomorrow' : day)

type DayProps = { name: string; sessions: readonly DaySession[]; children: ReactNode }

const Day = ({ name, sessions, children }: DayProps) => (
  <Card aria-label={name}>
    <CardHeader title={name} />
    {sessions.length ? (
      <SessionList sessions={sessions} isPrepared />
    ) : (
      <p className="text-muted">{children}</p>
    )}
  </Card>
)

type SessionListProps = { sessions: readonly DaySession[]; isPrepared?: boolean }

function SessionList({ sessions, isPrepared = false }: SessionListProps) {
  const now = useNow(60_000)
  return (
    <ul>
      {sessions.map((session) => (
        <li key={session.id} className="border-t border-line py-1 first:border-t-0">
          <div className="flex flex-wrap items-center justify-end gap-x-3">
            <Link
              to={paths.plan(session.clientId, {
                session: session.id,
                // During a session its note and Join, afterwards what is left to do.
                ...(session.status === 'open' &&
                  now >= joinTimes(session).endsAt && { tab: 'recording' }),
              })}
              className="-mx-2 grid min-h-14 min-w-0 flex-1 basis-72 grid-cols-[5.5rem_1fr_auto] items-center gap-x-3 rounded-md px-2 py-2 transition-colors hover:bg-sunken"
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
            {canJoin(session, now) && (
              <RecordButton
                sessionId={session.id}
                clientName={session.clientName}
                size="sm"
                variant="secondary"
                isInList
              />
            )}
          </div>
          {isPrepared && now < joinTimes(session).endsAt && <Brief session={session} />}
        </li>
      ))}
    </ul>
  )
}

/** The first lines of the brief, and the way to all of it. */
const Brief = ({ session: { id, clientId, clientName, brief } }: { session: DaySession }) => (
  <div className="flex items-start gap-x-3 py-2 pl-[6.25rem] max-md:pl-0">
    <ul className="min-w-0 flex-1 text-sm text-muted">
      {(brief ? briefLines(brief) : ['No brief yet.']).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    <Button asChild variant="secondary" size="sm" icon={ClipboardList}>
      <Link
        to={paths.plan(clientId, { session: id, tab: 'brief' })}
        aria-label={`${brief ? 'Brief' : 'Prepare'}: ${clientName}`}
      >
        {brief ? 'Brief' : 'Prepare'}
      </Link>
    </Button>
  </div>
)

function briefLines({ changes, due, overdue, promised, questions }: DayBrief) {
  const values = changes.map((it) => {
    const change = describeChange(it)
    return `${it.label} ${formatDecimal(it.value)}${it.unit ?? ''}${change?.change ? ` (${change.change})` : ''}`
  })
  const counts = [
    overdue && `${overdue} overdue`,
    due && `${due} due`,
    promised && `${promised} agreed`,
    questions && (questions === 1 ? '1 open question' : `${questions} open questions`),
  ].filter((it) => it !== 0)
  const lines = [values.join(' · '), counts.join(' · ')].filter(Boolean)
  return lines.length ? lines : ['Nothing new since the last session.']
}
