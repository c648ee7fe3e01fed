import { useQuery } from '@tanstack/react-query'
import { getOverview } from '#contract/analytics/analytics.ts'
import { formatTime } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RefreshButton } from '#web/ui/refresh-button.tsx'
import { OverviewFigures } from './overview-figures.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** For administrators (docs/product.md, "Dashboards"). */
export function SystemOverview() {
  const overview = useQuery(queryFor(getOverview, {}))
  const { data, dataUpdatedAt, isFetching, refetch } = overview
  const readAt = new Date(dataUpdatedAt)
  return (
    <div>
      <PageHeader
        title="System Overview"
        subtitle={
          <output>{data ? `All clients, as of ${formatTime(readAt)}` : 'All clients'}</output>
        }
        actions={
          data && <RefreshButton isRefreshing={isFetching} onRefresh={() => void refetch()} />
        }
      />
      <ReadState
        read={overview}
        loading={<OverviewSkeleton />}
        failed="The overview could not be loaded"
        notRefreshed="The figures could not be refreshed."
      >
        {(figures) => <OverviewFigures overview={figures} readAt={readAt} />}
      </ReadState>
    </div>
  )
}

/** The shape of the overview while it loads. */
const OverviewSkeleton = () => (
  <div className="flex flex-col gap-6">
    <Spinner label="Loading the overview" className="sr-only" />
    <CardsSkeleton />
    <div>
      <Skeleton className="mb-3 h-6 w-32" />
      <CardsSkeleton />
    </div>
    <div className="grid grid-cols-3 gap-6 max-lg:grid-cols-1">
      <Skeleton className="col-span-2 h-72 max-lg:col-span-1" />
      <Skeleton className="h-48" />
    </div>
  </div>
)

const CardsSkeleton = () => (
  <div className="grid grid-cols-4 gap-3 max-lg:grid-cols-2">
    {Array.from({ length: 4 }, (_, card) => (
      <Skeleton key={card} className="h-28" />
    ))}
  </div>
)
