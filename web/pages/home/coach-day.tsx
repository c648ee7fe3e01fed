import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CalendarClock, Users } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { listSessionRequests, type WaitingRequest } from '#contract/bookings/session-requests.ts'
import { getMyDay, type MyDay, risingRiskDays } from '#contract/coaches/my-day.ts'
import { SessionRequests } from '#web/features/bookings/session-requests.tsx'
import { startOfLocalDay, formatTime, formatDateTime } from '#web/lib/dates.ts'
import { formatCount, formatDecimal, formatChange } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RefreshButton } from '#web/ui/refresh-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ClientRisk } from '#web/parts/risk.tsx'
import { Trend } from '#web/ui/trend.tsx'
import { UpcomingSessions } from './upcoming-sessions.tsx'
import { WaitingSessions } from './waiting-sessions.tsx'

/** A coach's home, under the same heading (docs/product.md, "Dashboards"): the day, what waits, and who may need more. */
export function CoachDay() {
  const [from, setFrom] = useState(() => startOfLocalDay(new Date()).toISOString())
  const myDay = useQuery(queryFor(getMyDay, { query: { from } }))
  const { data, dataUpdatedAt, isFetching, refetch } = myDay
  const requests = useQuery(queryFor(listSessionRequests, { query: { of: 'mine' } }))
  const readAt = new Date(dataUpdatedAt)
  const refresh = () => {
    const today = startOfLocalDay(new Date()).toISOString()
    // A page that stood open over midnight begins with the new day.
    if (today === from) void refetch()
    else setFrom(today)
  }
  return (
    <div>
      <PageHeader
        title="System Overview"
        subtitle={
          <output>
            {data ? `${formatClientCount(data)}, as of ${formatTime(readAt)}` : 'Your day'}
          </output>
        }
        actions={
          data && (
            <>
              <Button asChild variant="secondary" icon={CalendarClock}>
                <Link to={paths.availability}>Hours and time off</Link>
              </Button>
              <RefreshButton isRefreshing={isFetching} onRefresh={refresh} />
            </>
          )
        }
      />
      <ReadState
        read={myDay}
        loading={<DaySkeleton />}
        failed="Your day could not be loaded"
        notRefreshed="Your day could not be refreshed."
        onRetry={refresh}
      >
        {(day) =>
          requests.isPending ? (
            <DaySkeleton />
          ) : (
            <Day day={day} requests={requests.data ?? []} readAt={readAt} />
          )
        }
      </ReadState>
    </div>
  )
}

const formatClientCount = ({ clients }: MyDay) =>
  `Your day · ${formatCount(clients)} ${clients === 1 ? 'client' : 'clients'}`

type DayProps = { day: MyDay; requests: readonly WaitingRequest[]; readAt: Date }

const Day = ({ day, requests, readAt }: DayProps) =>
  day.clients ? (
    <>
      {day.marked.length > 0 && <UrgentAnswers marked={day.marked} />}
      <SessionRequests requests={requests} hasNames />
      <div className="grid grid-cols-[3fr_2fr] items-start gap-6 max-lg:grid-cols-1">
        <UpcomingSessions sessions={day.sessions} readAt={readAt} />
        <div className="flex min-w-0 flex-col gap-6">
          <WaitingSessions waiting={day.waiting} />
          <RisingRiskClients clients={day.risingRisk} />
        </div>
      </div>
    </>
  ) : (
    <Card className="p-0">
      <EmptyState
        icon={Users}
        title="No clients yet"
        hint="Clients appear here when an administrator assigns them to you."
      />
    </Card>
  )

const DaySkeleton = () => (
  <div className="grid grid-cols-[3fr_2fr] items-start gap-6 max-lg:grid-cols-1">
    <Spinner label="Loading your day" className="sr-only" />
    <div className="flex flex-col gap-6">
      <Skeleton className="h-56" />
      <Skeleton className="h-96" />
    </div>
    <div className="flex flex-col gap-6">
      <Skeleton className="h-80" />
      <Skeleton className="h-56" />
    </div>
  </div>
)

/** Before anything else of the day: clients with a safety mark that nobody has acknowledged yet, with the way to their plans. */
const UrgentAnswers = ({ marked }: { marked: MyDay['marked'] }) => (
  <section aria-label="What should not wait" className="mb-6">
    <Banner tone="red">
      <strong className="block">Thoughts of self-harm: please look today</strong>
      Don’t wait for the next session. Clients who answered a questionnaire were shown who to call.
      <ul className="mt-1">
        {marked.map(({ clientId, clientName, about, raisedAt }) => (
          <li key={clientId}>
            <Link
              to={paths.plan(clientId)}
              className="inline-flex min-h-11 flex-wrap items-center gap-x-2 rounded-md"
            >
              <span dir="auto" className="font-semibold underline">
                {clientName}
              </span>
              <span>
                {about}, <time dateTime={raisedAt}>{formatDateTime(raisedAt)}</time>
              </span>
              <ArrowRight aria-hidden size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </Banner>
  </section>
)

/** Clients who may need more than the next appointment. */
const RisingRiskClients = ({ clients }: { clients: MyDay['risingRisk'] }) => (
  <Card aria-label="Rising risk">
    <CardHeader
      title="Rising risk"
      description={`Burnout assessments in the last ${risingRiskDays} days.`}
    />
    {clients.length ? (
      <ul>
        {clients.map(
          ({
            clientName,
            burnoutPercentage: burnout,
            isBurnoutInferred,
            trendValue,
            ...client
          }) => (
            <li key={client.id} className="border-t border-line first:border-t-0">
              <Link
                to={paths.plan(client.id)}
                className="-mx-2 flex min-h-14 items-center gap-3 rounded-md px-2 py-2 transition-colors hover:bg-sunken"
              >
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate font-semibold">
                    {clientName}
                  </span>
                  <span className="flex items-center gap-2 text-xs text-muted">
                    {burnout !== null &&
                      `Burnout ${formatDecimal(burnout)}${isBurnoutInferred ? ', inferred' : ''}`}
                    {trendValue !== null && (
                      <Trend direction="up" change={formatChange(trendValue)} tone="red" />
                    )}
                  </span>
                </span>
                <ClientRisk client={client} />
              </Link>
            </li>
          ),
        )}
      </ul>
    ) : (
      <p className="text-muted">No clients with rising risk.</p>
    )}
  </Card>
)
