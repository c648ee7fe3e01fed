import { useQuery } from '@tanstack/react-query'
import { listOrganizationPlaces, listOrganizations } from '#contract/organizations/organizations.ts'
import {
  AddOrganization,
  OrganizationList,
} from '#web/features/organizations/organization-list.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { queryFor } from '#web/lib/query.ts'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { Filters } from '#web/parts/filters.tsx'
import { placeFilters } from '#web/parts/place-filters.ts'
import { PageHeader } from '#web/ui/page-header.tsx'

/** The list of organizations (docs/product.md, "Organizations"). */
export function OrganizationsPage() {
  usePageTitle('Organizations')
  const url = useListUrlState(listOrganizations)
  const { data: places } = useQuery(queryFor(listOrganizationPlaces, {}))
  const { country = '', city = '' } = url.filters
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader
        title="Organizations"
        subtitle="Partner organizations whose employees register with an onboarding link."
        actions={<AddOrganization />}
      />
      <Filters url={url} search="Search organizations" fields={placeFilters(places, url.filters)} />
      <OrganizationList q={url.q} country={country} city={city} />
    </div>
  )
}
