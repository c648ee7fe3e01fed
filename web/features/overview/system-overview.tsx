import { useQuery } from '@tanstack/react-query'
import { getOverview } from '#contract/analytics.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { shortTime } from '#web/lib/dates.ts'
import { read } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RefreshButton } from '#web/ui/refresh-button.tsx'
import { OverviewFigures } from './overview-figures.tsx'
import { OverviewSkeleton } from './overview-skeleton.tsx'

/** For administrators: real figures under the specified heading (specification part 1, section 2; product decisions, section 6). */
export function SystemOverview() {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(read(getOverview, {}))
  const readAt = new Date(dataUpdatedAt)
  const failure = error && sentenceOf(error, 'The server cannot be reached. Nothing is lost.')
  return (
    <div>
      <PageHeader
        title="System Overview"
        subtitle={
          <output>{data ? `All clients, as of ${shortTime(readAt)}` : 'All clients'}</output>
        }
        actions={
          data && <RefreshButton isRefreshing={isFetching} onRefresh={() => void refetch()} />
        }
      />
      {failure && data && (
        <Banner tone="amber" role="alert" className="mb-6">
          The figures could not be refreshed. {failure}
        </Banner>
      )}
      {data ? (
        <OverviewFigures overview={data} readAt={readAt} />
      ) : failure ? (
        <ErrorState
          title="The overview could not be loaded"
          description={failure}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <OverviewSkeleton />
      )}
    </div>
  )
}
