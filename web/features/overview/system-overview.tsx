import { useQuery } from '@tanstack/react-query'
import { getOverview } from '#contract/analytics.ts'
import { formatTime } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RefreshButton } from '#web/ui/refresh-button.tsx'
import { OverviewFigures } from './overview-figures.tsx'
import { OverviewSkeleton } from './overview-skeleton.tsx'

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
