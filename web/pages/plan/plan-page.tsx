import { Users } from 'lucide-react'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { ClientRequests } from '#web/features/bookings/session-requests.tsx'
import { CoachHistory } from '#web/features/clients/coach-history.tsx'
import { CoachingEnded } from '#web/features/retention/coaching-end.tsx'
import { PlanGrids } from '#web/features/plans/plan-grids.tsx'
import { PrintPlan } from '#web/features/plans/printing/print-plan.tsx'
import { usePlanAddress } from '#web/features/plans/use-plan-address.ts'
import { WeekRangeFilter } from '#web/features/plans/weeks/week-range-filter.tsx'
import { AddSession } from '#web/features/sessions/add-session.tsx'
import { LivePlan } from '#web/lib/live-plan.tsx'
import { useOptimisticQuery } from '#web/lib/optimistic-query.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { formatClientName } from '#web/lib/person-names.ts'
import { sessionToOpen } from '#web/features/plans/sessions/session-needs.ts'
import { planQuery } from '#web/lib/session-queries.ts'
import { PageState } from '#web/parts/page-state.tsx'
import { lazyComponent, lazyPage } from '#web/parts/lazy-component.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { BackToClients, PlanHeader } from './plan-header.tsx'
import { PlanMenu } from './plan-menu.tsx'
import { SafetyNotice } from '#web/features/plans/questionnaires/safety-notice.tsx'

/** The drawer comes in a chunk of its own, so that the plan does not wait for it. */
const SessionDrawer = lazyPage(async () => (await import('./session-drawer.tsx')).SessionDrawer)

const PrivateNote = lazyComponent(
  async () => (await import('#web/features/notes/private-note.tsx')).PrivateNote,
  'The note could not be loaded.',
)

const ClientSteps = lazyComponent(async () => (await import('./client-steps.tsx')).ClientSteps)

export function PlanPage() {
  const { clientId = '' } = useParams()
  return <PlanOf key={clientId} clientId={clientId} />
}

function PlanOf({ clientId }: { clientId: string }) {
  const query = useOptimisticQuery(planQuery(clientId))
  return (
    <PageState
      read={query}
      back={<BackToClients />}
      loading={<PlanSkeleton />}
      failed="The plan could not be loaded"
      notRefreshed="The plan could not be refreshed."
      notFound={{
        icon: Users,
        title: 'Client not found',
        hint: 'This client doesn’t exist or isn’t assigned to you.',
      }}
    >
      {(plan) => <Plan plan={plan} now={new Date(query.dataUpdatedAt)} />}
    </PageState>
  )
}

type PlanProps = { plan: SessionsAndMetrics; now: Date }

/** See docs/product.md, "Plan page". */
function Plan({ plan, now }: PlanProps) {
  usePageTitle(formatClientName(plan.client))
  const address = usePlanAddress()
  const sessionIds = listedSessions(plan.sessions, address)
  useFirstToOpen(plan.sessions, sessionIds, now, address)
  const next = plan.sessions.find((it) => it.sessionDate === plan.client.nextSessionDate)
  return (
    <LivePlan clientId={plan.client.id} sessionId={address.sessionId}>
      <PlanHeader
        client={plan.client}
        contact={plan.contact}
        risk={plan.risk}
        back={<BackToClients />}
        // Its place is kept until it comes.
        steps={
          <div className="h-8 w-16">
            <ClientSteps clientId={plan.client.id} />
          </div>
        }
        coach={<CoachHistory client={plan.client} />}
        next={
          next && (
            <button
              type="button"
              className="text-sm font-semibold whitespace-nowrap text-brand-ink underline underline-offset-4 hover:text-ink print:hidden"
              onClick={() => address.openBrief(next.id)}
            >
              Prepare session
            </button>
          )
        }
        actions={
          <div className="flex items-center gap-2">
            <WeekRangeFilter range={address.range} onChange={address.setRange} />
            <PlanMenu client={plan.client} risk={plan.risk} />
          </div>
        }
      />
      {plan.client.coachingEndedAt && <CoachingEnded client={plan.client} mayResume />}
      {plan.client.safetyMarks.length > 0 && (
        // Its place is kept: nothing moves away from under a press when it comes.
        <div className="empty:min-h-22.5 max-md:empty:min-h-43">
          <SafetyNotice client={plan.client} onOpenSession={address.openSession} />
        </div>
      )}
      <div className="print:hidden">
        <ClientRequests clientId={plan.client.id} />
        <PlanGrids
          plan={plan}
          now={now}
          range={address.range}
          addSession={<AddSession client={plan.client} types={plan.sessionDefinitions} />}
          onOpenWeek={address.openWeek}
          onOpenSession={address.openSession}
        />
        <div className="mt-6 max-w-3xl">
          <PrivateNote clientId={plan.client.id} />
        </div>
      </div>
      <PrintPlan plan={plan} now={now} range={address.range} />
      {address.sessionId && (
        <SessionDrawer
          clientId={plan.client.id}
          clientName={formatClientName(plan.client)}
          sessionIds={sessionIds}
          sessionId={address.sessionId}
          onSelect={address.openSession}
          onClose={address.closeDrawer}
        />
      )}
    </LivePlan>
  )
}

/** Of the sessions of a week the one that waits for something is opened. It stays open when it waits no more, or is moved to another week. */
function useFirstToOpen(
  sessions: SessionsAndMetrics['sessions'],
  listed: readonly string[],
  now: Date,
  { sessionId, openSession }: ReturnType<typeof usePlanAddress>,
) {
  const first =
    sessionId === undefined
      ? sessionToOpen(
          sessions.filter(({ id }) => listed.includes(id)),
          now,
        )
      : undefined
  useEffect(() => {
    if (first) openSession(first)
  }, [first, openSession])
}

/** The sessions that the drawer lists: those of one type in one week, or a single one from elsewhere in the plan. */
function listedSessions(
  sessions: SessionsAndMetrics['sessions'],
  { week, typeId, sessionId }: ReturnType<typeof usePlanAddress>,
) {
  const ids = sessions
    .filter((it) => it.weekNumber === week && it.sessionDefinitionId === typeId)
    .map(({ id }) => id)
  return sessionId && !ids.includes(sessionId) ? [sessionId, ...ids] : ids
}

const PlanSkeleton = () => (
  <>
    <Spinner label="Loading the plan" className="sr-only" />
    <Skeleton className="mb-3 h-8 w-36" />
    <Skeleton className="h-9 w-64" />
    <Skeleton className="mt-1 h-5 w-72" />
    <Skeleton className="mt-6 mb-6 h-11 w-full max-w-3xl" />
    <Skeleton className="mb-6 h-72 w-full" />
    <Skeleton className="h-48 w-full" />
  </>
)
