import { UsersRound } from 'lucide-react'
import { listClients } from '#contract/clients/clients.ts'
import type { ListedCoach } from '#contract/coaches/coaches.ts'
import { maxSearchLength } from '#contract/paging.ts'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { ClientList } from '#web/features/clients/client-list.tsx'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'

export function CoachClients({ coach }: { coach: ListedCoach }) {
  return (
    <section aria-labelledby="coach-clients" className="mt-8">
      <h2 id="coach-clients" className="mb-3 text-lg">
        Assigned clients
      </h2>
      {coach.patientCount === 0 ? (
        <EmptyState
          icon={UsersRound}
          title="No assigned clients"
          hint="Clients assigned to this coach appear here."
        />
      ) : (
        <AssignedClients coach={coach} />
      )}
    </section>
  )
}

function AssignedClients({ coach }: { coach: ListedCoach }) {
  const user = useSignedInUser()
  const { q, text, setText, sort, sorting, clear } = useListUrlState(listClients)
  return (
    <>
      <SearchInput
        label="Search assigned clients by name or email"
        placeholder="Search clients by name or email..."
        value={text}
        onChange={setText}
        maxLength={maxSearchLength}
        className="mb-3 max-w-md max-md:max-w-none"
      />
      <ClientList
        user={user}
        filter={{ q: q || undefined, coachId: coach.id }}
        total={coach.patientCount}
        sort={sort}
        sorting={sorting}
        onClear={clear}
      />
    </>
  )
}
