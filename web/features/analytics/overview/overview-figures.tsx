import {
  CalendarDays,
  CircleAlert,
  Sparkles,
  Users,
  AudioLines,
  CloudUpload,
  type LucideIcon,
} from 'lucide-react'
import { Link } from 'react-router'
import { type Overview, overviewDays } from '#contract/analytics/analytics.ts'
import { calendarDay } from '#contract/rules/calendar.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { formatCount, formatPercent } from '#web/lib/numbers.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { AwayCoaches } from './away-coaches.tsx'
import { SessionsThisWeek } from './sessions-this-week.tsx'
import { FigureLink, WaitingWork } from './waiting-work.tsx'

type OverviewFiguresProps = { overview: Overview; readAt: Date }

export function OverviewFigures({ overview, readAt }: OverviewFiguresProps) {
  const { clients, sessionsThisWeek, executions, executionErrors, failedMessages } = overview
  const days = `in the last ${overviewDays} days`
  return (
    <div className="flex flex-col gap-6">
      {overview.waitingMarks.length > 0 && <WaitingMarks marks={overview.waitingMarks} />}
      {failedMessages > 0 && <FailedMessages number={failedMessages} />}
      <div className="grid grid-cols-4 gap-3 max-lg:grid-cols-2">
        <FigureLink to={paths.clients}>
          <StatCard label="Clients" icon={Users} value={formatCount(clients)} hint="View list" />
        </FigureLink>
        <StatCard
          label="Sessions this week"
          icon={CalendarDays}
          value={formatCount(sessionsThisWeek)}
          hint="Monday to Sunday"
        />
        <StatCard label="Executions" icon={Sparkles} value={formatCount(executions)} hint={days} />
        <StatCard
          label="Execution errors"
          icon={CircleAlert}
          value={formatCount(executionErrors)}
          hint={
            executionErrors
              ? `${formatPercent((100 * executionErrors) / executions)} of executions`
              : days
          }
        />
      </div>
      {clients ? <WaitingWork waiting={overview.waiting} /> : <NoClients />}
      {overview.awayCoaches.length > 0 && <AwayCoaches coaches={overview.awayCoaches} />}
      <div className="grid grid-cols-3 gap-6 max-lg:grid-cols-1">
        <SessionsThisWeek
          days={overview.sessionsByDay}
          today={calendarDay(readAt, timeZone)}
          className="col-span-2 max-lg:col-span-1"
        />
        <InProgress {...overview} />
      </div>
    </div>
  )
}

/** That they wait, not why: what it is about is in the plan. */
const WaitingMarks = ({ marks }: { marks: Overview['waitingMarks'] }) => (
  <Banner tone="red">
    <strong className="block">
      {marks.length === 1
        ? 'A client has waited too long for an answer.'
        : `${formatCount(marks.length)} clients have waited too long for an answer.`}
    </strong>
    Nobody has acknowledged their safety mark. Make sure somebody acts today.
    <ul className="mt-1">
      {marks.map(({ clientId, raisedAt }) => (
        <li key={clientId}>
          <Link
            to={paths.plan(clientId)}
            className="inline-flex min-h-11 items-center rounded-md font-semibold underline"
          >
            Open the plan, waiting since {formatDateTime(raisedAt)}
          </Link>
        </li>
      ))}
    </ul>
  </Banner>
)

/** Somebody waits for what did not reach them. */
const FailedMessages = ({ number }: { number: number }) => (
  <Banner
    tone="amber"
    action={
      <Button asChild variant="secondary" size="sm">
        <Link to={paths.failedMessages}>Show messages</Link>
      </Button>
    }
  >
    {number === 1
      ? 'A message could not be sent.'
      : `${formatCount(number)} messages could not be sent.`}{' '}
    Open the list to see why and send again.
  </Banner>
)

const NoClients = () => (
  <Card className="p-0">
    <EmptyState
      icon={Users}
      title="No clients yet"
      hint="Clients appear here when employees sign up with their organization’s onboarding link."
      action={
        <Button asChild variant="secondary">
          <Link to={paths.organizations}>Go to Organizations</Link>
        </Button>
      }
    />
  </Card>
)

type InProgressProps = Pick<Overview, 'uploadsInProgress' | 'transcriptionsInProgress'>

/** What runs at this moment. */
const InProgress = ({ uploadsInProgress, transcriptionsInProgress }: InProgressProps) => (
  <Card>
    <CardHeader title="In progress" description="Running now." />
    <dl className="flex flex-col">
      <Running icon={CloudUpload} name="Uploads" number={uploadsInProgress} />
      <Running icon={AudioLines} name="Transcriptions" number={transcriptionsInProgress} />
    </dl>
  </Card>
)

type RunningProps = { icon: LucideIcon; name: string; number: number }

const Running = ({ icon: Icon, name, number }: RunningProps) => (
  <div className="flex items-center gap-3 border-t border-line py-3 last:pb-0">
    <Icon aria-hidden size={18} className="shrink-0 text-muted" />
    <dt className="flex-1">{name}</dt>
    <dd className="text-lg font-semibold tabular-nums">{number ? formatCount(number) : 'None'}</dd>
  </div>
)
