import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Assignment } from '#contract/assignments.ts'
import type { CalendarDay } from '#contract/calendar.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { DataReaders } from '#web/features/my-plan/data-readers.tsx'
import { completionOf } from '#web/features/plan/plan-rows.ts'
import { paths } from '#web/paths.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { OwnAssignments } from './own-assignments.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { WeekByWeek } from './week-by-week.tsx'

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
  const { completed, total } = completionOf(assignments)
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
