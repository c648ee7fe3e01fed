import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { getOwnOrganization } from '#contract/analytics.ts'
import { AnalyticsSkeleton } from '#web/features/analytics/analytics-skeleton.tsx'
import { OrganizationAnalytics } from '#web/features/analytics/organization-analytics.tsx'
import { read } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** "org_user: the analytics of the own organization, aggregated only" (product decisions, section 3). */
export const OrganizationHome = () => (
  <ReadState
    read={useQuery(read(getOwnOrganization, {}))}
    loading={
      <div>
        <PageHeader title="System Overview" subtitle="Your organization" />
        <AnalyticsSkeleton />
      </div>
    }
    failed={<h1 className="text-base">Your organization could not be loaded</h1>}
    unknown={{
      icon: Building2,
      title: <h1 className="text-base">No organization yet</h1>,
      hint: 'Your account belongs to no organization. Please ask the administrator who invited you.',
    }}
  >
    {({ id, name }) => (
      <div>
        <PageHeader
          title="System Overview"
          subtitle={
            <>
              <p className="text-base font-semibold text-ink">{name}</p>
              <p>
                What employees and their coaches talk about is theirs alone, and is never shown
                here.
              </p>
            </>
          }
        />
        <OrganizationAnalytics organizationId={id} />
      </div>
    )}
  </ReadState>
)
