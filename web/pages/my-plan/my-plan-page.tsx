import { useQuery } from '@tanstack/react-query'
import { HeartHandshake } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useParams } from 'react-router'
import { calendarDay, type CalendarDay } from '#contract/rules/calendar.ts'
import { getMyClientData, type Plan } from '#contract/plans/my-plan.ts'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { myBookingsQuery } from '#web/features/bookings/my-bookings.tsx'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { AskConsents } from '#web/features/consents/ask-consents.tsx'
import { AskFeedback } from '#web/features/feedback/ask-feedback.tsx'
import { useOwnFeedback } from '#web/features/feedback/use-own-feedback.ts'
import { CoachingEnded } from '#web/features/retention/coaching-end.tsx'
import { NextOfPlan, OpenQuestionnaires } from '#web/features/plans/my-plan/next-up.tsx'
import { PrintPlan } from '#web/features/plans/printing/print-plan.tsx'
import { usePlanAddress } from '#web/features/plans/use-plan-address.ts'
import { useWeeks } from '#web/features/plans/weeks/use-weeks.ts'
import { formatCalendarDay } from '#web/lib/dates.ts'
import { LivePlan } from '#web/lib/live-plan.tsx'
import { useOptimisticQuery } from '#web/lib/optimistic-query.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { formatClientName } from '#web/lib/person-names.ts'
import { queryFor, useQueryError } from '#web/lib/query.ts'
import { planQuery } from '#web/lib/session-queries.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { PlanHeader } from '#web/pages/plan/plan-header.tsx'
import { LiveUpdatesPaused } from '#web/parts/live-updates-paused.tsx'
import { BackLink, PageState } from '#web/parts/page-state.tsx'
import { paths } from '#web/paths.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { isDueThisWeek } from './due-this-week.ts'
import { HowIAmDoing } from './how-i-am-doing.tsx'
import { PlanHistory } from './plan-history.tsx'
import type { Assignment } from '#contract/plans/assignments.ts'
import { EmptySection, PlanSection } from '#web/features/plans/plan-section.tsx'
import { OwnAssignments } from './own-assignments.tsx'

/** The plan as its client reads it: what is planned, what was measured, and who else looked (docs/product.md, "Dashboards"). */
export function MyPlanPage() {
  const { clientId = '' } = useParams()
  return <MyPlanOf key={clientId} clientId={clientId} />
}

function MyPlanOf({ clientId }: { clientId: string }) {
  const query = useOptimisticQuery(planQuery(clientId))
  // What comes next and the question about the last session stand above the plan, and would move it.
  const next = useQuery(queryFor(getMyClientData, {}))
  const isNextFailed = useQueryError(next) !== null
  const { isImpersonating } = useSignedInUser()
  const { isLoading: isFeedbackLoading } = useOwnFeedback(isImpersonating)
  const { isPending } = useQuery(myBookingsQuery)
  const isWaiting = (next.data === undefined && !isNextFailed) || isFeedbackLoading || isPending
  return (
    <PageState
      read={query}
      back={<BackToMyHealthPlan />}
      loading={<MyPlanSkeleton />}
      failed="The plan could not be loaded"
      notRefreshed="The plan could not be refreshed."
      notFound={{
        icon: HeartHandshake,
        title: 'Plan not found',
        hint: 'This plan doesn’t exist, or you don’t have access to it.',
      }}
    >
      {(plan) =>
        isWaiting ? (
          <MyPlanSkeleton />
        ) : (
          <MyPlan plan={plan} now={new Date(query.dataUpdatedAt)} next={next} />
        )
      }
    </PageState>
  )
}

type MyPlanProps = {
  plan: SessionsAndMetrics
  now: Date
  next: ComponentProps<typeof NextOfPlan>['query']
}

/** One place for each thing: the next session, this week, how one is doing; everything else is folded. */
function MyPlan({ plan, now, next }: MyPlanProps) {
  const { client, assignments } = plan
  const name = formatClientName(client)
  usePageTitle(name)
  const { range } = usePlanAddress()
  const weeks = useWeeks(client, now, 'all')
  const today = calendarDay(now, timeZone)
  const ofThisWeek = Map.groupBy(assignments, (it) => isDueThisWeek(it, { today, timeZone }))
  const isFamilyMember = client.userEmail === null
  const { isImpersonating } = useSignedInUser()
  return (
    <LivePlan clientId={client.id}>
      <div className="print:hidden">
        <PageHeader
          title={name}
          back={<BackToMyHealthPlan />}
          subtitle={[
            `Since ${formatCalendarDay(calendarDay(new Date(client.createdAt), timeZone))}`,
            ...(client.organizationName ? [client.organizationName] : []),
          ].join(' · ')}
        />
        <LiveUpdatesPaused />
        {client.coachingEndedAt && <CoachingEnded client={client} />}
        <NextOfPlan clientId={client.id} query={next} />
        <AskFeedback clientId={client.id} isImpersonating={isImpersonating} />
      </div>
      <div className="hidden print:block">
        <PlanHeader client={client} back={null} actions={null} />
      </div>
      <div className="flex flex-col gap-6 print:hidden">
        <div className="grid grid-cols-2 items-start gap-6 max-xl:grid-cols-1">
          <ThisWeek
            clientId={client.id}
            assignments={ofThisWeek.get(true) ?? []}
            today={today}
            next={next.data?.find(({ id }) => id === client.id)}
          />
          <HowIAmDoing
            title={
              isFamilyMember ? `How ${client.userFirstName || name} is doing` : 'How I am doing'
            }
            plan={plan}
            weeks={weeks}
          />
        </div>
        <PlanHistory
          plan={plan}
          assignments={ofThisWeek.get(false) ?? []}
          now={now}
          today={today}
        />
        {/* Last, so that nothing moves when it is loaded. */}
        {!isFamilyMember && <AskConsents clientId={client.id} isImpersonating={isImpersonating} />}
      </div>
      <PrintPlan plan={plan} now={now} range={range} />
    </LivePlan>
  )
}

const BackToMyHealthPlan = () => <BackLink to={paths.app}>Back to My Health Plan</BackLink>

const MyPlanSkeleton = () => (
  <>
    <Spinner label="Loading the plan" className="sr-only" />
    <Skeleton className="mb-3 h-8 w-48" />
    <Skeleton className="h-9 w-64" />
    <Skeleton className="mt-6 mb-6 h-44 w-full" />
    <Skeleton className="mb-6 h-72 w-full" />
    <Skeleton className="h-96 w-full" />
  </>
)

type ThisWeekProps = {
  clientId: string
  assignments: readonly Assignment[]
  today: CalendarDay
  /** What can be answered; undefined where it could not be loaded. */
  next: Plan | undefined
}

/** What there is to do until the next session. */
const ThisWeek = ({ clientId, assignments, today, next }: ThisWeekProps) => {
  const hasQuestionnaires = next !== undefined && next.questionnaires.length > 0
  return (
    <PlanSection title="This week">
      {hasQuestionnaires && (
        <div className="border-b border-line px-4 py-3 last:border-b-0">
          <h3 className="text-xs font-semibold text-muted">Questionnaire from your coach</h3>
          <OpenQuestionnaires plan={next} />
        </div>
      )}
      {assignments.length > 0 && (
        <section aria-label="Home assignments">
          <OwnAssignments clientId={clientId} assignments={assignments} today={today} />
        </section>
      )}
      {!hasQuestionnaires && !assignments.length && (
        <EmptySection>
          {next && !next.help
            ? 'Nothing to do this week. Take a quiet moment for yourself.'
            : 'Nothing is due this week.'}
        </EmptySection>
      )}
    </PlanSection>
  )
}
