import { CalendarX2, CircleCheck, Clock, ShieldAlert, UserRoundX, Users } from 'lucide-react'
import { wholeList } from '#web/lib/use-list.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Bar } from '#web/ui/bar.tsx'
import { BrandMark } from '#web/ui/brand-mark.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChartFrame } from '#web/ui/chart-frame.tsx'
import { Chip } from '#web/ui/chip.tsx'
import type { Column } from '#web/ui/column.ts'
import { Rows, RowsLoading } from '#web/ui/rows.tsx'
import { Sparkline } from '#web/ui/sparkline.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import { Trend } from '#web/ui/trend.tsx'
import { Columns, type Group, Live, Stack } from './specimen.tsx'

// Whole class names, because Tailwind reads them from the source.
const grounds = [
  ['canvas', 'bg-canvas'],
  ['surface', 'bg-surface'],
  ['sunken', 'bg-sunken'],
  ['line', 'bg-line'],
  ['outline', 'bg-outline'],
  ['muted', 'bg-muted'],
  ['ink', 'bg-ink'],
] as const
const hues = [
  ['brand', 'bg-brand', 'bg-brand-soft text-brand-ink'],
  ['red', 'bg-red', 'bg-red-soft text-red-ink'],
  ['amber', 'bg-amber', 'bg-amber-soft text-amber-ink'],
  ['green', 'bg-green', 'bg-green-soft text-green-ink'],
  ['blue', 'bg-blue', 'bg-blue-soft text-blue-ink'],
  ['purple', 'bg-purple', 'bg-purple-soft text-purple-ink'],
] as const
const sizes = [
  ['xl, 28 px', 'text-xl font-semibold tracking-tight'],
  ['lg, 20 px', 'text-lg font-semibold'],
  ['base, 16 px', 'text-base'],
  ['sm, 14 px', 'text-sm'],
  ['xs, 12 px', 'text-xs'],
] as const

type Person = { name: string; risk: string; tone: 'red' | 'amber' | 'green'; open: number }

const people: readonly Person[] = [
  { name: 'Anna Holm', risk: 'High', tone: 'red', open: 2 },
  { name: 'Jonas Lind', risk: 'Medium', tone: 'amber', open: 0 },
  { name: 'Mia Dahl', risk: 'Low', tone: 'green', open: 11 },
]
const columns: Column<Person, 'name'>[] = [
  {
    id: 'client',
    header: 'Client',
    cell: ({ name }) => <span className="font-semibold">{name}</span>,
    isHeading: true,
    sort: 'name',
    width: 140,
    grow: 1,
    onPhone: 'head',
  },
  {
    id: 'risk',
    header: 'Risk',
    cell: ({ risk, tone }) => <Badge tone={tone}>{risk}</Badge>,
    width: 90,
    onPhone: 'corner',
  },
  {
    id: 'open',
    header: 'Open sessions',
    cell: ({ open }) => open,
    isNumeric: true,
    width: 140,
    priority: 1,
    onPhone: { fact: 'Open sessions' },
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: ({ name }) => (
      <Button variant="secondary" size="sm">
        View Plan<span className="sr-only"> of {name}</span>
      </Button>
    ),
    isAtEnd: true,
    width: 120,
    onPhone: 'foot',
  },
]
const shape = { columns, cardHeight: 180 }

const weeks = [
  { key: 'W1', finished: 4, failed: 1 },
  { key: 'W2', finished: 7, failed: 0 },
  { key: 'W3', finished: 6, failed: 3 },
  { key: 'W4', finished: 11, failed: 2 },
]

const Chart = () => (
  <ChartFrame
    label="Transcriptions by week"
    columns={weeks.map(({ key, finished, failed }) => ({
      key,
      label: key,
      isStrong: key === 'W4',
      values: [
        { word: 'Finished', value: String(finished) },
        { word: 'Failed', value: String(failed) },
      ],
    }))}
    max={13}
    legend={[
      { word: 'Finished', swatch: 'bg-brand-soft border-brand' },
      { word: 'Failed', swatch: 'bg-red-soft border-red' },
    ]}
  >
    {(top) => (
      <div className="flex h-full items-end">
        {weeks.map(({ key, finished }) => (
          <div key={key} className="flex h-full flex-1 flex-col justify-end px-[4%]">
            <div
              className="border border-brand bg-brand-soft"
              style={{ height: `${(100 * finished) / top}%` }}
            />
          </div>
        ))}
      </div>
    )}
  </ChartFrame>
)

export const figures: Group[] = [
  {
    id: 'foundations',
    title: 'Foundations',
    about: 'Warm grays, one quiet brand color and five meaningful hues. Five sizes, two weights.',
    specimens: {
      'Brand mark': <BrandMark />,
      Grays: grounds.map(([name, ground]) => (
        <div key={name} className="w-24 text-xs text-muted">
          <div className={`mb-1 h-12 rounded-md border border-line ${ground}`} />
          {name}
        </div>
      )),
      'Colors with their soft background and text color': hues.map(([name, solid, soft]) => (
        <div key={name} className="w-28 overflow-hidden rounded-md border border-line">
          <div className={`h-8 ${solid}`} />
          <p className={`px-2 py-1.5 text-xs font-semibold ${soft}`}>{name}</p>
        </div>
      )),
      Text: (
        <Stack>
          {sizes.map(([name, look]) => (
            <p key={name} className={look}>
              A calm place for a hard week ({name})
            </p>
          ))}
        </Stack>
      ),
    },
  },
  {
    id: 'labels',
    title: 'Labels',
    about: 'Color is never the only signal: every badge has text.',
    specimens: {
      Badge: (
        <>
          <Badge>Archived</Badge>
          <Badge tone="red" icon={ShieldAlert}>
            High risk
          </Badge>
          <Badge tone="amber">Medium</Badge>
          <Badge tone="green" icon={CircleCheck}>
            Completed
          </Badge>
          <Badge tone="blue">Maylab Admin</Badge>
          <Badge tone="purple">Organization</Badge>
          <Badge tone="brand">Coach</Badge>
          <Badge icon={Clock}>Scheduled</Badge>
        </>
      ),
      Avatar: (
        <>
          <Avatar initials="AH" size="sm" label="Anna Holm, small" />
          <Avatar initials="AH" label="Anna Holm" />
          <Avatar initials="C" size="lg" label="A coach without a name" />
        </>
      ),
      Chip: (
        <Chip removeLabel="Remove Role: Coach" onRemove={() => {}}>
          Role: Coach
        </Chip>
      ),
    },
  },
  {
    id: 'figures',
    title: 'Figures',
    about:
      'Numbers align in columns. Every bar has its number, every arrow its change, every line its description.',
    specimens: {
      'Stat card: plain, loading, with a hint, as a filter': (
        <Columns>
          <StatCard label="Total Users" value="1,284" icon={Users} />
          <StatCard label="Success Rate" value={undefined} />
          <StatCard label="Avg Response" value="812 ms" hint="over the last 7 days" />
          <Live<boolean> start>
            {(isPressed, set) => (
              <StatCard
                label="No Coach Assigned"
                value={3}
                icon={UserRoundX}
                isPressed={isPressed}
                onClick={() => set(!isPressed)}
              />
            )}
          </Live>
          <StatCard label="No Sessions Scheduled" value={0} icon={CalendarX2} />
        </Columns>
      ),
      Bar: (
        <Stack>
          <Bar className="max-w-xs" value={84} tone="red" label="Burnout, high" />
          <Bar className="max-w-xs" value={56} tone="amber" label="Burnout, medium" />
          <Bar className="max-w-xs" value={18} tone="green" label="Burnout, low" />
          <Bar className="max-w-xs" value={0} tone="neutral" label="Coverage, none" />
        </Stack>
      ),
      'Sparkline: course, with gaps, flat, one value': (
        <>
          <Sparkline values={[62, 60, 64, 55, 48, 50, 41]} label="Stress fell from 62 to 41" />
          <Sparkline values={[30, 34, null, null, 44, 52]} label="Sleep rose from 30 to 52" />
          <Sparkline values={[50, 50, 50, 50]} label="Energy stayed at 50" />
          <Sparkline values={[null, 40]} label="Mood was 40" />
        </>
      ),
      Trend: (
        <>
          <Trend direction="up" change="+12" tone="red" />
          <Trend direction="down" change="−8" tone="green" />
          <Trend direction="flat" change="0.4" />
        </>
      ),
      'Chart, with a tooltip per column for mouse, touch and arrow keys': (
        <Stack>
          <Chart />
        </Stack>
      ),
    },
  },
  {
    id: 'tables',
    title: 'Tables',
    about:
      'One column list defines the table, the phone card, the loading state and the sort order. Up and down arrow keys move between rows.',
    specimens: {
      'Rows of columns': (
        <Stack>
          <Live start="name">
            {(by, onSort) => (
              <Rows
                {...shape}
                label="Clients"
                list={wholeList(by === 'name' ? people : people.toReversed())}
                rowKey={({ name }) => name}
                sorting={{ by, onSort }}
                isSelected={({ name }) => name === 'Jonas Lind'}
              />
            )}
          </Live>
        </Stack>
      ),
      Loading: (
        <Stack>
          <RowsLoading {...shape} label="Loading clients" />
        </Stack>
      ),
      'Many rows with a sticky header': (
        <Table label="Weeks" className="max-h-56 w-full">
          <TableHead>
            <TableHeader>Week</TableHeader>
            <TableHeader isNumeric>Completed assignments</TableHeader>
          </TableHead>
          <TableBody>
            {Array.from({ length: 40 }, (_, week) => (
              <TableRow key={week}>
                <TableCell isHeading>W{week + 1}</TableCell>
                <TableCell isNumeric>{(week * 7) % 12}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      ),
    },
  },
]
