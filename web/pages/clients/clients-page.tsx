import { listClients, waitingLabel } from '#contract/clients.ts'
import { isAdmin, staff } from '#contract/roles.ts'
import { useSignedInUser } from '#web/features/auth/current-user.ts'
import { RequireRole } from '#web/features/auth/require-role.tsx'
import { ClientList } from '#web/features/clients/client-list.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useListAddress } from '#web/lib/use-list-address.ts'
import { FiltersInForce } from '#web/ui/filters-in-force.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'

export function ClientsPage() {
  return (
    <RequireRole roles={staff}>
      <Clients />
    </RequireRole>
  )
}

/** Specification part 2, section 2.1. */
function Clients() {
  const user = useSignedInUser()
  const title = isAdmin(user) ? 'Clients' : 'My Clients'
  usePageTitle(title)
  const { q, text, setText, filters, setFilters, sort, sorting, clear } =
    useListAddress(listClients)
  const { waitingFor: work } = filters
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader title={title} />
      <SearchInput
        label="Search clients by name or email"
        placeholder="Search clients by name or email..."
        value={text}
        onChange={setText}
        className="mb-5 max-w-md"
      />
      <FiltersInForce
        filters={[
          ...(q ? [{ name: 'Search', value: q, onLift: () => setText('') }] : []),
          ...(work
            ? [
                {
                  name: 'Show',
                  value: waitingLabel[work],
                  onLift: () => setFilters({ waitingFor: '' }),
                },
              ]
            : []),
        ]}
        onClear={clear}
      />
      <ClientList
        user={user}
        filter={{ q, waitingFor: work, sort }}
        sorting={sorting}
        onClear={clear}
      />
    </div>
  )
}
