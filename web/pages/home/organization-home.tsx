import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { getOwnOrganization } from '#contract/analytics/analytics.ts'
import { AnalyticsSkeleton } from '#web/features/analytics/analytics-skeleton.tsx'
import { OrganizationAnalytics } from '#web/features/analytics/organization-analytics.tsx'
import { EmployeeListCard } from '#web/features/organizations/employee-list-card.tsx'
import { OnboardingCard } from '#web/features/organizations/onboarding-card.tsx'
import { OrganizationTrust } from '#web/features/trust/organization-trust.tsx'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

type OrganizationHomeProps = {
  /** 2 where it is not the page's first. */
  level: 1 | 2
}

/** The figures of the own organization (docs/product.md, "Dashboards"). */
export const OrganizationHome = ({ level }: OrganizationHomeProps) => (
  <ReadState
    read={useQuery(queryFor(getOwnOrganization, {}))}
    loading={
      <div>
        <Header level={level}>Your organization</Header>
        <AnalyticsSkeleton />
      </div>
    }
    failed={<Title level={level}>Your organization could not be loaded</Title>}
    notFound={{
      icon: Building2,
      title: <Title level={level}>No organization yet</Title>,
      hint: 'Your account isn’t linked to an organization. Please ask the administrator who invited you.',
    }}
  >
    {({ id, name }) => (
      <div>
        <Header level={level}>
          <p dir="auto" className="text-base font-semibold text-ink">
            {name}
          </p>
          <p>What employees discuss with their coaches is private and never shown here.</p>
        </Header>
        <div className="flex flex-col gap-6">
          <OnboardingCard organizationId={id} />
          <OrganizationAnalytics organizationId={id} />
          <EmployeeListCard organizationId={id} />
          <OrganizationTrust organizationId={id} />
        </div>
      </div>
    )}
  </ReadState>
)

const Header = ({ level, children }: OrganizationHomeProps & { children: ReactNode }) =>
  level === 1 ? (
    <PageHeader title="System Overview" subtitle={children} />
  ) : (
    <div className="mb-6">
      <h2 className="text-lg">My Organization</h2>
      <div className="mt-1 max-w-prose text-pretty text-muted">{children}</div>
    </div>
  )

function Title({ level, children }: OrganizationHomeProps & { children: string }) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return <Heading className="text-base">{children}</Heading>
}
