import { CircleCheck, FileText, type LucideIcon, MessagesSquare, Video } from 'lucide-react'
import { Link } from 'react-router'
import { waitingLabel } from '#contract/clients/clients.ts'
import { type MyDay, type CoachWork, coachWork } from '#contract/coaches/my-day.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import type { DrawerTab } from '#web/lib/plan-address.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'

/** Where in the drawer of a session each kind of work is done. */
const workTypes: Record<CoachWork, { icon: LucideIcon; tab: DrawerTab; none: string }> = {
  recording: { icon: Video, tab: 'recording', none: 'Every session has a recording.' },
  transcription: { icon: FileText, tab: 'transcripts', none: 'Every recording is transcribed.' },
  conversation: {
    icon: MessagesSquare,
    tab: 'transcripts',
    none: 'Every transcript is processed.',
  },
}

/** What a coach has to do next, each as a link to the very session; the one that waits longest comes first. */
export const WaitingSessions = ({ waiting }: Pick<MyDay, 'waiting'>) => (
  <Card>
    <CardHeader title="Waiting for you" description="Longest waiting first." />
    <div className="flex flex-col gap-5">
      {coachWork.map((work) => (
        <WaitingList key={work} work={work} {...waiting[work]} />
      ))}
    </div>
  </Card>
)

type WaitingListProps = { work: CoachWork } & MyDay['waiting'][CoachWork]

function WaitingList({ work, count: all, sessions }: WaitingListProps) {
  const { icon: Icon, tab, none } = workTypes[work]
  const more = all - sessions.length
  return (
    <section aria-label={waitingLabel[work]} className="min-w-0">
      <h3 className="mb-1 flex items-center gap-2 text-sm">
        <Icon aria-hidden size={16} className="shrink-0 text-muted" />
        {waitingLabel[work]}
        {all > 0 && <Badge tone="amber">{formatCount(all)}</Badge>}
      </h3>
      {all === 0 && (
        <p className="flex items-center gap-2 py-2 text-muted">
          <CircleCheck aria-hidden size={16} className="shrink-0" />
          {none}
        </p>
      )}
      <ul>
        {sessions.map(({ id, clientId, clientName, sessionDate, sessionDefinitionName }) => (
          <li key={id} className="border-t border-line first:border-t-0">
            <Link
              to={paths.plan(clientId, { session: id, tab })}
              className="-mx-2 block rounded-md px-2 py-2 transition-colors hover:bg-sunken"
            >
              <span dir="auto" className="block truncate font-semibold">
                {clientName}
              </span>
              <span className="block truncate text-xs text-muted">
                {sessionDefinitionName}, {formatDate(sessionDate)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link
          to={paths.clientsWaitingFor(work)}
          className="mt-2 inline-block text-brand-ink underline"
        >
          And {formatCount(more)} more
        </Link>
      )}
    </section>
  )
}
