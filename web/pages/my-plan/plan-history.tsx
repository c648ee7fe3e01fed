import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Assignment } from '#contract/plans/assignments.ts'
import type { CalendarDay } from '#contract/rules/calendar.ts'
import type { SessionsAndMetrics, Session } from '#contract/sessions/sessions.ts'
import { DataReaders } from '#web/features/plans/my-plan/data-readers.tsx'
import { countCompleted } from '#web/features/plans/plan-rows.ts'
import { paths } from '#web/paths.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import {
  AssignmentLegend,
  AssignmentsGrid,
} from '#web/features/plans/assignments/assignments-grid.tsx'
import { PlanSection } from '#web/features/plans/plan-section.tsx'
import { SessionsGrid } from '#web/features/plans/sessions/sessions-grid.tsx'
import { usePlanAddress } from '#web/features/plans/use-plan-address.ts'
import { ValueSections } from '#web/features/plans/values/value-sections.tsx'
import { SessionLegend } from '#web/features/plans/weeks/week-count.tsx'
import { WeekRangeFilter } from '#web/features/plans/weeks/week-range-filter.tsx'
import { useScrollToCurrentWeek } from '#web/features/plans/weeks/week-scroll.ts'
import { useWeeks } from '#web/features/plans/weeks/use-weeks.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { Cancellation } from '#web/parts/cancellation.tsx'
import { SessionStatusBadge } from '#web/parts/session-status-badge.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import { JoinSession } from '#web/features/sessions/join-session.tsx'
import { OwnAssignments } from './own-assignments.tsx'
import { SharedConversation } from './shared-conversation.tsx'

type PlanHistoryProps = {
  plan: SessionsAndMetrics
  /** Those that are not of this week. */
  assignments: readonly Assignment[]
  now: Date
  today: CalendarDay
}

/** Everything else of the plan, folded; what is in a part is made when somebody opens it. */
export function PlanHistory({ plan, assignments, now, today }: PlanHistoryProps) {
  const { client, sessions } = plan
  const shared = sessions.filter(({ sharing }) => sharing !== null).length
  const { completed, total } = countCompleted(assignments)
  return (
    <div className="flex flex-col gap-3">
      {sessions.length > 0 && (
        <Fold
          title="All sessions"
          summary={`${sessions.length}${shared ? ` · ${shared} ${shared === 1 ? 'conversation' : 'conversations'} to read` : ''}`}
        >
          <OwnSessions sessions={sessions} />
        </Fold>
      )}
      {assignments.length > 0 && (
        <Fold title="Earlier and later assignments" summary={`${completed} of ${total} completed`}>
          <OwnAssignments clientId={client.id} assignments={assignments} today={today} />
        </Fold>
      )}
      <Fold title="Week by week">
        <WeekByWeek plan={plan} now={now} today={today} />
      </Fold>
      <Fold title="Privacy" summary="What I agreed to, and who opened my data">
        <div className="flex flex-col gap-6">
          <PrivacyCard />
          <DataReaders clientId={client.userEmail === null ? client.id : undefined} />
        </div>
      </Fold>
    </div>
  )
}

const PrivacyCard = () => (
  <Card>
    <CardHeader
      title="How my sessions may be used"
      description="You decide on recording, transcription and analysis, each on its own, and can change it at any time."
      actions={
        <Link to={paths.privacy} className="font-semibold text-brand underline">
          Review your choices
        </Link>
      }
    />
  </Card>
)

type FoldProps = { title: string; summary?: string; children: ReactNode }

function Fold({ title, summary, children }: FoldProps) {
  const [wasOpened, setOpened] = useState(false)
  return (
    <Collapsible title={title} summary={summary} onOpen={() => setOpened(true)}>
      <div className="-m-4 min-h-12">{wasOpened && children}</div>
    </Collapsible>
  )
}

type WeekByWeekProps = { plan: SessionsAndMetrics; now: Date; today: CalendarDay }

/** The grids of the plan, to be read. */
function WeekByWeek({ plan, now, today }: WeekByWeekProps) {
  const { range, setRange } = usePlanAddress()
  const weeks = useWeeks(plan.client, now, range)
  const container = useScrollToCurrentWeek<HTMLDivElement>(
    `${plan.client.id} ${weeks.shown.length}`,
  )
  return (
    <div ref={container} data-week-boxes className="flex flex-col gap-4 p-4 max-md:p-2">
      <div>
        <WeekRangeFilter range={range} onChange={setRange} />
      </div>
      <PlanSection title="Sessions by week">
        <SessionsGrid plan={plan} weeks={weeks} />
        <SessionLegend />
      </PlanSection>
      {plan.assignments.length > 0 && (
        <PlanSection title="Home assignments by week">
          <AssignmentsGrid assignments={plan.assignments} weeks={weeks} today={today} />
          <AssignmentLegend />
        </PlanSection>
      )}
      <ValueSections plan={plan} weeks={weeks} />
    </div>
  )
}

/** All sessions, those to come first and then back in time; on phones the day is under the type. */
const OwnSessions = ({ sessions }: { sessions: readonly Session[] }) => (
  <Table label="Sessions" className="rounded-none border-0">
    <TableHead>
      <TableHeader>Session</TableHeader>
      <TableHeader className="max-md:hidden">Date</TableHeader>
      <TableHeader>Status</TableHeader>
    </TableHead>
    <TableBody>
      {sessions
        .toSorted((a, b) => Date.parse(b.sessionDate) - Date.parse(a.sessionDate))
        .map((session) => (
          <TableRow key={session.id}>
            <TableCell isHeading className="max-md:min-w-44">
              <span className="block font-semibold">{session.sessionDefinitionName}</span>
              <span className="block text-balance md:hidden">
                <At at={session.sessionDate} />
              </span>
              {session.weekNumber > 0 && (
                <span className="block text-xs text-muted">Week {session.weekNumber}</span>
              )}
            </TableCell>
            <TableCell className="whitespace-nowrap max-md:hidden">
              <At at={session.sessionDate} />
            </TableCell>
            <TableCell>
              <Status session={session} />
            </TableCell>
          </TableRow>
        ))}
    </TableBody>
  </Table>
)

const At = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at)}</time>

/** How it stands, and what the coach shared of it. */
const Status = ({ session }: { session: Session }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <SessionStatusBadge status={session.status} />
    <Cancellation cancellation={session.cancellation} />
    {session.status !== 'archived' && session.status !== 'completed' && (
      <JoinSession session={session} isShort />
    )}
    <SharedConversation session={session} isShared={session.sharing !== null} />
    <Deleted what="Recording" at={session.recordingDeletedAt} />
    <Deleted what="Transcript" at={session.transcriptDeletedAt} />
    {session.sharing && (
      <span className="text-xs text-muted">
        Conversation shared by {session.sharing.sharedBy ?? 'your coach'},{' '}
        {formatDate(session.sharing.sharedAt)}
      </span>
    )}
  </div>
)

const Deleted = ({ what, at }: { what: string; at: string | null }) =>
  at && (
    <span className="text-xs text-muted">
      {what} deleted on {formatDate(at)} by the retention rule
    </span>
  )
