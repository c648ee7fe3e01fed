import { useQuery } from '@tanstack/react-query'
import { HeartHandshake } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useParams } from 'react-router'
import { getMyClientData } from '#contract/my-plan.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { RequireRole } from '#web/features/auth/require-role.tsx'
import { AnalysisCard } from '#web/features/analysis/analysis-card.tsx'
import { DataReaders } from '#web/features/my-plan/data-readers.tsx'
import { NextOfPlan } from '#web/features/my-plan/next-up.tsx'
import { PlanSection } from '#web/features/plan/plan-section.tsx'
import { SessionsGrid } from '#web/features/plan/sessions-grid.tsx'
import { NotPrintable, type Paper, Printable, usePaper } from '#web/features/plan/printable.tsx'
import { usePlanAddress } from '#web/features/plan/use-plan-address.ts'
import { ValueSections } from '#web/features/plan/value-sections.tsx'
import { SessionLegend } from '#web/features/plan/week-count.tsx'
import { WeekRangeFilter } from '#web/features/plan/week-range-filter.tsx'
import { useScrollToPresent } from '#web/features/plan/week-scroll.ts'
import { useWeeks } from '#web/features/plan/weeks-of.ts'
import { LivePlan } from '#web/lib/live-plan.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { clientName } from '#web/lib/person-names.ts'
import { read, useFailure } from '#web/lib/query.ts'
import { planQuery } from '#web/lib/session-reads.ts'
import { PlanHeader } from '#web/pages/plan/plan-header.tsx'
import { BackLink, PageState } from '#web/parts/page-state.tsx'
import { paths } from '#web/paths.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { OwnAssignments } from './own-assignments.tsx'
import { OwnSessions } from './own-sessions.tsx'

/** The plan as its client reads it: what is planned, what was measured, and who else looked (product decisions, section 3). */
export function MyPlanPage() {
  const { clientId = '' } = useParams()
  return (
    <RequireRole roles={['client_user']}>
      <MyPlanOf key={clientId} clientId={clientId} />
    </RequireRole>
  )
}

function MyPlanOf({ clientId }: { clientId: string }) {
  const query = useQuery(planQuery(clientId))
  // What comes next stands above the plan, and would move it by as much as there is to answer.
  const next = useQuery(read(getMyClientData, {}))
  const isNextFailed = useFailure(next) !== null
  const isWaiting = next.data === undefined && !isNextFailed
  const paper = usePaper(clientId, query.isPending || isWaiting)
  return (
    <PageState
      read={query}
      back={<BackToMyHealthPlan />}
      loading={<MyPlanSkeleton />}
      failed="The plan could not be loaded"
      notRefreshed="The plan could not be refreshed."
      unknown={{
        icon: HeartHandshake,
        title: 'Plan not found',
        hint: "There is no such plan, or it is not yours or your family's.",
      }}
    >
      {(plan) =>
        isWaiting ? (
          <MyPlanSkeleton />
        ) : (
          <MyPlan plan={plan} now={new Date(query.dataUpdatedAt)} paper={paper} next={next} />
        )
      }
    </PageState>
  )
}

type MyPlanProps = {
  plan: SessionsAndMetrics
  now: Date
  paper: Paper
  next: ComponentProps<typeof NextOfPlan>['query']
}

function MyPlan({ plan, now, paper, next }: MyPlanProps) {
  const name = clientName(plan.client)
  const isFamilyMember = plan.client.userEmail === null
  usePageTitle(name)
  const { range, setRange } = usePlanAddress()
  const weeks = useWeeks(plan.client, now, range)
  const firstWeek = weeks.shown[0] ?? 1
  const around = useScrollToPresent<HTMLDivElement>(`${plan.client.id} ${weeks.shown.length}`)
  return (
    <LivePlan clientId={plan.client.id}>
      <PlanHeader
        client={plan.client}
        back={<BackToMyHealthPlan />}
        actions={<WeekRangeFilter range={range} onChange={setRange} />}
      />
      <NextOfPlan clientId={plan.client.id} query={next} />
      <Printable plan={plan} now={now} range={range} OnPaper={paper.OnPaper}>
        <div ref={around} data-week-boxes className="flex flex-col gap-6">
          <OwnSessions sessions={plan.sessions} firstWeek={firstWeek} />
          <PlanSection title="Sessions by week">
            <SessionsGrid plan={plan} weeks={weeks} />
            <SessionLegend />
          </PlanSection>
          <OwnAssignments plan={plan} weeks={weeks} now={now} />
          <ValueSections plan={plan} weeks={weeks} />
          <AnalysisCard clientId={plan.client.id} />
          <DataReaders clientId={isFamilyMember ? plan.client.id : undefined} />
        </div>
      </Printable>
    </LivePlan>
  )
}

const BackToMyHealthPlan = () => <BackLink to={paths.app}>Back to My Health Plan</BackLink>

const MyPlanSkeleton = () => (
  <NotPrintable>
    <Spinner label="Loading the plan" className="sr-only" />
    <Skeleton className="mb-3 h-8 w-48" />
    <Skeleton className="h-9 w-64" />
    <Skeleton className="mt-6 mb-6 h-11 w-full max-w-3xl" />
    <Skeleton className="mb-6 h-72 w-full" />
    <Skeleton className="h-48 w-full" />
  </NotPrintable>
)
