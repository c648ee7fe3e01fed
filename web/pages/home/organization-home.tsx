import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { getOwnOrganization } from '#contract/analytics.ts'
import { AnalyticsSkeleton } from '#web/features/analytics/analytics-skeleton.tsx'
import { OrganizationAnalytics } from '#web/features/analytics/organization-analytics.tsx'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { read } from '#web/lib/query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** "org_user: the analytics of the own organization, aggregated only" (product decisions, section 3). */
export function OrganizationHome() {
  const { data, error, isFetching, refetch } = useQuery(read(getOwnOrganization, {}))
  if (data)
    return (
      <div>
        <PageHeader
          title="System Overview"
          subtitle={
            <>
              <p className="text-base font-semibold text-ink">{data.name}</p>
              <p>
                What employees and their coaches talk about is theirs alone, and is never shown
                here.
              </p>
            </>
          }
        />
        <OrganizationAnalytics organizationId={data.id} />
      </div>
    )
  if (!error)
    return (
      <div>
        <PageHeader title="System Overview" subtitle="Your organization" />
        <AnalyticsSkeleton />
      </div>
    )
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        icon={Building2}
        title={<h1 className="text-base">No organization yet</h1>}
        hint="Your account belongs to no organization. Please ask the administrator who invited you."
      />
    )
  return (
    <ErrorState
      title="Your organization could not be loaded"
      description={sentenceOf(error, 'The server cannot be reached. Nothing is lost.')}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}
