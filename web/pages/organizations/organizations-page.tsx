import { useQuery } from '@tanstack/react-query'
import { listOrganizationPlaces, listOrganizations } from '#contract/organizations.ts'
import { maxSearchLength } from '#contract/paging.ts'
import { AddOrganization } from '#web/features/organizations/add-organization.tsx'
import { OrganizationList } from '#web/features/organizations/organization-list.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { queryFor } from '#web/lib/query.ts'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { PlaceSelects } from '#web/parts/place-selects.tsx'
import { ActiveFilters } from '#web/ui/active-filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'

/** The list of organizations (docs/product.md, "Organizations"). */
export function OrganizationsPage() {
  usePageTitle('Organizations')
  const { q, text, setText, filters, setFilters, clear } = useListUrlState(listOrganizations)
  const { data: places } = useQuery(queryFor(listOrganizationPlaces, {}))
  const { country = '', city = '' } = filters
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader
        title="Organizations"
        subtitle="Partner organizations whose employees register with an onboarding link."
        actions={<AddOrganization />}
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchInput
          label="Search organizations"
          placeholder="Search organizations..."
          value={text}
          onChange={setText}
          maxLength={maxSearchLength}
          className="min-w-60 flex-1 basis-72 max-md:basis-full"
        />
        <div className="grid w-96 grid-cols-2 gap-3 max-md:w-full">
          <PlaceSelects {...{ places, country, city }} onChange={setFilters} />
        </div>
      </div>
      <ActiveFilters
        filters={[
          { name: 'Search', value: q, onLift: () => setText('') },
          { name: 'Country', value: country, onLift: () => setFilters({ country: '' }) },
          { name: 'City', value: city, onLift: () => setFilters({ city: '' }) },
        ]}
        onClear={clear}
      />
      <OrganizationList q={q} country={country} city={city} />
    </div>
  )
}
