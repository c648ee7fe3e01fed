import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { ReactNode } from 'react'
import type { Client, listClients } from '#contract/clients.ts'
import type { SortOf } from '#contract/paging.ts'
import { clientInitials, clientName } from '#web/lib/person-names.ts'
import { isSelected, type Selection } from '#web/lib/selection.ts'
import { Person } from '#web/parts/person.tsx'
import { ClientRisk } from '#web/parts/risk.tsx'
import { LastSession, NextSession } from '#web/parts/session-day.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { Column } from '#web/ui/column.ts'
import { BurnoutBar, BurnoutTrend } from './burnout.tsx'

type Choosing = { selection: Selection; onToggle: (id: string, isOn: boolean) => void }
type ClientColumns = {
  /** What stands under COACH; without it there is no such column. */
  coach?: (client: Client) => ReactNode
  choosing?: Choosing
}

/** As specified (part 2, section 2.1). */
export const clientColumns = ({
  coach,
  choosing,
}: ClientColumns): Column<Client, SortOf<typeof listClients>>[] => [
  ...(choosing ? [chosen(choosing)] : []),
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
    sort: 'risk',
    isFallingFirst: true,
    cell: (client) => <ClientRisk client={client} />,
    width: 'w-21',
    onPhone: 'corner',
  },
  {
    id: 'last',
    header: twoLines('LAST', 'SESSION'),
    sort: 'lastSession',
    isFallingFirst: true,
    cell: (client) => (
      <Day>
        <LastSession {...client} />
      </Day>
    ),
    width: 'w-23 min-[1400px]:w-29',
    onPhone: { fact: 'Last session' },
  },
  {
    id: 'next',
    header: twoLines('NEXT', 'SESSION'),
    sort: 'nextSession',
    cell: (client) => (
      <Day>
        <NextSession {...client} />
      </Day>
    ),
    width: 'w-23 min-[1400px]:w-29',
    onPhone: { fact: 'Next session' },
  },
  ...(coach
    ? [
        {
          id: 'coach',
          header: 'COACH',
          sort: 'coach' as const,
          cell: coach,
          width: 'w-28 min-[1400px]:w-38',
          onPhone: { fact: 'Coach', isWide: true },
        },
      ]
    : []),
  {
    id: 'open',
    header: (
      <>
        OPEN <br />
        SESSIONS
      </>
    ),
    sort: 'openSessions',
    isFallingFirst: true,
    cell: ({ openSessions }) => openSessions,
    width: 'w-22',
    isNumeric: true,
    onPhone: { fact: 'Open sessions' },
  },
  {
    id: 'burnout',
    header: 'BURNOUT',
    sort: 'burnout',
    isFallingFirst: true,
    cell: (client) => <BurnoutBar {...client} />,
    width: 'w-25',
    onPhone: { fact: 'Burnout' },
  },
  {
    id: 'trend',
    header: 'TREND',
    sort: 'trend',
    isFallingFirst: true,
    cell: (client) => <BurnoutTrend {...client} />,
    width: 'w-20',
    onPhone: { fact: 'Trend' },
  },
  {
    id: 'actions',
    header: 'ACTIONS',
    cell: (client) => (
      <Button asChild variant="secondary" size="sm" className="md:px-2">
        <Link to={paths.plan(client.id)}>
          View Plan<span className="sr-only"> of {clientName(client)}</span>
        </Link>
      </Button>
    ),
    width: 'w-27',
    onPhone: 'foot',
  },
]

/** On two lines where the column is narrow. */
const Day = ({ children }: { children: ReactNode }) => (
  <span className="[&>*]:whitespace-normal">{children}</span>
)

const twoLines = (first: string, second: string) => (
  <span className="text-left">
    {first} <br />
    {second}
  </span>
)

const chosen = ({ selection, onToggle }: Choosing): Column<Client> => ({
  id: 'select',
  header: <span className="sr-only">SELECT</span>,
  cell: (client) => (
    <Checkbox
      label={`Select ${clientName(client)}`}
      isLabelHidden
      checked={isSelected(selection, client.id)}
      onCheckedChange={(isOn) => onToggle(client.id, isOn)}
    />
  ),
  width: 'w-10',
  onPhone: 'corner',
})

/** Who a client is: initials, name, organization. The name leads to the plan, also where the last column is out of view. */
const ClientIdentity = ({ client }: { client: Client }) => (
  <Link
    to={paths.plan(client.id)}
    tabIndex={-1}
    className="block max-w-60 rounded-md [&_.font-semibold]:leading-tight [&:hover_.font-semibold]:underline"
  >
    <Person initials={clientInitials(client)} name={clientName(client)} isNameWhole>
      <span className="block truncate text-xs leading-4 text-muted">
        {client.safetyMarks.length > 0 && (
          <Badge tone="red" icon={TriangleAlert} className="mr-1 px-1.5 py-0">
            Look today
          </Badge>
        )}
        {client.organizationName ?? 'No Organization'}
      </span>
    </Person>
  </Link>
)

/** Without the column of the coach, and with all, which a screen of 1280 pixels has just room for. */
export const clientRow = { rowHeight: 72, cardHeight: 300, minWidth: '52.5rem' }
export const wholeClientRow = { ...clientRow, cardHeight: 370, minWidth: '58.5rem' }
