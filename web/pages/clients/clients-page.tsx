import { listClients, listMyCoachClients, waitingLabel } from '#contract/clients.ts'
import { maxSearchLength } from '#contract/paging.ts'
import { isAdmin } from '#contract/roles.ts'
import { useSignedInUser } from '#web/features/auth/current-user.ts'
import { ClientList } from '#web/features/clients/client-list.tsx'
import { ClientStats } from '#web/features/clients/client-stats.tsx'
import {
  OrganizationCombobox,
  MyOrganizationSelect,
  useOrganizationName,
} from '#web/features/clients/organization-filter.tsx'
import { CoachFilters } from '#web/features/clients/coach-filters.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { riskLabel } from '#web/parts/risk.tsx'
import { ActiveFilters } from '#web/ui/active-filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'

/** See docs/product.md, "Clients". */
export function ClientsPage() {
  const user = useSignedInUser()
  const isForAdmin = isAdmin(user)
  const title = isForAdmin ? 'Clients' : 'My Clients'
  usePageTitle(title)
  // Once per page, or two would overwrite each other's search. Administrators have no filter by risk.
  const list = (isForAdmin ? listClients : listMyCoachClients) as typeof listMyCoachClients
  const { q, text, setText, filters, setFilters, sort, sorting, clear } = useListUrlState(
    list,
    isForAdmin ? 'name' : '-need',
  )
  const { waitingFor, organizationId, risk } = filters
  const organization = useOrganizationName(organizationId, isForAdmin)
  const OrganizationFilter = isForAdmin ? OrganizationCombobox : MyOrganizationSelect
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader title={title} />
      {isForAdmin && (
        <ClientStats
          chosen={waitingFor}
          onChoose={(waiting) => setFilters({ waitingFor: waiting })}
        />
      )}
      <div className="mb-3 flex flex-wrap gap-3 print:hidden">
        <SearchInput
          label="Search clients by name or email"
          placeholder="Search clients by name or email..."
          value={text}
          onChange={setText}
          maxLength={maxSearchLength}
          className="max-w-md flex-1 basis-64 max-md:max-w-none"
        />
        <OrganizationFilter
          id={organizationId}
          onChoose={(id) => setFilters({ organizationId: id })}
          className="w-64 max-w-64 max-md:w-full max-md:max-w-none"
        />
        {!isForAdmin && <CoachFilters filters={{ risk, waitingFor }} onFilters={setFilters} />}
      </div>
      <ActiveFilters
        filters={[
          { name: 'Search', value: q, onLift: () => setText('') },
          {
            name: 'Show',
            value: waitingFor && waitingLabel[waitingFor],
            onLift: () => setFilters({ waitingFor: '' }),
          },
          {
            name: 'Risk',
            value: risk && riskLabel[risk],
            onLift: () => setFilters({ risk: '' }),
          },
          {
            name: 'Organization',
            value: organizationId && (organization ?? '…'),
            onLift: () => setFilters({ organizationId: '' }),
          },
        ]}
        onClear={clear}
      />
      <ClientList
        user={user}
        filter={{ q: q || undefined, waitingFor, organizationId, risk }}
        sort={sort}
        sorting={sorting}
        onClear={clear}
      />
    </div>
  )
}
