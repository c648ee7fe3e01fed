import { SearchX, Users } from 'lucide-react'
import { isAdmin, type Role } from '#contract/roles.ts'
import { showing } from '#web/lib/list-words.ts'
import { phone, useMedia } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { ClientCards } from './client-cards.tsx'
import { ClientTable } from './client-table.tsx'
import { useClients } from './use-clients.ts'

type ClientListProps = {
  user: { roles: readonly Role[] }
  q: string
  onClearSearch: () => void
}

/** The clients that a user follows, in whichever of its five states. */
export function ClientList({ user, q, onClearSearch }: ClientListProps) {
  const list = useClients(user, q)
  const Rows = useMedia(phone) ? ClientCards : ClientTable
  return (
    <ListBody
      list={list}
      things="clients"
      countLine={showing(list.match, list.total, 'clients')}
      skeleton={<RowsSkeleton label="Loading clients" />}
      empty={<NoClients isAdmin={isAdmin(user)} q={q} onClearSearch={onClearSearch} />}
    >
      <Rows list={list} />
    </ListBody>
  )
}

type NoClientsProps = { isAdmin: boolean; q: string; onClearSearch: () => void }

const NoClients = ({ isAdmin: isForAdmin, q, onClearSearch }: NoClientsProps) =>
  q ? (
    <EmptyState
      icon={SearchX}
      title="No clients found"
      hint={`Nobody's name or e-mail contains “${q}”.`}
      action={
        <Button variant="secondary" onClick={onClearSearch}>
          Clear search
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={Users}
      title="No clients found"
      hint={
        isForAdmin
          ? 'Clients appear here when employees register with the onboarding link of their organization.'
          : 'Clients appear here when an administrator assigns them to you.'
      }
    />
  )
