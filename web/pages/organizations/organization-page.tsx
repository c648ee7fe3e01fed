import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useLocation, useParams } from 'react-router'
import { z } from 'zod'
import { getOrganization, type Organization } from '#contract/organizations/organizations.ts'
import { OrganizationAnalytics } from '#web/features/analytics/organization-analytics.tsx'
import { EditOrganization } from '#web/features/organizations/edit-organization.tsx'
import { EmployeeListCard } from '#web/features/organizations/employee-list-card.tsx'
import { OnboardingCard } from '#web/features/organizations/onboarding-card.tsx'
import { OrganizationChecklist } from '#web/features/organizations/organization-checklist.tsx'
import { OrganizationTrust } from '#web/features/trust/organization-trust.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { queryFor } from '#web/lib/query.ts'
import { BackLink, PageState } from '#web/parts/page-state.tsx'
import { paths } from '#web/paths.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** What Manage opens (docs/product.md, "Organizations"). */
export function OrganizationPage() {
  const { id = '' } = useParams()
  return <LoadedOrganization key={id} id={id} />
}

function LoadedOrganization({ id }: { id: string }) {
  const query = useQuery(queryFor(getOrganization, { params: { id } }))
  usePageTitle(query.data?.name ?? (query.error ? undefined : 'Organization'))
  return (
    <div className="mx-auto max-w-7xl">
      <PageState
        read={query}
        back={<BackToOrganizations />}
        loading={<ManagedSkeleton />}
        failed="The organization could not be loaded"
        notRefreshed="The organization could not be refreshed."
        notFound={{
          icon: Building2,
          title: 'Organization not found',
          hint: 'Check the link, or find the organization in the list.',
        }}
      >
        {(organization) => <OrganizationDetails organization={organization} />}
      </PageState>
    </div>
  )
}

function OrganizationDetails({ organization }: { organization: Organization }) {
  const { name, description, city, country } = organization
  const place = [city, country].filter(Boolean).join(', ')
  return (
    <>
      <PageHeader
        title={name}
        subtitle={
          <>
            {description && <p>{description}</p>}
            {place && <p>{place}</p>}
          </>
        }
        back={<BackToOrganizations />}
        actions={<EditOrganization organization={organization} />}
      />
      <div className="flex flex-col gap-6">
        <OnboardingCard organizationId={organization.id} />
        <OrganizationChecklist organization={organization} />
        <OrganizationAnalytics organizationId={organization.id} />
        <EmployeeListCard organizationId={organization.id} />
        <OrganizationTrust organizationId={organization.id} />
      </div>
    </>
  )
}

/** The search and filters of the list that led here. */
const fromList = z.object({ listSearch: z.string() })

function BackToOrganizations() {
  const from = fromList.safeParse(useLocation().state)
  return (
    <BackLink to={`${paths.organizations}${from.data?.listSearch ?? ''}`}>
      Back to organizations
    </BackLink>
  )
}

const ManagedSkeleton = () => (
  <div>
    <Spinner label="Loading the organization" className="sr-only" />
    <Skeleton className="mb-3 h-8 w-44" />
    <Skeleton className="h-9 w-64" />
    <Skeleton className="mt-1 mb-6 h-5 w-96 max-w-full" />
    <Skeleton className="mb-6 h-64" />
    <Skeleton className="h-52" />
  </div>
)
