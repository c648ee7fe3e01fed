import { memo } from 'react'
import { Link } from 'react-router'
import type { Client } from '#contract/clients.ts'
import { clientInitials, clientName } from '#web/lib/person-names.ts'
import { Person } from '#web/parts/person.tsx'
import { LastSession, NextSession } from '#web/parts/session-day.tsx'
import { RiskBadge } from '#web/parts/risk.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { ListRows } from '#web/ui/list-body.tsx'
import { TableCell, TableHeader } from '#web/ui/table.tsx'
import { VirtualTable } from '#web/ui/virtual-table.tsx'
import { BurnoutBar, BurnoutTrend } from './burnout.tsx'

/** Columns as specified (part 2, section 2.1). */
export const ClientTable = ({ list }: { list: ListRows<Client> }) => (
  <VirtualTable
    label="Clients"
    list={list}
    rowKey={({ id }) => id}
    rowHeight={61}
    columns={8}
    minWidth="58rem"
    head={
      <>
        <TableHeader>CLIENT</TableHeader>
        <TableHeader className="w-22">RISK</TableHeader>
        <TableHeader className="w-29">LAST SESSION</TableHeader>
        <TableHeader className="w-29">NEXT SESSION</TableHeader>
        <TableHeader isNumeric className="w-22">
          OPEN <br />
          SESSIONS
        </TableHeader>
        <TableHeader className="w-30">BURNOUT</TableHeader>
        <TableHeader className="w-18">TREND</TableHeader>
        <TableHeader className="w-30">ACTIONS</TableHeader>
      </>
    }
    renderRow={(client) => <ClientCells client={client} />}
  />
)

const ClientCells = memo(function ClientCells({ client }: { client: Client }) {
  return (
    <>
      <TableCell isHeading>
        <ClientIdentity client={client} />
      </TableCell>
      <TableCell>
        <RiskBadge level={client.riskLevel} />
      </TableCell>
      <TableCell>
        <LastSession {...client} />
      </TableCell>
      <TableCell>
        <NextSession {...client} />
      </TableCell>
      <TableCell isNumeric>{client.openSessions}</TableCell>
      <TableCell>
        <BurnoutBar burnoutPercentage={client.burnoutPercentage} />
      </TableCell>
      <TableCell>
        <BurnoutTrend {...client} />
      </TableCell>
      <TableCell>
        <Button asChild variant="secondary" size="sm">
          <Link to={paths.plan(client.id)}>
            View Plan<span className="sr-only"> of {clientName(client)}</span>
          </Link>
        </Button>
      </TableCell>
    </>
  )
})

/** Who a client is: initials, name, organization. */
export const ClientIdentity = ({ client }: { client: Client }) => (
  <Person initials={clientInitials(client)} name={clientName(client)} className="max-w-60">
    <span className="block truncate text-xs text-muted">
      {client.organizationName ?? 'No Organization'}
    </span>
  </Person>
)
