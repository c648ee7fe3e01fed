import { SearchX, Users } from 'lucide-react'
import type { z } from 'zod'
import { listClients, listMyCoachClients } from '#contract/clients.ts'
import { isAdmin, type Role } from '#contract/roles.ts'
import { showing } from '#web/lib/list-words.ts'
import { useList } from '#web/lib/use-list.ts'
import { Button } from '#web/ui/button.tsx'
import type { Sorting } from '#web/ui/column.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { ClientRows, ClientsLoading } from './client-rows.tsx'

/** What the list is narrowed to. */
type ClientFilter = Pick<z.input<typeof listClients.query>, 'waitingFor' | 'sort'> & { q: string }

type ClientListProps = {
  user: { roles: readonly Role[] }
  filter: ClientFilter
  sorting: Sorting
  onClear: () => void
}

/** The clients that this user follows, an admin all and a coach the own ones, in whichever of its five states. */
export function ClientList({ user, filter, sorting, onClear }: ClientListProps) {
  const list = useList(isAdmin(user) ? listClients : listMyCoachClients, filter)
  return (
    <ListBody
      list={list}
      things="clients"
      countLine={showing(list, 'clients')}
      skeleton={<ClientsLoading />}
      empty={<NoClients isAdmin={isAdmin(user)} filter={filter} onClear={onClear} />}
    >
      <ClientRows list={list} sorting={sorting} />
    </ListBody>
  )
}

type NoClientsProps = { isAdmin: boolean; filter: ClientFilter; onClear: () => void }

const NoClients = ({ isAdmin: isForAdmin, filter: { q, waitingFor }, onClear }: NoClientsProps) =>
  q || waitingFor ? (
    <EmptyState
      icon={SearchX}
      title="No clients found"
      hint={
        q
          ? `Nobody's name or e-mail contains “${q}”${waitingFor ? ' among those who wait for this' : ''}.`
          : 'Nothing of this kind is to be done.'
      }
      action={
        <Button variant="secondary" onClick={onClear}>
          {waitingFor ? 'Clear filters' : 'Clear search'}
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
