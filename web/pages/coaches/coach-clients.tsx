import { UsersRound } from 'lucide-react'
import type { Client } from '#contract/clients.ts'
import { ClientRows } from '#web/features/clients/client-rows.tsx'
import { wholeList } from '#web/lib/use-list.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Those whom a coach follows, each with the way to the plan. */
export function CoachClients({ clients }: { clients: readonly Client[] }) {
  return (
    <section aria-labelledby="coach-clients" className="mt-8">
      <h2 id="coach-clients" className="mb-3 text-lg">
        Assigned clients
      </h2>
      {clients.length === 0 ? (
        <EmptyState
          icon={UsersRound}
          title="No assigned clients"
          hint="Clients appear here when an administrator assigns them to this coach."
        />
      ) : (
        <ClientRows list={wholeList(clients)} />
      )}
    </section>
  )
}
