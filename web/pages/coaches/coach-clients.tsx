import { UsersRound } from 'lucide-react'
import type { Client } from '#contract/clients.ts'
import { ClientCards } from '#web/features/clients/client-cards.tsx'
import { ClientTable } from '#web/features/clients/client-table.tsx'
import { wholeList } from '#web/lib/use-list.ts'
import { phone, useMedia } from '#web/lib/use-media.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Those whom a coach follows, each with the way to the plan. */
export function CoachClients({ clients }: { clients: readonly Client[] }) {
  const Rows = useMedia(phone) ? ClientCards : ClientTable
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
        <Rows list={wholeList(clients)} />
      )}
    </section>
  )
}
