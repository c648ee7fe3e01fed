import { SearchX, Users } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { z } from 'zod'
import { type Client, listClients, listMyCoachClients } from '#contract/clients/clients.ts'
import { isAdmin, type Role } from '#contract/roles.ts'
import { useStoreClientOrder } from '#web/lib/client-order.ts'
import { formatShownCount } from '#web/lib/format-list-size.ts'
import { formatClientName } from '#web/lib/person-names.ts'
import { isSelected, useRowSelection } from '#web/lib/selection.ts'
import { useList } from '#web/lib/use-list.ts'
import { SelectAll } from '#web/parts/select-all.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Sorting } from '#web/ui/column.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { Rows, RowsLoading } from '#web/ui/rows.tsx'
import { AssignMany } from './assign-many.tsx'
import { AssignOne } from './assign-one.tsx'
import { clientColumns } from './client-columns.tsx'
import { formatClientCount } from './choose-coach.tsx'

type Query = z.input<typeof listMyCoachClients.query>

export type ClientFilter = Omit<Query, 'limit' | 'cursor' | 'sort'>

type ClientListProps = {
  user: { roles: readonly Role[] }
  filter: ClientFilter
  /** Clients before searching, if that is not everyone the user may see. */
  total?: number
  sort: Query['sort']
  sorting: Sorting
  onClear: () => void
}

/** All clients for administrators, who can assign coaches; a coach's own clients otherwise, by who needs attention first. */
export function ClientList({ user, filter, total, sort, sorting, onClear }: ClientListProps) {
  const isForAdmin = isAdmin(user)
  const hasOneCoach = !isForAdmin || filter.coachId !== undefined
  const list = useList(isForAdmin ? listClients : listMyCoachClients, { ...filter, sort })
  useStoreClientOrder(list)
  const { selection, toggle, selectAll } = useRowSelection(filter, list.rows)
  const [assigned, setAssigned] = useState<{ client: Client; isOpen: boolean; openCount: number }>()
  const assign = useCallback(
    (client: Client) =>
      setAssigned((before) => ({ client, isOpen: true, openCount: (before?.openCount ?? 0) + 1 })),
    [],
  )
  const columns = useMemo(
    () =>
      isForAdmin
        ? clientColumns({
            ...(!hasOneCoach && {
              coach: (client) => <CoachCell client={client} onAssign={assign} />,
            }),
            select: { selection, onToggle: toggle },
          })
        : clientColumns({ riskSort: 'need' }),
    [isForAdmin, hasOneCoach, selection, assign, toggle],
  )
  const shape = { columns, cardHeight: hasOneCoach ? 300 : 370 }
  return (
    <>
      <ListBody
        list={list}
        things="clients"
        countLine={formatShownCount(total === undefined ? list : { ...list, total }, 'clients')}
        skeleton={<RowsLoading {...shape} label="Loading clients" />}
        empty={<NoClients isAdmin={isForAdmin} filter={filter} onClear={onClear} />}
      >
        {isForAdmin && (
          <SelectAll
            selection={selection}
            list={list}
            counted={formatClientCount}
            onSelectAll={selectAll}
          >
            <AssignMany
              selection={selection}
              filter={filter}
              list={list}
              onDone={() => selectAll(false)}
            />
          </SelectAll>
        )}
        <Rows
          {...shape}
          label="Clients"
          sorting={sorting}
          list={list}
          rowKey={({ id }) => id}
          isSelected={({ id }) => isSelected(selection, id)}
        />
      </ListBody>
      {assigned && (
        <AssignOne
          key={assigned.openCount}
          client={assigned.client}
          isOpen={assigned.isOpen}
          onClose={() => setAssigned({ ...assigned, isOpen: false })}
        />
      )}
    </>
  )
}

type CoachCellProps = { client: Client; onAssign: (client: Client) => void }

const CoachCell = ({ client, onAssign }: CoachCellProps) => (
  <span className="flex min-w-0 flex-col items-start">
    {client.coachId ? (
      <span
        dir="auto"
        className="max-w-full truncate md:leading-4"
        title={client.coachName ?? undefined}
      >
        {client.coachName}
      </span>
    ) : (
      <span className="text-muted">Unassigned</span>
    )}
    <button
      type="button"
      onClick={() => onAssign(client)}
      className="-mx-1 -mt-px h-6 rounded-md px-1 text-xs whitespace-nowrap font-semibold text-brand-ink underline-offset-2 hover:underline"
    >
      {client.coachId ? 'Reassign coach' : 'Assign coach'}
      <span className="sr-only"> of {formatClientName(client)}</span>
    </button>
  </span>
)

type NoClientsProps = { isAdmin: boolean; filter: ClientFilter; onClear: () => void }

const NoClients = ({ isAdmin: isForAdmin, filter, onClear }: NoClientsProps) => {
  const { q, waitingFor, organizationId, risk } = filter
  const isNarrowed = Boolean(waitingFor ?? organizationId ?? risk)
  return q || isNarrowed ? (
    <EmptyState
      icon={SearchX}
      title="No clients found"
      hint={
        q
          ? `No clients match “${q}”${isNarrowed ? ' and these filters' : ''}.`
          : 'No clients match these filters.'
      }
      action={
        <Button variant="secondary" onClick={onClear}>
          {isNarrowed ? 'Clear filters' : 'Clear search'}
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={Users}
      title="No clients found"
      hint={
        isForAdmin
          ? "Clients appear here when employees register with their organization's onboarding link."
          : 'Clients appear here when an administrator assigns them to you.'
      }
    />
  )
}
