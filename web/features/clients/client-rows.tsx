import { Link } from 'react-router'
import type { Client } from '#contract/clients.ts'
import { clientInitials, clientName } from '#web/lib/person-names.ts'
import { Person } from '#web/parts/person.tsx'
import { RiskBadge } from '#web/parts/risk.tsx'
import { LastSession, NextSession } from '#web/parts/session-day.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column, Sorting } from '#web/ui/column.ts'
import type { ListRows } from '#web/ui/list-body.tsx'
import { Rows, RowsLoading } from '#web/ui/rows.tsx'
import { BurnoutBar, BurnoutTrend } from './burnout.tsx'

/** As specified (part 2, section 2.1). */
const columns: readonly Column<Client>[] = [
  {
    id: 'client',
    header: 'CLIENT',
    sort: 'name',
    cell: (client) => <ClientIdentity client={client} />,
    isHeading: true,
    onPhone: 'head',
  },
  {
    id: 'risk',
    header: 'RISK',
    cell: ({ riskLevel }) => <RiskBadge level={riskLevel} />,
    width: 'w-22',
    onPhone: 'corner',
  },
  {
    id: 'last',
    header: 'LAST SESSION',
    sort: '-lastSession',
    cell: (client) => <LastSession {...client} />,
    width: 'w-29',
    onPhone: { fact: 'Last session' },
  },
  {
    id: 'next',
    header: 'NEXT SESSION',
    sort: 'nextSession',
    cell: (client) => <NextSession {...client} />,
    width: 'w-29',
    onPhone: { fact: 'Next session' },
  },
  {
    id: 'open',
    header: (
      <>
        OPEN <br />
        SESSIONS
      </>
    ),
    sort: '-openSessions',
    cell: ({ openSessions }) => openSessions,
    width: 'w-22',
    isNumeric: true,
    onPhone: { fact: 'Open sessions' },
  },
  {
    id: 'burnout',
    header: 'BURNOUT',
    cell: ({ burnoutPercentage }) => <BurnoutBar burnoutPercentage={burnoutPercentage} />,
    width: 'w-30',
    onPhone: { fact: 'Burnout' },
  },
  {
    id: 'trend',
    header: 'TREND',
    cell: (client) => <BurnoutTrend {...client} />,
    width: 'w-18',
    onPhone: { fact: 'Trend' },
  },
  {
    id: 'actions',
    header: 'ACTIONS',
    cell: (client) => (
      <Button asChild variant="secondary" size="sm">
        <Link to={paths.plan(client.id)}>
          View Plan<span className="sr-only"> of {clientName(client)}</span>
        </Link>
      </Button>
    ),
    width: 'w-30',
    onPhone: 'foot',
  },
]

const shape = { columns, rowHeight: 61, cardHeight: 300, minWidth: '58rem' }

type ClientRowsProps = { list: ListRows<Client>; sorting?: Sorting }

/** Clients, each with the way to the plan. */
export const ClientRows = ({ list, sorting }: ClientRowsProps) => (
  <Rows {...shape} label="Clients" list={list} rowKey={({ id }) => id} sorting={sorting} />
)

export const ClientsLoading = () => <RowsLoading {...shape} label="Loading clients" />

/** Who a client is: initials, name, organization. */
const ClientIdentity = ({ client }: { client: Client }) => (
  <Person initials={clientInitials(client)} name={clientName(client)} className="max-w-60">
    <span className="block truncate text-xs text-muted">
      {client.organizationName ?? 'No Organization'}
    </span>
  </Person>
)
