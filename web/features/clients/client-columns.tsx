import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { ReactNode } from 'react'
import type { Client, listMyCoachClients } from '#contract/clients/clients.ts'
import type { SortOf } from '#contract/paging.ts'
import { burnoutBarColour } from '#contract/rules/value-colours.ts'
import { formatClientInitials, formatClientName } from '#web/lib/person-names.ts'
import { isSelected, type Selection } from '#web/lib/selection.ts'
import { Person } from '#web/parts/person.tsx'
import { ClientRisk } from '#web/parts/risk.tsx'
import { LastSession, NextSession } from '#web/parts/session-day.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { Column } from '#web/ui/column.ts'
import { formatDecimal, formatChange } from '#web/lib/numbers.ts'
import { colourTones } from '#web/parts/colour-tones.ts'
import { Bar } from '#web/ui/bar.tsx'
import { Sparkline } from '#web/ui/sparkline.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { Trend } from '#web/ui/trend.tsx'

type SelectColumn = { selection: Selection; onToggle: (id: string, isOn: boolean) => void }
type ClientColumns = {
  /** The cell of the COACH column, which is left out without it. */
  coach?: (client: Client) => ReactNode
  select?: SelectColumn

  riskSort?: 'risk' | 'need'
}

/** See docs/product.md, "Clients". */
export const clientColumns = ({
  coach,
  select,
  riskSort = 'risk',
}: ClientColumns): Column<Client, SortOf<typeof listMyCoachClients>>[] => [
  ...(select ? [selectColumn(select)] : []),
  {
    id: 'client',
    header: 'CLIENT',
    sort: 'name',
    cell: (client) => <ClientIdentity client={client} />,
    isHeading: true,
    width: 150,
    grow: 2,
    onPhone: 'head',
  },
  {
    id: 'risk',
    header: 'RISK',
    sort: riskSort,
    isDescendingFirst: true,
    cell: (client) => <ClientRisk client={client} />,
    width: 78,
    onPhone: 'corner',
  },
  {
    id: 'last',
    header: twoLines('LAST', 'SESSION'),
    sort: 'lastSession',
    isDescendingFirst: true,
    cell: (client) => (
      <Day>
        <LastSession {...client} />
      </Day>
    ),
    width: 96,
    priority: 3,
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
    width: 96,
    priority: 0,
    onPhone: { fact: 'Next session' },
  },
  ...(coach
    ? [
        {
          id: 'coach',
          header: 'COACH',
          sort: 'coach' as const,
          cell: coach,
          width: 108,
          grow: 1,
          priority: 1,
          onPhone: { fact: 'Coach', isWide: true },
        },
      ]
    : []),
  {
    id: 'open',
    header: twoLines('OPEN', 'SESSIONS'),
    sort: 'openSessions',
    isDescendingFirst: true,
    cell: ({ openSessions }) => openSessions,
    isNumeric: true,
    width: 78,
    priority: 4,
    onPhone: { fact: 'Open sessions' },
  },
  {
    id: 'burnout',
    header: 'BURNOUT',
    sort: 'burnout',
    isDescendingFirst: true,
    cell: (client) => <BurnoutBar {...client} />,
    width: 92,
    priority: 2,
    onPhone: { fact: 'Burnout' },
  },
  {
    id: 'trend',
    header: 'TREND',
    sort: 'trend',
    isDescendingFirst: true,
    cell: (client) => <BurnoutTrend {...client} />,
    width: 74,
    priority: 5,
    onPhone: { fact: 'Trend' },
  },
  {
    id: 'actions',
    header: 'ACTIONS',
    cell: (client) => (
      <Button asChild variant="secondary" size="sm" className="md:px-2">
        <Link to={paths.plan(client.id)}>
          View Plan<span className="sr-only"> of {formatClientName(client)}</span>
        </Link>
      </Button>
    ),
    width: 106,
    onPhone: 'foot',
  },
]

const Day = ({ children }: { children: ReactNode }) => (
  <span className="md:text-xs">{children}</span>
)

const twoLines = (first: string, second: string) => (
  <span>
    {first} <br />
    {second}
  </span>
)

const selectColumn = ({ selection, onToggle }: SelectColumn): Column<Client> => ({
  id: 'select',
  header: <span className="sr-only">SELECT</span>,
  cell: (client) => (
    <Checkbox
      label={`Select ${formatClientName(client)}`}
      isLabelHidden
      checked={isSelected(selection, client.id)}
      onCheckedChange={(isOn) => onToggle(client.id, isOn)}
    />
  ),
  width: 34,
  onPhone: 'corner',
})

/** The name links to the plan, so that it is reachable where the last column is out of view. */
const ClientIdentity = ({ client }: { client: Client }) => (
  <Link
    to={paths.plan(client.id)}
    tabIndex={-1}
    title={formatClientName(client)}
    className="block rounded-md [&:hover_.font-semibold]:underline"
  >
    <Person initials={formatClientInitials(client)} name={formatClientName(client)}>
      <span className="block truncate text-xs leading-4 text-muted">
        {client.safetyMarks.length > 0 && (
          <Badge tone="red" icon={TriangleAlert} className="mr-1 px-1.5 py-0">
            Look today
          </Badge>
        )}
        {client.coachingEndedAt && <Badge className="mr-1 px-1.5 py-0">Coaching ended</Badge>}
        {client.namesakeEmail ?? client.organizationName ?? 'No Organization'}
      </span>
    </Person>
  </Link>
)

type Percentage = Pick<Client, 'burnoutPercentage' | 'isBurnoutInferred'>

const BurnoutBar = ({ burnoutPercentage: value, isBurnoutInferred }: Percentage) =>
  value === null ? (
    <span className="text-muted">N/A</span>
  ) : (
    <span title="The bar is yellow from 50% and red from 70%. The risk level is medium above 30% and high above 60%.">
      <Bar
        label="Burnout"
        value={value}
        tone={colourTones[burnoutBarColour(value)]}
        className="w-19"
      />
      {isBurnoutInferred && <span className="block text-xs text-muted">inferred</span>}
    </span>
  )

/** More burnout is worse. */
const tones: Record<'up' | 'down' | 'flat', Tone> = { up: 'red', down: 'green', flat: 'neutral' }

type Trended = Pick<Client, 'trendDirection' | 'trendValue' | 'burnoutScores'>

/** The change of the burnout score, with a sparkline of the last assessments. */
const BurnoutTrend = ({
  trendDirection: direction,
  trendValue: value,
  burnoutScores: scores,
}: Trended) =>
  direction === null || value === null ? (
    <span className="text-muted">N/A</span>
  ) : (
    <span className="flex flex-col gap-0.5">
      <Trend direction={direction} change={formatChange(value)} tone={tones[direction]} />
      <Sparkline
        values={scores.toReversed()}
        label={`Burnout scores: ${scores.toReversed().map(formatDecimal).join(', ')}`}
        width={56}
        height={20}
      />
    </span>
  )
