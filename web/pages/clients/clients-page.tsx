import { listClients, listMyCoachClients } from '#contract/clients/clients.ts'
import { isAdmin } from '#contract/roles.ts'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { ClientList } from '#web/features/clients/client-list.tsx'
import { ClientStats } from '#web/features/clients/client-stats.tsx'
import { useClientFilters } from '#web/features/clients/client-filters.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { Filters } from '#web/parts/filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** See docs/product.md, "Clients". */
export function ClientsPage() {
  const user = useSignedInUser()
  const isForAdmin = isAdmin(user)
  const title = isForAdmin ? 'Clients' : 'My Clients'
  usePageTitle(title)
  // Once per page, or two would overwrite each other's search. Administrators have no filter by risk.
  const list = (isForAdmin ? listClients : listMyCoachClients) as typeof listMyCoachClients
  const url = useListUrlState(list, isForAdmin ? 'name' : '-need')
  const { waitingFor, organizationId, risk } = url.filters
  const fields = useClientFilters(isForAdmin, organizationId)
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader title={title} />
      {isForAdmin && (
        <ClientStats
          chosen={waitingFor}
          onChoose={(waiting) => url.setFilters({ waitingFor: waiting })}
        />
      )}
      <Filters url={url} search="Search clients by name or email" fields={fields} />
      <ClientList
        user={user}
        filter={{ q: url.q || undefined, waitingFor, organizationId, risk }}
        sort={url.sort}
        sorting={url.sorting}
        onClear={url.clear}
      />
    </div>
  )
}
