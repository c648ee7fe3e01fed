import { isAdmin, staff } from '#contract/roles.ts'
import { useSignedInUser } from '#web/features/auth/current-user.ts'
import { RequireRole } from '#web/features/auth/require-role.tsx'
import { ClientList } from '#web/features/clients/client-list.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSearchAddress } from '#web/lib/use-search-address.ts'
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
  const { q, text, setText } = useSearchAddress()
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
      <ClientList user={user} q={q} onClearSearch={() => setText('')} />
    </div>
  )
}
