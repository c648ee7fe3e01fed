import {
  CalendarDays,
  CircleAlert,
  Sparkles,
  Users,
  AudioLines,
  CloudUpload,
  type LucideIcon,
  FileText,
  MessagesSquare,
  UserX,
  Video,
} from 'lucide-react'
import { Link } from 'react-router'
import type { ReactNode } from 'react'
import { type Overview, overviewDays } from '#contract/analytics/analytics.ts'
import { calendarDay, type CalendarDay } from '#contract/rules/calendar.ts'
import { waitingLabel, waitingWork } from '#contract/clients/clients.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { formatCount, formatPercent } from '#web/lib/numbers.ts'
import { formatDateTime, formatCalendarDay, formatWeekday } from '#web/lib/dates.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { solidTone } from '#web/ui/tone.ts'
import { FirstSteps } from './first-steps.tsx'
import { AwayCoaches } from './away-coaches.tsx'

type OverviewFiguresProps = { overview: Overview; readAt: Date }

export function OverviewFigures({ overview, readAt }: OverviewFiguresProps) {
  const { clients, sessionsThisWeek, executions, executionErrors, failedMessages } = overview
  const days = `in the last ${overviewDays} days`
  return (
    <div className="flex flex-col gap-6">
      {overview.waitingMarks.length > 0 && <WaitingMarks marks={overview.waitingMarks} />}
      {failedMessages > 0 && <FailedMessages number={failedMessages} />}
      <FirstSteps firstSteps={overview.firstSteps} />
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

const icons: Record<keyof Overview['waiting'], LucideIcon> = {
  coach: UserX,
  recording: Video,
  transcription: FileText,
  conversation: MessagesSquare,
}

/** Clients for whom somebody has to do something next; each figure leads to them. */
const WaitingWork = ({ waiting }: Pick<Overview, 'waiting'>) => (
  <section aria-labelledby="waiting-work">
    <h2 id="waiting-work" className="mb-3 text-base">
      Waiting work
    </h2>
    <ul className="grid grid-cols-4 gap-3 max-lg:grid-cols-2 max-md:grid-cols-1">
      {waitingWork.options.map((what) => (
        <li key={what} className="grid">
          <FigureLink to={paths.clientsWaitingFor(what)}>
            <StatCard
              label={waitingLabel[what]}
              icon={icons[what]}
              value={formatCount(waiting[what])}
              hint={waiting[what] === 1 ? 'client' : 'clients'}
            />
          </FigureLink>
        </li>
      ))}
    </ul>
  </section>
)

/** A card with a figure that leads to what is behind it. */
const FigureLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="grid rounded-md [&>div]:justify-between [&>div]:transition-colors hover:[&>div]:border-outline"
  >
    {children}
  </Link>
)

type SessionsThisWeekProps = {
  days: Overview['sessionsByDay']
  today: CalendarDay
  className?: string
}

/** One bar per day. The list is the plot: each bar has its figure and its day in words. */
function SessionsThisWeek({ days, today, className }: SessionsThisWeekProps) {
  const most = Math.max(1, ...days.map((it) => it.count))
  return (
    <Card className={classNames('flex flex-col', className)}>
      <CardHeader
        title="Sessions by day"
        description={
          days.some((it) => it.count > 0)
            ? 'This week, Monday to Sunday.'
            : 'No sessions this week.'
        }
      />
      <ol className="grid min-h-44 flex-1 auto-cols-fr grid-flow-col gap-3 max-md:gap-2">
        {days.map(({ day, count: number }) => (
          <li key={day} className="flex flex-col gap-1 text-center text-xs">
            <span aria-hidden className="flex flex-1 flex-col justify-end border-b border-outline">
              <span className="font-semibold tabular-nums">{formatCount(number)}</span>
              <span
                className={classNames(
                  'mx-auto block w-full max-w-12 rounded-t-md',
                  day > today ? 'border border-b-0 border-dashed border-outline' : solidTone.brand,
                )}
                // What is left after the figure above the tallest bar.
                style={{ height: `${(82 * number) / most}%` }}
              />
            </span>
            <span
              aria-hidden
              className={day === today ? 'font-semibold text-brand-ink' : 'text-muted'}
            >
              {day === today ? 'Today' : formatWeekday(day)}
            </span>
            <span className="sr-only">
              {formatWeekday(day)}, {formatCalendarDay(day)}
              {day === today && ' (today)'}: {formatCount(number)}{' '}
              {number === 1 ? 'session' : 'sessions'}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
